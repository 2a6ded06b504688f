import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { findSubscription, type SourceSubscription } from './subscriptions.ts';

/**
 * Handles a hub's verification of intent or its denial. Returns the challenge to send back, or null to refuse: the topic
 * is another one, we did not request it, or the source is inactive.
 */
export async function verifyIntent(
  database: Database,
  id: string,
  intent: HubIntent,
): Promise<string | null> {
  const subscription = await findSubscription(database, id);
  if (!subscription || subscription.topic !== intent.topic) return null;
  if (intent.mode === 'denied') {
    await deny(database, subscription);
    return '';
  }
  if (!/^[\x21-\x7e]{1,1024}$/.test(intent.challenge)) return null;
  const isWanted = subscription.state !== 'ended' && subscription.sourceStatus === 'active';
  if (intent.mode === 'unsubscribe') return isWanted ? null : intent.challenge;
  if (intent.mode !== 'subscribe' || !isWanted) return null;
  await activate(database, subscription, leaseOf(intent.leaseSeconds));
  return intent.challenge;
}

/** Renewed when two thirds of the lease are over. */
async function activate(database: Database, { id }: SourceSubscription, leaseSeconds: number): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions
    set state = 'active', failures = 0,
        lease_until = now() + ${leaseSeconds} * interval '1 second',
        renew_at = now() + ${Math.floor((leaseSeconds * 2) / 3)} * interval '1 second'
    where id = ${id} and state <> 'ended'
  `);
}

async function deny(database: Database, { id }: SourceSubscription): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions
    set state = 'denied', lease_until = null, renew_at = now() + interval '7 days'
    where id = ${id} and state <> 'ended'
  `);
}

function leaseOf(text: string): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : LEASE_SECONDS;
  return Math.min(Math.max(seconds, MIN_LEASE_SECONDS), MAX_LEASE_SECONDS);
}

/** The lease that we request, and the assumed one of a hub that does not name a lease. */
export const LEASE_SECONDS = 10 * 86_400;
const MIN_LEASE_SECONDS = 60;
const MAX_LEASE_SECONDS = 90 * 86_400;

/** The query of the hub's request; missing parameters are empty. */
export interface HubIntent {
  readonly mode: string;
  readonly topic: string;
  readonly challenge: string;
  readonly leaseSeconds: string;
}
