import { type Statement, sql } from '../platform/database/sql.ts';
import type { AccountsContext } from './context.ts';
import { oldestPlace } from './known-clients.ts';
import { createSigningKeys } from './signing-keys.ts';

/**
 * Deletes expired rows and creates the signing key that is due. The rows were invalid already, so this may run late,
 * twice, or in several processes at once.
 */
export async function accountsHousekeeping(context: AccountsContext): Promise<HousekeepingReport> {
  const now = new Date(context.clock.now());
  await createSigningKeys(context).makeDue();
  return {
    sessions: await deleteInBatches(
      context,
      batch => sql`
      delete from sessions where id in (
        select id from sessions where expires_at <= ${now} limit ${batch} for update skip locked
      )
    `,
    ),
    challenges: await deleteInBatches(
      context,
      batch => sql`
      delete from sign_in_challenges where id in (
        select id from sign_in_challenges where expires_at <= ${now} limit ${batch} for update skip locked
      )
    `,
    ),
    links: await deleteInBatches(
      context,
      batch => sql`
      delete from one_time_links where secret_hash in (
        select secret_hash from one_time_links where expires_at <= ${now} limit ${batch} for update skip locked
      )
    `,
    ),
    mailCounts: await deleteInBatches(
      context,
      batch => sql`
      delete from mail_counts where (address_hash, kind, day) in (
        select address_hash, kind, day from mail_counts
        where day < ${new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)}::date
        limit ${batch} for update skip locked
      )
    `,
    ),
    places: await deleteInBatches(
      context,
      batch => sql`
      delete from sign_in_places where (user_id, network) in (
        select user_id, network from sign_in_places where last_used_at <= ${oldestPlace(context)}
        limit ${batch} for update skip locked
      )
    `,
    ),
    signingKeys: await deleteInBatches(
      context,
      batch => sql`
      delete from signing_keys where id in (
        select id from signing_keys where published_until <= ${now} limit ${batch} for update skip locked
      )
    `,
    ),
  };
}

/** One transaction per batch: locks are short, and an interruption loses only one batch. */
async function deleteInBatches(
  { database }: AccountsContext,
  statement: (batch: number) => Statement,
): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await database.execute(statement(BATCH));
    total += deleted;
    if (deleted < BATCH) return total;
  }
}

const BATCH = 500;
const DAY_MS = 86_400_000;

export interface HousekeepingReport {
  readonly sessions: number;
  readonly challenges: number;
  readonly links: number;
  readonly mailCounts: number;
  readonly places: number;
  readonly signingKeys: number;
}
