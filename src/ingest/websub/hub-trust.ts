import type { Database } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { MAX_INTERVAL_SECONDS } from '../schedule/intervals.ts';

/**
 * SRC-7: a hub that pushes saves the publisher most fetches; a silent hub changes nothing.
 *
 *   trusted   active, and the newest article of the source came by push: the source is fetched four times a day, to check
 *             that the hub still pushes everything
 *   silent    a fetch found an article that the hub has not pushed, and did not push within ten minutes either: the
 *             source is fetched as if it had no hub, and the subscription is requested again, in case the hub lost it
 */
export async function relaxPolling(database: Database): Promise<void> {
  await database.execute(sql`
    update source_schedule as schedule
    set next_crawl_at = schedule.last_fetch_at + ${VISIT_SECONDS} * interval '1 second'
    from websub_subscriptions as subscription
    where subscription.source_id = schedule.source_id
      and subscription.state = 'active' and subscription.lease_until > now()
      and subscription.last_push_at >= coalesce(schedule.last_new_at, '-infinity')
      and schedule.failures = 0
      and coalesce(schedule.hurried_until, '-infinity') <= now()
      and schedule.next_crawl_at > now()
      and schedule.next_crawl_at < schedule.last_fetch_at + ${VISIT_SECONDS} * interval '1 second'
  `);
}

/** Returns the subscriptions of silent hubs. */
export async function demoteSilentHubs(database: Database): Promise<string[]> {
  const silent = await database.many(
    row({ id: uuid }),
    sql`
      update websub_subscriptions as subscription
      set last_push_at = null, renew_at = now()
      from source_schedule as schedule
      where schedule.source_id = subscription.source_id
        and subscription.state = 'active'
        and subscription.last_push_at < schedule.last_new_at
        and schedule.last_new_at < now() - interval '10 minutes'
      returning subscription.id
    `,
  );
  return silent.map(({ id }) => id);
}

const VISIT_SECONDS = MAX_INTERVAL_SECONDS / 4;
