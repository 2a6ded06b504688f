import type { TrendingEntered } from '../../../model/trending.ts';
import type { Database } from '../../../platform/database/port.ts';
import { row, text, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { EventLog } from '../../../platform/log/port.ts';
import { TRENDING_ENTERED } from '../../../streams.ts';
import type { TrendingEntry } from '../lists.ts';
import { contentOf, readList, type TrendingSnapshot } from '../snapshot.ts';
import { StaleEpoch } from './checkpoint.ts';

/** TREND-6: sends a snapshot to the processes that serve. */
export async function publishSnapshot(
  database: Database,
  epoch: bigint,
  snapshot: TrendingSnapshot,
): Promise<void> {
  const { window, version, at } = snapshot;
  await database.transaction(async tx => {
    const written = await tx.execute(sql`
      insert into trending_lists (span, version, at, news)
      select ${window}, ${version}, ${new Date(at)}, ${contentOf(snapshot)} from trending_state where epoch = ${epoch}
      on conflict (span) do update set version = excluded.version, at = excluded.at, news = excluded.news
      where trending_lists.version < excluded.version
    `);
    if (written === 0) throw new StaleEpoch();
    await tx.execute(sql`select pg_notify(${CHANNEL}, ${`${window} ${version}`})`);
  });
}

/**
 * TREND-9: an item that enters the top of a list for the first time is appended to `trending.entered`. The database
 * remembers past entries, so each is announced once, across leaders and restarts.
 */
export async function announceEntered(
  { database, log }: { readonly database: Database; readonly log: EventLog },
  epoch: bigint,
  snapshot: TrendingSnapshot,
): Promise<void> {
  const seen = Object.keys(snapshot.lists)
    .filter(isAnnounced)
    .flatMap(list =>
      readList(snapshot, list)
        .slice(0, TOP)
        .map(entry => ({ list, ...entry })),
    );
  if (seen.length === 0) return;
  await database.transaction(async tx => {
    const owned = await tx.execute(sql`select from trending_state where epoch = ${epoch} for share`);
    if (owned === 0) throw new StaleEpoch();
    const entered = await tx.many(
      row({ list: text, id: uuid }),
      sql`
        insert into trending_entered (list, id, at)
        select list, id, ${new Date(snapshot.at)} from unnest(
          ${seen.map(({ list }) => list)}::text[], ${seen.map(({ id }) => id)}::uuid[]
        ) as seen (list, id)
        on conflict (list, id) do nothing
        returning list, id
      `,
    );
    const isNew = new Set(entered.map(({ list, id }) => `${list} ${id}`));
    const news = seen.filter(({ list, id }) => isNew.has(`${list} ${id}`));
    if (news.length > 0)
      log.append(
        tx,
        TRENDING_ENTERED,
        news.map(entry => enteredEvent(snapshot, entry)),
      );
  });
}

/** Only the blend lists, global and by category; topics and countries would be too many. */
function isAnnounced(list: string): boolean {
  const [, by, dimension] = list.split('/');
  return by === 'blend' && (dimension === 'global' || dimension === 'category');
}

function enteredEvent(
  snapshot: TrendingSnapshot,
  { list, id, rank, score }: TrendingEntry & { list: string },
): TrendingEntered {
  const [of = '', , kind, value] = list.split('/');
  return {
    of: of === 'stories' ? 'stories' : 'articles',
    id,
    category: kind === 'category' ? (value ?? null) : null,
    window: snapshot.window,
    rank,
    score,
    at: snapshot.at,
  };
}

/** BREAK-3: stores reads and shares of the busiest stories of the last minute, for the detection of breaking news. */
export async function storeEngagement(
  database: Database,
  epoch: bigint,
  { stories, at }: { readonly stories: readonly TrendingEntry[]; readonly at: number },
): Promise<void> {
  const busiest = stories.slice(0, BUSIEST).filter(({ reads, shares }) => reads + shares > 0);
  const minute = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  await database.transaction(async tx => {
    const isOurs = await tx.execute(sql`select from trending_state where epoch = ${epoch} for key share`);
    if (isOurs === 0) throw new StaleEpoch();
    await tx.execute(sql`
      insert into story_engagement (minute, story_id, count)
      select ${minute}, * from unnest(
        ${busiest.map(({ id }) => id)}::uuid[], ${busiest.map(({ reads, shares }) => reads + shares)}::integer[]
      )
      on conflict (minute, story_id) do nothing
    `);
    await tx.execute(sql`delete from story_engagement where minute < ${new Date(at - KEPT_MS)}`);
  });
}

export const CHANNEL = 'trending';
const TOP = 10;
const BUSIEST = 100;
const MINUTE_MS = 60_000;
const KEPT_MS = 2 * 86_400_000;
