import type { ValidEvent } from '../../model/valid-signals.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventHandler, EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { INTERESTS_CHANGED } from '../../streams.ts';
import { applyInterestInputs, interestInputsOf } from './interest-inputs.ts';
import { readManyInterests, storeInterests } from './interest-store.ts';
import type { ReaderInterests } from './interests.ts';

/**
 * INT-1, INT-2: signals and commands update the interests of signed-in readers, each event once and in order. Interests
 * store the offset of the last event applied, so a redelivered event changes nothing and a full replay gives the same
 * interests. Caches of interests learn of the change from interests.changed.
 */
export const createInterestUpdater =
  ({ log, telemetry }: InterestUpdaterDeps): EventHandler<ValidEvent> =>
  async (tx, events) => {
    const inputs = events.flatMap(interestInputsOf);
    if (inputs.length === 0) return;
    const userIds = [...new Set(inputs.map(({ userId }) => userId))];
    const stored = await lockInterests(tx, userIds);
    const changed = await applyInterestInputs(tx, inputs, userId => stored.get(userId));
    await storeInterests(tx, changed);
    // Reading an article without facts leaves interests as they are, but changes what was read.
    const readers = userIds.filter(userId => stored.has(userId));
    log.append(
      tx,
      INTERESTS_CHANGED,
      readers.map(userId => ({ userId })),
    );
    tx.afterCommit(() => {
      for (const [userId, { at }] of changed)
        telemetry.log.debug('interest.updated', { userId, at: new Date(at).toISOString() });
    });
  };

/**
 * Of readers with an account; empty interests for those without any. A rebuild locks readers exclusively while it writes
 * (rebuild-interests.ts), so interests are read by a second statement, which sees what was written before the lock.
 */
async function lockInterests(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, ReaderInterests>> {
  const readers = await tx.many(
    row({ id: uuid }),
    sql`
      select id from users where id = any (${[...userIds].sort()}::uuid[]) and erased_at is null
      order by id
      for key share
    `,
  );
  const interests = await readManyInterests(
    tx,
    readers.map(({ id }) => id),
  );
  return new Map(readers.map(({ id }) => [id, interests(id)]));
}

export interface InterestUpdaterDeps {
  readonly log: EventLog;
  readonly telemetry: Telemetry;
}
