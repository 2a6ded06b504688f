import type { Database } from '../../src/platform/database/port.ts';
import { int8, row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { SeenRequest } from './crawl-world.ts';
import type { Pause } from './faulted-processes.ts';

/** Records every value that `next_crawl_at` ever had, and since when. */
export const HISTORY = `
  create table schedule_history (
    url text not null,
    next_crawl_at timestamptz,
    since timestamptz not null default clock_timestamp()
  );
  create function keep_history() returns trigger language plpgsql as $$
  begin
    insert into schedule_history (url, next_crawl_at)
    select sources.url, new.next_crawl_at from sources where id = new.source_id;
    return new;
  end $$;
  create trigger keep_history after insert or update of next_crawl_at on source_schedule
  for each row execute function keep_history()`;

/** FETCH-2, as seen by the hosts: concurrent requests, and requests that came too soon. */
export function findImpoliteRequests(
  seen: readonly SeenRequest[],
  minPauseMs: number,
  pauses: readonly Pause[],
) {
  const wrong = { together: 0, tooSoon: 0, lateRequests: 0, shortestMs: Number.POSITIVE_INFINITY };
  for (const requests of Map.groupBy(seen, ({ host }) => host).values()) {
    const inOrder = [...requests].sort((a, b) => a.from - b.from);
    for (const [index, next] of inOrder.entries()) {
      const last = inOrder[index - 1];
      if (!last) continue;
      const gap = next.from - (last.to ?? Number.POSITIVE_INFINITY);
      if (gap >= minPauseMs) wrong.shortestMs = Math.min(wrong.shortestMs, gap);
      else if (isLateRequest(next, pauses) || isLateRequest(last, pauses)) wrong.lateRequests++;
      else if (gap < 0) wrong.together++;
      else wrong.tooSoon++;
    }
  }
  return wrong;
}

/**
 * A process paused between its last check of the lease and the sending of the request sends it when it
 * resumes. Nothing on this side can prevent that; its result is refused. Such requests are counted
 * separately, and must be few.
 */
function isLateRequest({ process, from }: SeenRequest, pauses: readonly Pause[]): boolean {
  return pauses.some(pause => pause.process === process && from >= pause.to - 5 && from <= pause.to + 100);
}

/** SCHED-2, from what the hosts saw and what the schedule said at that moment. */
export async function measurePunctuality(
  database: Database,
  seen: readonly SeenRequest[],
  pauses: readonly Pause[],
): Promise<Punctuality> {
  const requests = seen
    .filter(({ path }) => path.startsWith('/feed/'))
    .filter(request => !isLateRequest(request, pauses))
    .map(({ host, path, from }) => ({ url: `http://${host}${path}`, at: new Date(from) }));
  return database.one(
    row({ requests: int8, early: int8, latest_ms: int8 }),
    sql`
      with judged as (
        select seen.at, stood.next_crawl_at
        from json_to_recordset(${JSON.stringify(requests)}::json) as seen (url text, at timestamptz)
        cross join lateral (
          select next_crawl_at
          from schedule_history
          where schedule_history.url = seen.url and since <= seen.at
          order by since desc
          limit 1
        ) as stood
      )
      select count(*) as requests,
        -- The moments of the hosts are cut to whole milliseconds.
        count(*) filter (where next_crawl_at is null or next_crawl_at > at + interval '1 millisecond') as early,
        coalesce(max(extract(epoch from at - next_crawl_at) * 1000), 0)::bigint as latest_ms
      from judged
    `,
  );
}

/** Whether articles published, articles stored and events in the log agree in the end. */
export async function checkAgreement(database: Database, published: readonly string[]): Promise<Agreement> {
  const stored = await database.many(row({ url: text }), sql`select url from articles`);
  const { events, reported } = await database.one(
    row({ events: int8, reported: int8 }),
    sql`select count(*) as events, count(distinct data::json ->> 'articleId') as reported from log_events`,
  );
  const { waiting } = await database.one(
    row({ waiting: int8 }),
    sql`select count(*) as waiting from crawl_pages`,
  );
  const { overlapping } = await database.one(
    row({ overlapping: int8 }),
    sql`
      with visited as (
        select host, at, lag(at + duration_ms * interval '1 millisecond') over (partition by host order by at) as before
        from fetches
        where status is not null
      )
      -- Durations are rounded.
      select count(*) as overlapping from visited where at < before - interval '2 milliseconds'
    `,
  );
  const { early } = await database.one(
    row({ early: int8 }),
    sql`select count(*) as early from fetches where at < due_at`,
  );
  const known = new Set(stored.map(({ url }) => url));
  return {
    lost: published.filter(url => !known.has(url)).length,
    doubled: stored.length - known.size,
    invented: [...known].filter(url => !published.includes(url)).length,
    withoutEvent: Math.abs(stored.length - events) + Math.abs(events - reported),
    waiting,
    overlapping,
    recordedEarly: early,
  };
}

export interface Punctuality {
  readonly requests: number;
  readonly early: number;
  readonly latestMs: number;
}

export interface Agreement {
  readonly lost: number;
  readonly doubled: number;
  readonly invented: number;
  /** Articles without exactly one event. */
  readonly withoutEvent: number;
  readonly waiting: number;
  /** Recorded fetches that overlapped at one host: the trace of a crawler that wrote after its lease. */
  readonly overlapping: number;
  readonly recordedEarly: number;
}
