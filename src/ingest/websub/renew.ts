import type { Keys } from '../../lib/keys.ts';
import type { Database } from '../../platform/database/port.ts';
import { sql } from '../../platform/database/sql.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { Outbound } from '../../platform/outbound/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { demoteSilentHubs, relaxPolling } from './hub-trust.ts';
import { secretText } from './secret.ts';
import { COLUMNS, SourceSubscription } from './subscriptions.ts';
import { LEASE_SECONDS } from './verify.ts';

/**
 * Maintains all subscriptions every five minutes: ends those of inactive sources, adapts polling to hubs that push and to hubs
 * that are silent, and sends due requests to hubs. A hub answers by calling us back.
 */
export async function renewSubscriptions(deps: RenewDeps): Promise<void> {
  const { database, log, origin } = deps;
  await endUnwanted(database);
  await expireLeases(database);
  await relaxPolling(database);
  const silent = await demoteSilentHubs(database);
  if (silent.length > 0) log.warn('websub.hubs_silent', { subscriptions: silent });
  if (origin === undefined) return;
  const callbacks = new URL('/websub/', origin).href;
  const due = await claimDue(database);
  await Promise.all(due.map(subscription => requestSubscription(deps, subscription, callbacks)));
}

/** Of sources that are paused or dead. A removed source takes its subscriptions along, and the hub gets 410. */
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
 * The next request is scheduled before this one is sent, after ten minutes and doubling up to a day: a crash in between
 * delays the request and never sends it twice at once. The hub gets one request to end a subscription.
 */
function claimDue(database: Database): Promise<SourceSubscription[]> {
  return database.many(
    SourceSubscription,
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
  subscription: SourceSubscription,
  callbacks: string,
): Promise<void> {
  const mode = subscription.state === 'ended' ? 'unsubscribe' : 'subscribe';
  const secret = secretText(keys, subscription.secret);
  if (secret === null) return log.warn('websub.secret_unreadable', { subscription: subscription.id });
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
      log.info('websub.request_refused', { subscription: subscription.id, mode, status });
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    log.info('websub.hub_unreachable', { subscription: subscription.id, mode, error });
  }
}

const BATCH_SIZE = 50;

export interface RenewDeps {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly keys: Keys;
  readonly log: Logger;
  /** Where hubs reach us; undefined when they cannot, and then no hub is contacted. */
  readonly origin: string | undefined;
}
