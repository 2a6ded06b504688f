import type { Transaction } from '../../platform/database/port.ts';
import { int8, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { identifier, sql } from '../../platform/database/sql.ts';
import { audit } from '../audit.ts';
import type { AccountsContext } from '../context.ts';
import { PERSONAL_DATA } from './catalogue.ts';
import type { EraseElsewhere, PersonalData } from './personal-data.ts';

/**
 * Finishes the erasures that were asked for:
 *
 *   requested -> stores outside the database -> each table, in a transaction of its own -> finished
 *
 * Every step may be taken again, so one that was interrupted anywhere starts from the top. Two processes at
 * it hold one another up for a step and no longer. An erasure that fails is tried again at the next call
 * and does not keep the others from being finished.
 */
export async function finishErasures(
  context: AccountsContext,
  elsewhere: readonly EraseElsewhere[] = [],
): Promise<ErasureReport> {
  let finished = 0;
  for (const { userId, dueAt } of await unfinished(context)) {
    try {
      await erase(context, userId, elsewhere);
      finished++;
    } catch (error) {
      const overdue = dueAt.getTime() < context.clock.now();
      context.telemetry.log[overdue ? 'error' : 'warn']('an erasure was interrupted', {
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

/** Requests that were under way when the account was shut may still write; they are over by then. */
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
  elsewhere: readonly EraseElsewhere[],
): Promise<void> {
  for (const store of elsewhere) await store.erase(userId);
  for (const data of PERSONAL_DATA) await step(context, userId, tx => eraseTable(tx, context, data, userId));
  await step(context, userId, tx => markFinished(tx, context, userId));
}

/** Nothing is done any more once somebody else has finished. */
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

export interface ErasureReport {
  /** How many were finished just now. */
  readonly finished: number;
  /** How many are left: too young, or interrupted. */
  readonly pending: number;
}
