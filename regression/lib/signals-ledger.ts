import { systemClock } from '../../src/lib/clock.ts';
import type { Database } from '../../src/platform/database/port.ts';
import { int8, row, text, timestamptz, uuid } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { listKey } from '../../src/signals/trending/lists.ts';
import { parseSnapshot, readList } from '../../src/signals/trending/snapshot.ts';

/** The installation's counts: `article kind` to times. */
export async function countsByArticle(database: Database): Promise<Map<string, number>> {
  const rows = await database.many(
    row({ name: text, times: int8 }),
    sql`
      select article_id || ' ' || kind as name, sum(times)::bigint as times
      from article_counts
      cross join lateral (values ('view', views), ('read', reads), ('share', shares), ('feedback', saves)) as of_kind (kind, times)
      group by article_id, kind
      having sum(times) > 0
    `,
  );
  return new Map(rows.map(({ name, times }) => [name, times]));
}

/** How many actions of each account move its interests. */
export async function interestChangesByUser(database: Database): Promise<Map<string, number>> {
  const rows = await database.many(
    row({ user_id: uuid, times: int8 }),
    sql`
      select user_id, count(*) as times from signals
      where user_id is not null and kind <> 'view' and dropped_by is null
      group by user_id
    `,
  );
  return new Map(rows.map(({ userId, times }) => [userId, times]));
}

/** The stored interests of all readers, as bytes. */
export async function interestStates(
  database: Database,
  then: 'keep' | 'forget',
): Promise<Map<string, string>> {
  const rows = await database.many(
    row({ user_id: uuid, state: text }),
    sql`select user_id, encode(state, 'hex') as state from interests`,
  );
  if (then === 'forget') await database.execute(sql`delete from interests`);
  return new Map(rows.map(({ userId, state }) => [userId, state]));
}

/**
 * The list of the last hour by shares. It is computed every five seconds; this waits half a minute for the
 * expected one.
 */
export async function sharesInList(
  database: Database,
  expected: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  for (let looks = 0; ; looks++) {
    const found = await shareList(database);
    const isRight =
      found.size === expected.size && [...expected].every(([id, times]) => found.get(id) === times);
    if (isRight || looks === 60) return found;
    await systemClock.sleep(500);
  }
}

async function shareList(database: Database): Promise<Map<string, number>> {
  const stored = await database.maybe(
    row({ version: int8, at: timestamptz, news: text }),
    sql`select version, at, news from trending_lists where span = '1h'`,
  );
  if (!stored) return new Map();
  const edition = parseSnapshot(
    { window: '1h', version: stored.version, at: stored.at.getTime() },
    stored.news,
  );
  const entries = readList(edition, listKey({ of: 'articles', by: 'shares' }));
  return new Map(entries.map(({ id, shares }) => [id, shares]));
}

/** Resolves with the time until every group has handled all of its stream; gives up after two minutes. */
export async function waitUntilDrained(database: Database): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 120_000) {
    const { left } = await database.one(
      row({ left: int8 }),
      sql`
        select coalesce(sum(last_offset - position), 0)::bigint as left
        from log_positions join log_partitions using (stream_id, partition)
        where group_name in ('rules', 'interests')
      `,
    );
    if (left === 0) break;
    await systemClock.sleep(100);
  }
  return performance.now() - start;
}
