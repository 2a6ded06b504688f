import type { Database, Transaction } from '../../platform/database/port.ts';
import { int4, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { scheduleHosts } from './hosts.ts';
import { MIN_INTERVAL_SECONDS } from './intervals.ts';

/**
 * SCHED-3: fetches these sources at the minimum interval for the next ten minutes, beginning as soon as their last fetch is
 * that long ago. Repeated calls extend the time. Sources that fail keep their delay, paused ones stay paused.
 */
export function hurrySources(database: Database, sourceIds: readonly string[]): Promise<void> {
  return database.transaction(async tx => {
    const due = await hurry(tx, sourceIds);
    await scheduleHosts(
      tx,
      due.map(({ host, dueInMs, priority }) => ({ host, due_in_ms: dueInMs, priority })),
    );
  });
}

/** A source that is already hurried for long enough is not written again. */
function hurry(tx: Transaction, sourceIds: readonly string[]) {
  return tx.many(
    row({ host: text, due_in_ms: int4, priority: int4 }),
    sql`
      update source_schedule
      set hurried_until = now() + ${HURRY_SECONDS} * interval '1 second',
          next_crawl_at = least(
            next_crawl_at, greatest(now(), last_fetch_at + ${MIN_INTERVAL_SECONDS} * interval '1 second'))
      where source_id in (
          select source_id from source_schedule
          where source_id = any (${sourceIds}::uuid[]) and failures = 0 and next_crawl_at is not null
            and coalesce(hurried_until, '-infinity') < now() + ${HURRY_SECONDS / 2} * interval '1 second'
          order by source_id
          for update
        )
      returning host, (extract(epoch from greatest(next_crawl_at - now(), interval '0')) * 1000)::int as due_in_ms,
        priority::int
    `,
  );
}

const HURRY_SECONDS = 600;
