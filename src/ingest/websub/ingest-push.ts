import { parseAddress } from '../../platform/archive/address.ts';
import type { Broker, Delivery, Worker } from '../../platform/broker/port.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { bool, nullable, type RowOf, row, text, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { storableText } from '../../platform/database/storable.ts';
import { defineEvent } from '../../platform/telemetry/events.ts';
import type { IngestContext } from '../context.ts';
import { NotAFeed } from '../parse/feed/index.ts';
import { leftOut } from '../parse/feed-articles.ts';
import { hostOf } from '../schedule/hosts.ts';
import { storeDocument } from '../schedule/store-document.ts';
import { PUSH_QUEUE, type QueuedPush } from './receive.ts';
import { scheduleFetch } from './schedule-fetch.ts';

/** Ingests the documents that hubs pushed, like fetched ones. Part of the role `crawl`. */
export function startPushWorker(context: PushContext): Worker {
  return context.broker.work(PUSH_QUEUE, { concurrency: 2 }, async (tx, [message]) => {
    if (message) await ingestPush(tx, context, message);
  });
}

/** Articles, the record of the push and the acknowledgement of the message are one transaction. */
async function ingestPush(tx: Transaction, context: PushContext, message: Delivery): Promise<void> {
  const push = parseQueuedPush(message.body);
  const address = push && parseAddress(push.archiveKey);
  const source = push && (await tx.maybe(PushedSource, sourceOf(push.subscriptionId)));
  // The source was removed meanwhile, or the message is not ours.
  if (!push || !address || !source?.isActive) return;
  const bytes = await context.archive.get(address).catch(() => null);
  if (bytes === null) return scheduleFetch(tx, source.id);
  const began = performance.now();
  const fetchId = context.newId();
  const record = { fetchId, source, bytes: bytes.length, archiveKey: push.archiveKey };
  try {
    const feed = await context.parserPool.parseDocument(bytes, {
      kind: 'feed',
      settings: {},
      sourceId: source.id,
      fetchId,
      url: source.topic,
      contentType: push.contentType === '' ? null : push.contentType,
      language: source.language,
      readsPages: source.readsPages,
      now: context.clock.now(),
    });
    const stored = await storeDocument(tx, context, feed);
    await recordPush(tx, {
      ...record,
      ...stored,
      found: feed.items.length + feed.skipped,
      leftOut: leftOut(feed),
      durationMs: performance.now() - began,
    });
    tx.afterCommit(() =>
      context.telemetry.event(articlesPushed, { source: 'push', status: 'new', count: stored.isNew }),
    );
  } catch (error) {
    if (!(error instanceof NotAFeed)) throw error;
    await recordPush(tx, {
      ...record,
      ...NOTHING,
      error: error.message,
      durationMs: performance.now() - began,
    });
    await scheduleFetch(tx, source.id);
  }
}

/** FETCH-5: a push is recorded like a fetch. */
async function recordPush(tx: Transaction, push: PushRecord): Promise<void> {
  const { source, error = null, leftOut: note = null } = push;
  const isNew = push.isNew + push.awaited;
  await tx.execute(sql`
    insert into fetches (
      id, at, source_id, host, url, purpose, status, outcome, error, wire_bytes, body_bytes, duration_ms,
      content_hash, archive_key, found, stored, revised
    ) values (
      ${push.fetchId}, now(), ${source.id}, ${hostOf(source.topic)}, ${source.topic}, 'push', null,
      ${error === null ? 'changed' : 'failed'}, ${error === null ? note : storableText(error, 500)},
      ${push.bytes}, ${push.bytes}, ${Math.round(push.durationMs)}, decode(${push.archiveKey}, 'hex'),
      ${push.archiveKey}, ${push.found}, ${isNew}, ${push.revised}
    )
  `);
  if (isNew === 0) return;
  // The time of the push itself: a later `last_new_at` means that a fetch found something (hub-trust.ts).
  await tx.execute(sql`
    update source_schedule
    set last_new_at = greatest(last_new_at, (
      select last_push_at from websub_subscriptions where id = ${source.subscriptionId}
    ))
    where source_id = ${source.id}
  `);
}

function parseQueuedPush(body: unknown): QueuedPush | null {
  if (typeof body !== 'object' || body === null) return null;
  const { subscriptionId, archiveKey, contentType } = {
    subscriptionId: null,
    archiveKey: null,
    contentType: '',
    ...body,
  };
  if (typeof subscriptionId !== 'string' || typeof archiveKey !== 'string') return null;
  return { subscriptionId, archiveKey, contentType: String(contentType) };
}

function sourceOf(subscriptionId: string) {
  return sql`
    select sources.id, subscription.id as subscription_id, subscription.topic, sources.language, sources.reads_pages,
      sources.status = 'active' as is_active
    from websub_subscriptions as subscription
    join sources on sources.id = subscription.source_id
    where subscription.id = ${subscriptionId}
  `;
}

const PushedSource = row({
  id: uuid,
  subscription_id: uuid,
  topic: text,
  language: nullable(text),
  reads_pages: bool,
  is_active: bool,
});
type PushedSource = RowOf<typeof PushedSource>;

const articlesPushed = defineEvent('articles_ingested_total', 'debug', 'article.ingested');

const NOTHING = { found: 0, isNew: 0, revised: 0, awaited: 0 };

export type PushContext = IngestContext & { readonly broker: Broker };

interface PushRecord {
  readonly fetchId: string;
  readonly source: PushedSource;
  readonly bytes: number;
  readonly archiveKey: string;
  readonly found: number;
  readonly isNew: number;
  readonly revised: number;
  readonly awaited: number;
  readonly durationMs: number;
  readonly error?: string;
  readonly leftOut?: string | null;
}
