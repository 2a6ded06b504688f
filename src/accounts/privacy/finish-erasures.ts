import type { PersonalData } from '../../platform/database/personal-data.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { int8, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { identifier, sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';

/**
 * Finishes the requested erasures:
 *
 *   requested -> stores outside the database -> each table, in its own transaction -> finished
 *
 * Every step is idempotent, so an interrupted erasure starts from the top. Two processes that work on the same erasure
 * block each other for one step only. A failed erasure is retried at the next call and does not hold up the others.
 */
export async function finishErasures(
  context: AccountsContext,
  stores: readonly ErasableStore[] = [],
): Promise<ErasureReport> {
  let finished = 0;
  for (const { userId, dueAt } of await unfinished(context)) {
    try {
      await erase(context, userId, stores);
      finished++;
    } catch (error) {
      const overdue = dueAt.getTime() < context.clock.now();
      context.telemetry.log[overdue ? 'error' : 'warn']('erasure.interrupted', {
        userId,
        overdue,
        error,
      });
    }
  }
  const pending = await countPending(context);
  context.telemetry.metrics.gauge('erasures_pending').set({}, pending);
  return { finished, pending };
}

/** Requests in flight when the account was closed may still write; by then they have ended. */
function unfinished({ database, clock }: AccountsContext) {
  return database.many(
    row({ user_id: uuid, due_at: timestamptz }),
    sql`
      select user_id, due_at from erasures
      where finished_at is null and requested_at <= ${new Date(clock.now() - ERASURE_WAITS_MS)}
      order by requested_at, user_id
    `,
  );
}

async function erase(
  context: AccountsContext,
  userId: string,
  stores: readonly ErasableStore[],
): Promise<void> {
  for (const store of stores) await store.erase(userId);
  for (const data of context.personalData)
    await step(context, userId, tx => eraseTable(tx, context, data, userId));
  await step(context, userId, tx => markFinished(tx, context, userId));
}

/** Does nothing when another process has finished the erasure. */
function step(
  { database }: AccountsContext,
  userId: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return database.transaction(
    async tx => {
      const open = await tx.execute(sql`
        select from erasures where user_id = ${userId} and finished_at is null for update
      `);
      if (open === 1) await work(tx);
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

async function eraseTable(
  tx: Transaction,
  { clock }: AccountsContext,
  { table, erase }: PersonalData,
  userId: string,
): Promise<void> {
  if ('deleteWhere' in erase)
    await tx.execute(sql`delete from ${identifier(table)} where ${erase.deleteWhere(userId)}`);
  else if ('anonymise' in erase) await tx.execute(erase.anonymise(userId, new Date(clock.now())));
}

async function markFinished(tx: Transaction, context: AccountsContext, userId: string): Promise<void> {
  await tx.execute(sql`
    update erasures set finished_at = ${new Date(context.clock.now())} where user_id = ${userId}
  `);
  await context.changes.announce(tx, userId);
  await audit(tx, context, {
    actor: { kind: 'system' },
    action: 'account.erasure-finished',
    subject: { kind: 'user', id: userId },
  });
}

async function countPending({ database }: AccountsContext): Promise<number> {
  const { count } = await database.one(
    row({ count: int8 }),
    sql`select count(*) from erasures where finished_at is null`,
  );
  return count;
}

/** Longer than a request may take. */
export const ERASURE_WAITS_MS = 60_000;

const STATEMENT_TIMEOUT_MS = 5 * 60_000;

/**
 * A store outside the database that may hold personal data (a cache, a search index). It is cleared before the tables,
 * and again after an interruption. A rejection stops the erasure until the next attempt.
 */
export interface ErasableStore {
  readonly name: string;
  erase(userId: string): Promise<void>;
}

export interface ErasureReport {
  /** Finished by this call. */
  readonly finished: number;
  /** Still open: too recent, or interrupted. */
  readonly pending: number;
}
