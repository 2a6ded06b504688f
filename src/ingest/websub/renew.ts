import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Outbound } from '../../platform/outbound/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { demoteSilentHubs, relaxPolling } from './hub-trust.ts';
import { secretText } from './secret.ts';
import { COLUMNS, HubSubscription } from './subscriptions.ts';
import { LEASE_SECONDS } from './verify.ts';

/**
 * The chore of all subscriptions, run every minute: ends what is not wanted any more, takes note of hubs that keep
 * their word and of those that do not, and asks the hubs that are due. What a hub makes of it, it says by calling us.
 */
export async function renewSubscriptions(tools: RenewDeps): Promise<void> {
  const { database, log } = tools;
  await endUnwanted(database);
  await expireLeases(database);
  await relaxPolling(database);
  const silent = await demoteSilentHubs(database);
  if (silent.length > 0) log.warn('hubs do not tell what their feeds publish', { subscriptions: silent });
  if (tools.origin === undefined) return;
  const callbacks = new URL('/websub/', tools.origin).href;
  const due = await claimDue(database);
  await Promise.all(due.map(subscription => requestSubscription(tools, subscription, callbacks)));
}

/** Sources that are paused or dead; those that were removed took their subscriptions along, and the hub hears 410. */
async function endUnwanted(database: Database): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions as subscription
    set state = 'ended', renew_at = now(), lease_until = null
    from sources
    where sources.id = subscription.source_id and sources.status <> 'active' and subscription.state <> 'ended'
  `);
}

async function expireLeases(database: Database): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions set state = 'asked', lease_until = null, last_push_at = null
    where state = 'active' and lease_until < now()
  `);
}

/**
 * The next time moves first, ten minutes and doubling up to a day: whoever dies in between asks late, never twice at
 * once. An ended one is told once, and then there is nothing left to ask.
 */
function claimDue(database: Database): Promise<HubSubscription[]> {
  return database.many(
    HubSubscription,
    sql`
      with due as (
        select id from websub_subscriptions where renew_at <= now() order by renew_at limit ${BATCH_SIZE}
        for update skip locked
      ), claimed as (
        update websub_subscriptions as subscription
        set failures = failures + 1,
            renew_at = case
              when state = 'ended' then null
              else now() + least(600 * 2 ^ least(failures, 10), 86400) * interval '1 second'
            end
        from due where due.id = subscription.id
        returning subscription.*
      )
      select ${COLUMNS} from claimed as subscription join sources on sources.id = subscription.source_id
    `,
  );
}

async function requestSubscription(
  { outbound, keys, log }: RenewDeps,
  subscription: HubSubscription,
  callbacks: string,
): Promise<void> {
  const mode = subscription.state === 'ended' ? 'unsubscribe' : 'subscribe';
  const secret = secretText(keys, subscription.secret);
  if (secret === null) return log.warn('a subscription belongs to another secret', { id: subscription.id });
  const form = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': subscription.topic,
    'hub.callback': callbacks + subscription.id,
    ...(mode === 'subscribe' ? { 'hub.lease_seconds': String(LEASE_SECONDS), 'hub.secret': secret } : {}),
  });
  try {
    const { status } = await outbound.request({
      url: subscription.hub,
      purpose: 'a WebSub hub',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      limits: { totalMs: 15_000, wireBytes: 100_000, decodedBytes: 100_000 },
    });
    if (status < 200 || status > 299)
      log.info('a hub refused a subscription', { id: subscription.id, mode, status });
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    log.info('a hub could not be asked', { id: subscription.id, mode, error });
  }
}

const BATCH_SIZE = 50;

export interface RenewDeps {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly keys: Keys;
  readonly log: Logger;
  /** Where hubs reach us; undefined when they cannot, and then none is asked. */
  readonly origin: string | undefined;
}
