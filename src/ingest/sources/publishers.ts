import { Problem } from '../../errors.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { reason } from '../../reasons.ts';
import { findSource } from './registry.ts';
import type { ScheduledSource } from './rows.ts';

/** SRC-6: allows a user to submit articles to a source; false when they could already. */
export async function verifyPublisher(tx: Transaction, sourceId: string, userId: string): Promise<boolean> {
  await requireSubmitSource(tx, sourceId);
  const added = await tx.execute(sql`
    insert into source_publishers (source_id, user_id, verified_at)
    select ${sourceId}, id, now() from users where id = ${userId}
    on conflict do nothing
  `);
  if (added > 0) return true;
  if (!(await isPublisher(tx, sourceId, userId))) throw new Problem('not-found', reason('publisher-unknown'));
  return false;
}

export async function removePublisher(tx: Transaction, sourceId: string, userId: string): Promise<boolean> {
  const removed = await tx.execute(sql`
    delete from source_publishers where source_id = ${sourceId} and user_id = ${userId}
  `);
  return removed > 0;
}

export async function isPublisher(database: Queryable, sourceId: string, userId: string): Promise<boolean> {
  const found = await database.maybe(
    row({ user_id: uuid }),
    sql`select user_id from source_publishers where source_id = ${sourceId} and user_id = ${userId}`,
  );
  return found !== null;
}

/** All publishers of a source, oldest first. */
export function listPublishers(database: Queryable, sourceId: string): Promise<Publisher[]> {
  return database.many(
    row({ user_id: uuid, verified_at: timestamptz }),
    sql`
      select user_id, verified_at from source_publishers
      where source_id = ${sourceId}
      order by verified_at, user_id
    `,
  );
}

/** The sources that a user may submit to. */
export function sourcesOfPublisher(
  database: Queryable,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  return database.many(
    row({ id: uuid, name: text }),
    sql`
      select sources.id, sources.name
      from source_publishers join sources on sources.id = source_publishers.source_id
      where user_id = ${userId} and kind = 'submit'
      order by lower(name), sources.id
    `,
  );
}

async function requireSubmitSource(tx: Transaction, sourceId: string): Promise<ScheduledSource> {
  const source = await findSource(tx, sourceId);
  if (!source) throw new Problem('source-not-found');
  if (source.kind !== 'submit')
    throw new Problem('conflict', reason('not-a-submit-source', { kind: source.kind }));
  return source;
}

export interface Publisher {
  readonly userId: string;
  readonly verifiedAt: Date;
}
