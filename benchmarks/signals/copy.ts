import { availableParallelism } from 'node:os';
import type { Database } from '../../src/platform/database/port.ts';
import { sql } from '../../src/platform/database/sql.ts';

/**
 * The peer of acceptance: the same events as rows of one table, with all fields of an accepted event, by COPY of
 * prepared lines, each batch a durable transaction. The table has the index of the log, by which the validator finds
 * the next events.
 */
export async function openCopy(database: Database): Promise<(lines: Buffer) => Promise<void>> {
  await database.transaction(tx =>
    tx.script(`
      create table copied (
        "offset" bigint not null, at timestamptz not null, partition smallint not null, kind text not null,
        id text not null, article_id uuid not null, visitor text not null, user_id uuid, detail text not null,
        visit text not null, seconds real not null, is_own boolean not null, address text not null,
        user_agent text not null, country text not null
      );
      create index copied_in_order on copied (partition, "offset");
    `),
  );
  return async lines => {
    await database.transaction(async tx => {
      await tx.copyIn(sql`copy copied from stdin`, once(lines));
    });
  };
}

export function linesOf(events: readonly SharedBy[]): Buffer {
  const at = '2026-01-15 12:00:00+00';
  const lines = events.map(
    ({ id, article, via, from }, n) =>
      `${n}\t${at}\t${n % 16}\tshare\t${id}\t${article}\t${VISITOR}\t\\N\t${via}\t\t0\tf\t${from.address}\t${from.userAgent}\t\n`,
  );
  return Buffer.from(lines.join(''));
}

/** Rows per second with one caller per core: more callers only wait for each other. */
export async function copyFor(
  copy: (lines: Buffer) => Promise<void>,
  { lines, rows }: { readonly lines: Buffer; readonly rows: number },
  seconds: number,
): Promise<number> {
  const start = performance.now();
  let copied = 0;
  const caller = async () => {
    while (performance.now() - start < seconds * 1_000) {
      await copy(lines);
      copied += rows;
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, caller));
  return (copied * 1_000) / (performance.now() - start);
}

async function* once(lines: Buffer): AsyncIterable<Buffer> {
  yield lines;
}

/** As long as the hash of a visitor. */
const VISITOR = 'q'.repeat(43);

export interface SharedBy {
  readonly kind: 'share';
  readonly id: string;
  readonly article: string;
  readonly via: string;
  readonly from: { readonly address: string; readonly userAgent: string };
}
