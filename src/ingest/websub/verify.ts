import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { findSubscription, type HubSubscription } from './subscriptions.ts';

/**
 * The hub asks whether a subscription is really wanted, or says that it will not have it. Answers the challenge to be
 * sent back, or null when it is not: for another topic, for what was never asked, or for a source that is not visited.
 */
export async function verifyIntent(database: Database, id: string, asked: HubIntent): Promise<string | null> {
  const subscription = await findSubscription(database, id);
  if (!subscription || subscription.topic !== asked.topic) return null;
  if (asked.mode === 'denied') {
    await deny(database, subscription);
    return '';
  }
  if (!/^[\x21-\x7e]{1,1024}$/.test(asked.challenge)) return null;
  const isWanted = subscription.state !== 'ended' && subscription.sourceStatus === 'active';
  if (asked.mode === 'unsubscribe') return isWanted ? null : asked.challenge;
  if (asked.mode !== 'subscribe' || !isWanted) return null;
  await activate(database, subscription, leaseOf(asked.leaseSeconds));
  return asked.challenge;
}

/** Asked again when two thirds of the lease are over. */
async function activate(database: Database, { id }: HubSubscription, leaseSeconds: number): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions
    set state = 'active', failures = 0,
        lease_until = now() + ${leaseSeconds} * interval '1 second',
        renew_at = now() + ${Math.floor((leaseSeconds * 2) / 3)} * interval '1 second'
    where id = ${id} and state <> 'ended'
  `);
}

async function deny(database: Database, { id }: HubSubscription): Promise<void> {
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

/** What we ask for, and what is assumed of a hub that does not say. */
export const LEASE_SECONDS = 10 * 86_400;
const MIN_LEASE_SECONDS = 60;
const MAX_LEASE_SECONDS = 90 * 86_400;

/** As the query of the hub's request has it; empty where something is missing. */
export interface HubIntent {
  readonly mode: string;
  readonly topic: string;
  readonly challenge: string;
  readonly leaseSeconds: string;
}
