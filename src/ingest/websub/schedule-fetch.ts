import type { Transaction } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * The source of a push that cannot be parsed or archived is fetched instead. A host that is being visited may have responded before it had the new
 * document: its time moves, so that the visit sees the new request. Otherwise an overdue source keeps its position.
 */
export async function scheduleFetch(tx: Transaction, sourceId: string): Promise<void> {
  await tx.execute(sql`
    with due as (
      update source_schedule
      set next_crawl_at = case when crawl_hosts.busy_until > now() then now() else least(next_crawl_at, now()) end
      from crawl_hosts
      where source_id = ${sourceId} and crawl_hosts.host = source_schedule.host
        and next_crawl_at is not null and source_schedule.failures = 0
      returning source_schedule.host
    )
    update crawl_hosts set due_at = least(due_at, now()) where host in (select host from due)
  `);
}
