import type { Keys } from '../../lib/keys.ts';
import type { Archive } from '../../platform/archive/port.ts';
import type { Broker } from '../../platform/broker/port.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { isSignedBy, secretText } from './secret.ts';
import { findSubscription } from './subscriptions.ts';

/**
 * Takes what a hub delivers: checked, kept in the archive and put in line to be read. The hub hears `taken` also of
 * what is ignored because it is not signed as it should be (a forger learns nothing), and `gone` when nobody wants it.
 */
export async function receivePush(
  tools: ReceiveDeps,
  id: string,
  push: HubPush,
): Promise<'taken' | 'ignored' | 'gone'> {
  const subscription = await findSubscription(tools.database, id);
  if (!subscription || subscription.state === 'ended' || subscription.sourceStatus !== 'active')
    return 'gone';
  const secret = secretText(tools.keys, subscription.secret);
  if (secret === null || !isSignedBy(secret, push.body, push.signature)) return 'ignored';
  const archiveKey = await tools.archive.put(push.body, {
    url: subscription.topic.slice(0, 500),
    type: push.contentType.slice(0, 100),
  });
  const body: QueuedPush = { subscriptionId: id, archiveKey, contentType: push.contentType.slice(0, 200) };
  await tools.database.transaction(async tx => {
    // The same again within a day is a retry of the hub or somebody who repeats what they overheard.
    const [published] = await tools.broker.publishIn(tx, PUSH_QUEUE, [
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

/** As it waits in the queue. */
export interface QueuedPush {
  readonly subscriptionId: string;
  readonly archiveKey: string;
  readonly contentType: string;
}
