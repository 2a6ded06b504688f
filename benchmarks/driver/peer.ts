import type { RowType } from '../../src/platform/database/rows.ts';
import type { Statement } from '../../src/platform/database/sql.ts';
import type { BatchRow } from './corpus.ts';

/** The operations that the benchmark needs from a driver; they return typed rows. */
export interface Peer {
  many<T>(type: RowType<T>, statement: Statement): Promise<T[]>;
  execute(statement: Statement): Promise<void>;
  /** BEGIN, the statements of `work` in sequence, COMMIT. */
  transaction(work: (run: (statement: Statement) => Promise<void>) => Promise<void>): Promise<void>;
  /** One `insert ... select from unnest(...)` of arrays in the form of this driver. */
  insertBatch(rows: readonly BatchRow[]): Promise<void>;
  copyIn(text: string, lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

export const INSERT_BATCH = `
  insert into batches (id, title, details, happened_at)
  select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::timestamptz[])`;
