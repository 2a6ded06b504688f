import { Problem } from '../../errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { isUuid } from '../../lib/ids.ts';
import { reason } from '../../reasons.ts';
import type { Database, Transaction } from '../database/port.ts';
import { bool, int4, type Row, row, text, timestamptz, uuid } from '../database/rows.ts';
import { type Statement, sql } from '../database/sql.ts';
import type { PartitionLease } from './leases.ts';
import type { DeadLetter, DeadLetterQuery, StoredEvent } from './port.ts';
import { bigint } from './rows.ts';

/** LOG-5: stores an event that a group could not handle, with the error, so that later events continue. */
export async function park(
  tx: Transaction,
  lease: PartitionLease,
  event: StoredEvent,
  { id, error, attempts }: { id: string; error: string; attempts: number },
): Promise<void> {
  await tx.execute(sql`
    insert into log_dead_letters
      (id, group_name, stream_id, partition, "offset", key, data, at, error, attempts, failed_at)
    values (
      ${id}, ${lease.groupName}, ${lease.streamId}, ${event.partition}, ${event.offset}, ${event.key},
      ${JSON.stringify(event.data)}, ${event.at}, ${error}, ${attempts}, ${NOW}
    )
  `);
}

/** Newest first. */
export async function listDeadLetters(
  database: Database,
  { group, before, limit = PAGE }: DeadLetterQuery = {},
): Promise<DeadLetter[]> {
  const letters = await database.many(
    Letter,
    selectLetters(sql`
      where true
        ${group === undefined ? sql`` : sql`and group_name = ${group}`}
        ${before === undefined ? sql`` : sql`and (failed_at, letter.id) < (${before.failedAt}, ${before.id})`}
      order by failed_at desc, letter.id desc
      limit ${limit}
    `),
  );
  return letters.map(asDeadLetter);
}

export async function getDeadLetter(database: Database, id: string): Promise<DeadLetter | null> {
  const letter = isUuid(id)
    ? await database.maybe(Letter, selectLetters(sql`where letter.id = ${id}`))
    : null;
  return letter && asDeadLetter(letter);
}

/** The attempt is counted before it is made. Null when another member has it or the request was withdrawn. */
export async function beginRetry(database: Database, id: string): Promise<DeadLetter | null> {
  const begun = await database.execute(sql`
    update log_dead_letters
    set retry_requested_at = null, retry_started_at = clock_timestamp(), attempts = attempts + 1
    where id = ${id} and retry_requested_at is not null
  `);
  return begun === 0 ? null : getDeadLetter(database, id);
}

export async function retrySucceeded(tx: Transaction, id: string): Promise<void> {
  await tx.execute(sql`delete from log_dead_letters where id = ${id}`);
}

export async function retryFailed(database: Database, id: string, error: string): Promise<void> {
  await database.execute(sql`
    update log_dead_letters
    set retry_started_at = null, error = ${error}, failed_at = ${NOW}
    where id = ${id}
  `);
}

/** Returns the group and stream whose consumers must be notified. */
export async function requestRetry(
  tx: Transaction,
  id: string,
): Promise<{ groupName: string; streamId: number }> {
  const requested = isUuid(id)
    ? await tx.maybe(
        row({ group_name: text, stream_id: int4 }),
        sql`
          update log_dead_letters set retry_requested_at = clock_timestamp(), retry_started_at = null
          where id = ${id}
          returning group_name, stream_id
        `,
      )
    : null;
  if (!requested) throw new Problem('not-found', reason('dead-letter-unknown'));
  return requested;
}

/** True when it was handled, false when it failed again. */
export async function awaitRetry(
  database: Database,
  clock: Clock,
  id: string,
  patienceMs: number,
): Promise<boolean> {
  const deadline = clock.now() + patienceMs;
  for (;;) {
    const state = await database.maybe(RetryState, retryState(id));
    if (!state) return true;
    if (!state.requested && !state.started) return false;
    if (clock.now() > deadline) break;
    await clock.sleep(50);
  }
  // Waits for a handler that has just started on the row, then checks the outcome.
  const withdrawn = await database.execute(sql`
    update log_dead_letters set retry_requested_at = null where id = ${id} and retry_requested_at is not null
  `);
  if (withdrawn > 0) throw new Problem('timed-out', reason('event-no-consumer'));
  if ((await database.maybe(RetryState, retryState(id))) === null) return true;
  throw new Problem('timed-out', reason('event-in-progress'));
}

function retryState(id: string): Statement {
  return sql`
    select retry_requested_at is not null as requested, retry_started_at is not null as started
    from log_dead_letters where id = ${id}
  `;
}

function selectLetters(conditions: Statement): Statement {
  return sql`
    select letter.id, group_name, name as stream, partition, "offset", key, data, at, error, attempts, failed_at
    from log_dead_letters letter
    join log_streams on log_streams.id = stream_id
    ${conditions}
  `;
}

function asDeadLetter(letter: Row<typeof letterColumns>): DeadLetter {
  const { id, groupName, error, attempts, failedAt, data, ...event } = letter;
  return { id, group: groupName, event: { ...event, data: JSON.parse(data) }, error, attempts, failedAt };
}

const PAGE = 100;
/** To the millisecond, the precision of list cursors. */
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`;

const letterColumns = {
  id: uuid,
  group_name: text,
  stream: text,
  partition: int4,
  offset: bigint,
  key: text,
  data: text,
  at: timestamptz,
  error: text,
  attempts: int4,
  failed_at: timestamptz,
};
const Letter = row(letterColumns);
const RetryState = row({ requested: bool, started: bool });
