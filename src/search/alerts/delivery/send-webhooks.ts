import type { Clock } from '../../../lib/clock.ts';
import type { Keys } from '../../../lib/keys.ts';
import type { Broker, Delivery, Worker } from '../../../platform/broker/port.ts';
import type { Database, Transaction } from '../../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { storableText } from '../../../platform/database/storable.ts';
import type { Outbound } from '../../../platform/outbound/port.ts';
import type { Telemetry } from '../../../platform/telemetry/port.ts';
import { type ResultArticle, resultArticles } from '../../results/result-articles.ts';
import { WEBHOOK_QUEUE, type WebhookMessage } from './webhook-channel.ts';
import { signatureOf, webhookSecret } from './webhook-signature.ts';

/**
 * SRCH-9: delivers webhooks. A delivery without a 2xx status is retried for about a day, first after seconds and
 * finally after hours. After many failures in a row an address gets no more requests until its owner sets it again.
 */
export function startWebhookWorker(deps: WebhookDeps): Worker {
  return deps.broker.work(WEBHOOK_QUEUE, { concurrency: CONCURRENCY }, async (tx, [message]) => {
    if (message) await deliver(tx, deps, message);
  });
}

async function deliver(tx: Transaction, deps: WebhookDeps, { body }: Delivery): Promise<void> {
  const message = body as WebhookMessage;
  const target = await targetOf(deps.database, message.searchId);
  // Deleted, paused, without an address by now, or failed too often.
  if (target?.webhookUrl == null || target.webhookFailures >= MAX_FAILURES) return;
  const error = await send(deps, { ...target, webhookUrl: target.webhookUrl }, message);
  const { metrics } = deps.telemetry;
  const isLastTry = message.tries + 1 >= RETRY_DELAYS_MS.length;
  const outcome = error === null ? 'delivered' : isLastTry ? 'given up' : 'failed';
  await recordOutcome(tx, message.searchId, error, new Date(deps.clock.now()));
  const delayMs = RETRY_DELAYS_MS[message.tries];
  if (outcome === 'failed' && delayMs !== undefined)
    await deps.broker.publishIn(tx, WEBHOOK_QUEUE, [
      { body: { ...message, tries: message.tries + 1 }, delayMs },
    ]);
  tx.afterCommit(() => metrics.counter('search_webhooks_total').add({ outcome }));
}

/** Null after success, otherwise the reason of the failure. */
async function send(
  { database, outbound, keys, clock, origin }: WebhookDeps,
  { webhookUrl, ...search }: WebhookTarget & { readonly webhookUrl: string },
  { searchId, articleIds }: WebhookMessage,
): Promise<string | null> {
  const articles = await resultArticles(database, articleIds);
  if (articles.size === 0) return null;
  const body = JSON.stringify({
    // Identical for all tries of a delivery and for no other: receivers use it to discard duplicates.
    id: `${searchId}.${articleIds[0]}`,
    search: { id: searchId, name: search.name, query: search.query },
    articles: articleIds.flatMap(id => articleBody(articles.get(id), origin)),
  });
  const secret = webhookSecret(keys, searchId, search.webhookKey);
  try {
    const { status } = await outbound.request({
      url: webhookUrl,
      purpose: 'a webhook of a saved search',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'broadsheet-signature': signatureOf(secret, body, clock.now()),
      },
      body,
      redirect: 'return',
      limits: { totalMs: TIMEOUT_MS, decodedBytes: 65_536, wireBytes: 65_536 },
    });
    return status >= 200 && status < 300 ? null : `The address answered with status ${status}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function articleBody(article: ResultArticle | undefined, origin: string) {
  if (article === undefined) return [];
  const { id, title, url, language, publishedAt, sourceName, storyId } = article;
  const page = storyId === null ? `${origin}/articles/${id}` : `${origin}/stories/${storyId}`;
  return [{ id, title, url, language, publishedAt: publishedAt.toISOString(), source: sourceName, page }];
}

function targetOf(database: Database, searchId: string): Promise<WebhookTarget | null> {
  return database.maybe(
    TargetRow,
    sql`
      select id, name, query, webhook_url, webhook_key, webhook_failures from saved_searches
      where id = ${searchId} and paused_at is null
    `,
  );
}

async function recordOutcome(
  tx: Transaction,
  searchId: string,
  error: string | null,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update saved_searches
    set webhook_failures = case when ${error}::text is null then 0 else webhook_failures + 1 end,
      webhook_error = ${error === null ? null : storableText(error, 300)},
      webhook_delivered_at = case when ${error}::text is null then ${now} else webhook_delivered_at end
    where id = ${searchId}
  `);
}

const TargetRow = row({
  id: uuid,
  name: text,
  query: text,
  webhook_url: nullable(text),
  webhook_key: int4,
  webhook_failures: int4,
});
type WebhookTarget = RowOf<typeof TargetRow>;

const CONCURRENCY = 4;
const TIMEOUT_MS = 10_000;
const SECOND = 1_000;
/** Between tries. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  60 * SECOND,
  300 * SECOND,
  1_800 * SECOND,
  7_200 * SECOND,
  21_600 * SECOND,
  43_200 * SECOND,
];
export const MAX_FAILURES = 50;

export interface WebhookDeps {
  readonly broker: Broker;
  readonly database: Database;
  readonly outbound: Outbound;
  readonly keys: Keys;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  /** Of the pages that the message links to. */
  readonly origin: string;
}
