import type { RowType } from '../../src/platform/database/rows.ts';
import type { Statement } from '../../src/platform/database/sql.ts';
import type { BatchRow } from './corpus.ts';

/** What the benchmark asks of a driver: the same statements, typed rows back. */
export interface Peer {
  many<T>(type: RowType<T>, statement: Statement): Promise<T[]>;
  execute(statement: Statement): Promise<void>;
  /** BEGIN, the statements that `work` awaits one after the other, COMMIT. */
  transaction(work: (run: (statement: Statement) => Promise<void>) => Promise<void>): Promise<void>;
  /** One `insert ... select from unnest(...)` of arrays, made the way this driver wants them. */
  insertBatch(rows: readonly BatchRow[]): Promise<void>;
  copyIn(text: string, lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

export const INSERT_BATCH = `
  insert into batches (id, title, details, happened_at)
  select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::timestamptz[])`;
