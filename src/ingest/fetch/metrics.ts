import { type Clock, systemClock } from '../../lib/clock.ts';
import { RecentShare } from '../../lib/recent-share.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { float8, nullable, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { setOrClear } from '../../platform/telemetry/gauges.ts';
import type { IngestContext } from '../context.ts';

/**
 * OBS-2: gauges of the crawler. The failure ratio is counted in this process; the ratio of overdue sources comes from the
 * database, at most once a minute however often metrics are scraped, because the query reads every source.
 */
export function exposeCrawlMetrics({ database, telemetry: { metrics } }: IngestContext): FetchCounts {
  const counts = createFetchCounts(systemClock);
  const overdue = new RefreshingValue({
    clock: systemClock,
    maxAgeMs: QUERY_INTERVAL_MS,
    load: async () => setOrClear(metrics.gauge('sources_overdue_ratio'), await overdueShare(database)),
    onError: () => metrics.gauge('sources_overdue_ratio').clear(),
  });
  metrics.onScrape(() => {
    setOrClear(metrics.gauge('crawl_fetch_error_rate'), counts.failureRatio());
    return overdue.refreshIfStale();
  });
  return counts;
}

/** Reads every source. Null without any. */
export async function overdueShare(database: Queryable): Promise<number | null> {
  return (await database.one(Overdue, OVERDUE)).share;
}

/** The fetches of the last five minutes. */
export function createFetchCounts(clock: Clock): FetchCounts {
  const failures = new RecentShare(clock);
  return {
    count: failed => failures.add(failed ? 1 : 0, 1),
    failureRatio: () => failures.value(),
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

const QUERY_INTERVAL_MS = 60_000;

export interface FetchCounts {
  count(failed: boolean): void;
  /** Null when nothing was fetched. */
  failureRatio(): number | null;
}
