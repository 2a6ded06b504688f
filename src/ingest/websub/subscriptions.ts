import type { Keys } from '../../lib/keys.ts';
import type { Random } from '../../lib/random.ts';
import { isWebAddress } from '../../lib/web-address.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import {
  bytea,
  int4,
  nullable,
  type RowOf,
  row,
  text,
  timestamptz,
  uuid,
} from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * SRC-7: a subscription of a source at the hub that its feed names.
 *
 *   asked  --the hub verifies-->  active  --two thirds of the lease are over: requested again, still active-->  active
 *     |                             |--the lease expires-->  asked
 *     |--the hub denies-->  denied  --a week later-->  asked
 *   any  --the source is inactive, or its feed names another hub-->  ended  --the feed names this hub again-->  asked
 *
 * `renew_at` is the time of the next request to the hub; each request postpones it first, by more with every failure.
 * The id is the secret part of the callback address.
 */

/**
 * Saves the hubs that a feed names, in the transaction that stores the feed; no request is sent yet. The first hub is
 * enough: all of them push the same documents.
 */
export async function saveHubs(
  tx: Transaction,
  { newId, random, keys }: SubscriptionDeps,
  sourceId: string,
  { hubs, self }: FeedHubs,
): Promise<void> {
  const hub = hubs.find(address => isWebAddress(address, MAX_ADDRESS_LENGTH));
  const topic = isWebAddress(self, MAX_ADDRESS_LENGTH) ? self : null;
  await endOtherSubscriptions(tx, sourceId, hub && topic ? { hub, topic } : null);
  if (hub === undefined || topic === null) return;
  const secret = keys.seal('websub', random.bytes(SECRET_BYTES));
  await tx.execute(sql`
    insert into websub_subscriptions (id, source_id, hub, topic, secret, state, renew_at, created_at)
    values (${newId()}, ${sourceId}, ${hub}, ${topic}, ${secret}, 'asked', now(), now())
    on conflict (source_id, hub, topic) do update
    set state = 'asked', renew_at = now(), lease_until = null, last_push_at = null, failures = 0
    where websub_subscriptions.state = 'ended'
  `);
}

async function endOtherSubscriptions(
  tx: Transaction,
  sourceId: string,
  kept: HubAndTopic | null,
): Promise<void> {
  await tx.execute(sql`
    update websub_subscriptions
    set state = 'ended', renew_at = now(), lease_until = null
    where source_id = ${sourceId} and state <> 'ended'
      and (hub, topic) is distinct from (${kept?.hub ?? null}::text, ${kept?.topic ?? null}::text)
  `);
}

/** With the status of its source. */
export function findSubscription(database: Queryable, id: string): Promise<SourceSubscription | null> {
  return database.maybe(
    SourceSubscription,
    sql`
      select ${COLUMNS} from websub_subscriptions as subscription
      join sources on sources.id = subscription.source_id
      where subscription.id = ${id}
    `,
  );
}

export function subscriptionsOf(database: Queryable, sourceId: string): Promise<SourceSubscription[]> {
  return database.many(
    SourceSubscription,
    sql`
      select ${COLUMNS} from websub_subscriptions as subscription
      join sources on sources.id = subscription.source_id
      where subscription.source_id = ${sourceId}
      order by subscription.created_at
    `,
  );
}

export const COLUMNS = sql`
  subscription.id, subscription.source_id, subscription.hub, subscription.topic, subscription.secret,
  subscription.state, subscription.lease_until, subscription.last_push_at, subscription.failures,
  sources.status as source_status
`;

export const SourceSubscription = row({
  id: uuid,
  source_id: uuid,
  hub: text,
  topic: text,
  /** Sealed. */
  secret: bytea,
  state: text,
  lease_until: nullable(timestamptz),
  last_push_at: nullable(timestamptz),
  failures: int4,
  source_status: text,
});
export type SourceSubscription = RowOf<typeof SourceSubscription>;

const SECRET_BYTES = 32;
const MAX_ADDRESS_LENGTH = 2_000;

export interface SubscriptionDeps {
  readonly newId: () => string;
  readonly random: Random;
  readonly keys: Keys;
}

export interface FeedHubs {
  readonly hubs: readonly string[];
  readonly self: string | null;
}

interface HubAndTopic {
  readonly hub: string;
  readonly topic: string;
}
