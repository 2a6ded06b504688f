import { type Clock, systemClock } from '../../lib/clock.ts';
import { float8, nullable, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';

/**
 * OBS-2: gauges of the crawler. The failure ratio is counted in this process; the ratio of overdue sources comes from the
 * database, at most once a minute however often metrics are scraped, because the query reads every source.
 */
export function exposeCrawlMetrics({ database, telemetry: { metrics } }: IngestContext): FetchCounts {
  const counts = createFetchCounts(systemClock);
  let queriedAt = Number.NEGATIVE_INFINITY;
  metrics.onScrape(async () => {
    const rate = counts.failureRatio();
    if (rate === null) metrics.gauge('crawl_fetch_error_rate').clear();
    else metrics.gauge('crawl_fetch_error_rate').set({}, rate);
    if (systemClock.now() - queriedAt < QUERY_EVERY_MS) return;
    queriedAt = systemClock.now();
    const overdue = await database.one(Overdue, OVERDUE).catch(() => ({ share: null }));
    if (overdue.share === null) metrics.gauge('sources_overdue_ratio').clear();
    else metrics.gauge('sources_overdue_ratio').set({}, overdue.share);
  });
  return counts;
}

/** The fetches of the last five minutes, counted by minute; the oldest minute is dropped as a whole. */
export function createFetchCounts(clock: Clock): FetchCounts {
  const minutes: { minute: number; all: number; failed: number }[] = [];
  const recent = () => {
    const minute = Math.floor(clock.now() / 60_000);
    while (minutes[0] && minutes[0].minute <= minute - MINUTES) minutes.shift();
    return minute;
  };
  return {
    count: failed => {
      const minute = recent();
      let last = minutes.at(-1);
      if (last?.minute !== minute) {
        last = { minute, all: 0, failed: 0 };
        minutes.push(last);
      }
      last.all++;
      if (failed) last.failed++;
    },
    failureRatio: () => {
      recent();
      const all = minutes.reduce((sum, each) => sum + each.all, 0);
      return all === 0 ? null : minutes.reduce((sum, each) => sum + each.failed, 0) / all;
    },
  };
}

const Overdue = row({ share: nullable(float8) });

/** Sources that were not fetched within twice their interval: a whole interval after their due time. */
const OVERDUE = sql`
  select (
    count(*) filter (where next_crawl_at < now() - coalesce(interval_seconds, 900) * interval '1 second')
  )::float8 / nullif(count(*), 0) as share
  from source_schedule
  where next_crawl_at is not null
`;

const QUERY_EVERY_MS = 60_000;
const MINUTES = 5;

export interface FetchCounts {
  count(failed: boolean): void;
  /** Null when nothing was fetched. */
  failureRatio(): number | null;
}
