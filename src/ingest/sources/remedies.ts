import { Problem } from '../../errors.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { int4, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { hostOf, scheduleHosts } from '../schedule/hosts.ts';
import { findSource } from './registry.ts';

/**
 * SRC-4: makes an active source due at once; the crawler fetches it by the schedule (SCHED-2). Throws a Problem for a
 * source that is paused, dead or never fetched.
 */
export async function scheduleNow(tx: Transaction, id: string): Promise<void> {
  const due = await tx.many(
    row({ host: text, priority: int4 }),
    sql`
      update source_schedule set next_crawl_at = now()
      from sources
      where source_id = ${id} and sources.id = source_id and sources.status = 'active'
      returning host, source_schedule.priority
    `,
  );
  if (due.length === 0) throw await whyNotFetched(tx, id);
  await scheduleHosts(
    tx,
    due.map(({ host, priority }) => ({ host, due_in_ms: 0, priority })),
  );
}

async function whyNotFetched(tx: Transaction, id: string): Promise<Problem> {
  const source = await findSource(tx, id);
  if (!source) return new Problem('source-not-found');
  if (source.kind === 'submit') return new Problem('conflict', reason('source-not-fetched'));
  return new Problem('conflict', reason(source.status === 'dead' ? 'source-dead' : 'source-paused'));
}

/**
 * SRC-8: changes the address of a source: where it has moved to, or a replacement feed. Validators, failures and problems
 * of the old address are cleared; articles and settings stay.
 */
export async function changeSourceAddress(tx: Transaction, id: string, url: string): Promise<void> {
  const known = await tx.maybe(
    row({ id: uuid }),
    sql`select id from sources where url = ${url} and id <> ${id}`,
  );
  if (known) throw new Problem('conflict', reason('source-address-taken'));
  const changed = await tx.execute(sql`
    update sources set url = ${url}, status = 'active', updated_at = now() where id = ${id} and kind <> 'submit'
  `);
  if (changed === 0) throw new Problem('source-not-found', reason('source-unknown-or-submit'));
  const { priority } = await tx.one(
    row({ priority: int4 }),
    sql`select priority from source_schedule where source_id = ${id}`,
  );
  await scheduleHosts(tx, [{ host: hostOf(url), due_in_ms: 0, priority }]);
  await tx.execute(sql`
    update source_schedule
    set host = ${hostOf(url)}, next_crawl_at = now(), failures = 0, failing_since = null, last_error = null,
        etag = null, last_modified = null, content_hash = null, moved_to = null
    where source_id = ${id}
  `);
  await tx.execute(sql`delete from source_problems where source_id = ${id}`);
}
