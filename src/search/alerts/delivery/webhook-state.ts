import type { Queryable, Transaction } from '../../../platform/database/port.ts';
import { bool, int4, nullable, type RowOf, row, text, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Reason, reason } from '../../../reasons.ts';

/**
 * SRCH-9: the state of a webhook's address.
 *
 *   address set, or challenged again -> pending -> challenge returned -> confirmed
 *                                               -> tries used up      -> failed
 *
 * Only confirmed addresses get deliveries; those of pending ones wait. Null is an address from before challenges existed: its
 * next delivery starts one. Each start has a number, so that the outcome of an older challenge, perhaps of another address,
 * changes nothing.
 */
export function webhookTarget(database: Queryable, searchId: string): Promise<WebhookTarget | null> {
  return database.maybe(
    TargetRow,
    sql`
      select saved.id, saved.user_id, saved.name, saved.query, saved.webhook_url, saved.webhook_key, saved.webhook_state,
        saved.webhook_challenge, saved.webhook_failures, saved.paused_at is not null as is_paused
      from saved_searches as saved
      join users on users.id = saved.user_id and users.disabled_at is null and users.erased_at is null
      where saved.id = ${searchId} and saved.webhook_url is not null
    `,
  );
}

/** Starts a challenge for an address from before there were any. Null when another process did. */
export async function startFirstChallenge(tx: Transaction, searchId: string): Promise<number | null> {
  const started = await tx.maybe(
    row({ webhook_challenge: int4 }),
    sql`
      update saved_searches set webhook_state = 'pending', webhook_challenge = webhook_challenge + 1
      where id = ${searchId} and webhook_url is not null and webhook_state is null
      returning webhook_challenge
    `,
  );
  return started?.webhookChallenge ?? null;
}

/** Challenges the address again, whatever its state. Null without an address. */
export async function restartChallenge(
  tx: Transaction,
  userId: string,
  searchId: string,
): Promise<number | null> {
  const started = await tx.maybe(
    row({ webhook_challenge: int4 }),
    sql`
      update saved_searches
      set webhook_state = 'pending', webhook_challenge = webhook_challenge + 1, webhook_failures = 0, webhook_error = null
      where id = ${searchId} and user_id = ${userId} and webhook_url is not null
      returning webhook_challenge
    `,
  );
  return started?.webhookChallenge ?? null;
}

export async function recordChallenge(
  tx: Transaction,
  { searchId, challenge, state }: { searchId: string; challenge: number; state: WebhookState },
): Promise<void> {
  await tx.execute(sql`
    update saved_searches
    set webhook_state = ${state}, webhook_error = ${state === 'confirmed' ? null : UNCONFIRMED}
    where id = ${searchId} and webhook_challenge = ${challenge} and webhook_state = 'pending'
  `);
}

export async function recordWebhookDelivery(
  tx: Transaction,
  { searchId, url, error, now }: { searchId: string; url: string; error: WebhookError | null; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update saved_searches
    set webhook_failures = case when ${error}::text is null then 0 else webhook_failures + 1 end,
      webhook_error = ${error},
      webhook_delivered_at = case when ${error}::text is null then ${now} else webhook_delivered_at end
    where id = ${searchId} and webhook_url = ${url}
  `);
}

/**
 * What the owner sees. Whatever kept a request from being answered has one text: whether a name is unknown, leads inside, or
 * has a closed port must not be found out through us.
 */
export function webhookErrorReason(stored: string | null): Reason | null {
  if (stored === null) return null;
  if (stored === UNCONFIRMED) return reason('webhook-unconfirmed');
  const status = /^status (\d{3})$/.exec(stored)?.[1];
  return status === undefined ? reason('webhook-unreachable') : reason('webhook-status', { status });
}

const UNCONFIRMED = 'unconfirmed';
export const UNREACHABLE = 'unreachable';
export type WebhookError = typeof UNREACHABLE | `status ${number}`;

export const WEBHOOK_STATES = ['pending', 'confirmed', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const TargetRow = row({
  id: uuid,
  user_id: uuid,
  name: text,
  query: text,
  webhook_url: text,
  webhook_key: int4,
  webhook_state: nullable(text),
  webhook_challenge: int4,
  webhook_failures: int4,
  is_paused: bool,
});
export type WebhookTarget = RowOf<typeof TargetRow>;
