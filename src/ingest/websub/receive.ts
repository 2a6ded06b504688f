import type { Keys } from '../../lib/keys.ts';
import type { Archive } from '../../platform/archive/port.ts';
import type { Broker } from '../../platform/broker/port.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { scheduleFetch } from './schedule-fetch.ts';
import { isSignedBy, secretText } from './secret.ts';
import { findSubscription } from './subscriptions.ts';

/**
 * Accepts a push from a hub: verifies it, archives it and enqueues it. A push with a wrong signature is ignored, and the
 * hub gets the same response as for an accepted one, so that a forger learns nothing. `gone`: the subscription has ended.
 */
export async function receivePush(
  deps: ReceiveDeps,
  id: string,
  push: HubPush,
): Promise<'taken' | 'ignored' | 'gone'> {
  const subscription = await findSubscription(deps.database, id);
  if (!subscription || subscription.state === 'ended' || subscription.sourceStatus !== 'active')
    return 'gone';
  const secret = secretText(deps.keys, subscription.secret);
  if (secret === null || !isSignedBy(secret, push.body, push.signature)) return 'ignored';
  const meta = { url: subscription.topic.slice(0, 500), type: push.contentType.slice(0, 100) };
  const archiveKey = await deps.archive.put(push.body, meta).catch(() => null);
  // ARC-1: without the archive, which reports its failure, the source is fetched instead.
  if (archiveKey === null) {
    await deps.database.transaction(tx => scheduleFetch(tx, subscription.sourceId));
    return 'taken';
  }
  const body: QueuedPush = { subscriptionId: id, archiveKey, contentType: push.contentType.slice(0, 200) };
  await deps.database.transaction(async tx => {
    // The same push within a day is a retry of the hub or a replay.
    const [published] = await deps.broker.publishIn(tx, PUSH_QUEUE, [
      { body, dedupKey: `${id}:${archiveKey}` },
    ]);
    if (published?.isNew)
      await tx.execute(sql`update websub_subscriptions set last_push_at = now() where id = ${id}`);
  });
  return 'taken';
}

export const PUSH_QUEUE = 'websub.pushes';

export interface ReceiveDeps {
  readonly database: Database;
  readonly broker: Broker;
  readonly archive: Archive;
  readonly keys: Keys;
}

export interface HubPush {
  readonly body: Buffer;
  readonly contentType: string;
  readonly signature: string | undefined;
}

/** The message in the queue. */
export interface QueuedPush {
  readonly subscriptionId: string;
  readonly archiveKey: string;
  readonly contentType: string;
}
