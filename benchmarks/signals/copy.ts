import type { Database } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';

/** What acceptance is measured by: the same events as rows of one plain table, by COPY, each batch a durable transaction. */
export async function openCopy(database: Database): Promise<(lines: Buffer) => Promise<void>> {
  await database.transaction(tx =>
    tx.script(`
      create table copied (
        at timestamptz not null, kind text not null, id text not null, article_id uuid not null, visitor text not null,
        user_id uuid, detail text not null, address text not null, user_agent text not null
      )
    `),
  );
  return async lines => {
    await database.transaction(async tx => {
      await tx.copyIn(
        sql`copy copied (at, kind, id, article_id, visitor, user_id, detail, address, user_agent) from stdin`,
        once(lines),
      );
    });
  };
}

export function linesOf(events: readonly SharedBy[]): Buffer {
  const at = '2026-01-15 12:00:00+00';
  const lines = events.map(
    ({ id, article, via, from }) =>
      `${at}\tshare\t${id}\t${article}\t${VISITOR}\t\\N\t${via}\t${from.address}\t${from.userAgent}\n`,
  );
  return Buffer.from(lines.join(''));
}

async function* once(lines: Buffer): AsyncIterable<Buffer> {
  yield lines;
}

/** As long as the hash by which visitors count. */
const VISITOR = 'q'.repeat(43);

export interface SharedBy {
  readonly kind: 'share';
  readonly id: string;
  readonly article: string;
  readonly via: string;
  readonly from: { readonly address: string; readonly userAgent: string };
}
