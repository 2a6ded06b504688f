import type { Clock } from '../../../lib/clock.ts';
import type { Keys } from '../../../lib/keys.ts';
import type { Broker, Delivery, Worker } from '../../../platform/broker/port.ts';
import type { Database, Transaction } from '../../../platform/database/port.ts';
import { int4, nullable, type RowOf, row, text, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { storableText } from '../../../platform/database/storable.ts';
import type { Outbound } from '../../../platform/outbound/port.ts';
import type { Telemetry } from '../../../platform/telemetry/port.ts';
import { type FoundArticle, foundArticles } from '../../results/result-articles.ts';
import { WEBHOOKS, type WebhookMessage } from './webhook-channel.ts';
import { signatureOf, webhookSecret } from './webhook-signature.ts';

/**
 * SRCH-9: tells the addresses that readers gave. What is not taken with a 2xx is tried again, in seconds at first and
 * in hours at last, for about a day. An address that has failed many times in a row is left alone until it is set again.
 */
export function startSendingWebhooks(tools: WebhookTools): Worker {
  return tools.broker.work(WEBHOOKS, { concurrency: CONCURRENCY }, async (tx, [message]) => {
    if (message) await take(tx, tools, message);
  });
}

async function take(tx: Transaction, tools: WebhookTools, { body }: Delivery): Promise<void> {
  const message = body as WebhookMessage;
  const target = await targetOf(tools.database, message.searchId);
  // Deleted, paused or without an address by now, or left alone.
  if (target?.webhookUrl == null || target.webhookFailures >= LEFT_ALONE_AFTER) return;
  const error = await send(tools, { ...target, webhookUrl: target.webhookUrl }, message);
  const { metrics } = tools.telemetry;
  const isOver = message.tries + 1 >= DELAYS_MS.length;
  const outcome = error === null ? 'delivered' : isOver ? 'given up' : 'failed';
  await noteOutcome(tx, message.searchId, error, new Date(tools.clock.now()));
  const delayMs = DELAYS_MS[message.tries];
  if (outcome === 'failed' && delayMs !== undefined)
    await tools.broker.publishIn(tx, WEBHOOKS, [{ body: { ...message, tries: message.tries + 1 }, delayMs }]);
  tx.afterCommit(() => metrics.counter('search_webhooks_total').add({ outcome }));
}

/** Null when it was taken, else why not. */
async function send(
  { database, outbound, keys, clock, origin }: WebhookTools,
  { webhookUrl, ...search }: Target & { readonly webhookUrl: string },
  { searchId, articleIds }: WebhookMessage,
): Promise<string | null> {
  const articles = await foundArticles(database, articleIds);
  if (articles.size === 0) return null;
  const body = JSON.stringify({
    // The same at every try and no other's: an article is told of once. By it receivers know what they have had.
    id: `${searchId}.${articleIds[0]}`,
    search: { id: searchId, name: search.name, query: search.query },
    articles: articleIds.flatMap(id => shown(articles.get(id), origin)),
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

function shown(article: FoundArticle | undefined, origin: string) {
  if (article === undefined) return [];
  const { id, title, url, language, publishedAt, sourceName, storyId } = article;
  const page = storyId === null ? `${origin}/articles/${id}` : `${origin}/stories/${storyId}`;
  return [{ id, title, url, language, publishedAt: publishedAt.toISOString(), source: sourceName, page }];
}

function targetOf(database: Database, searchId: string): Promise<Target | null> {
  return database.maybe(
    TargetRow,
    sql`
      select id, name, query, webhook_url, webhook_key, webhook_failures from saved_searches
      where id = ${searchId} and paused_at is null
    `,
  );
}

async function noteOutcome(
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
type Target = RowOf<typeof TargetRow>;

const CONCURRENCY = 4;
const TIMEOUT_MS = 10_000;
const SECOND = 1_000;
/** Between one try and the next. */
export const DELAYS_MS = [
  5 * SECOND,
  60 * SECOND,
  300 * SECOND,
  1_800 * SECOND,
  7_200 * SECOND,
  21_600 * SECOND,
  43_200 * SECOND,
];
export const LEFT_ALONE_AFTER = 50;

export interface WebhookTools {
  readonly broker: Broker;
  readonly database: Database;
  readonly outbound: Outbound;
  readonly keys: Keys;
  readonly clock: Pick<Clock, 'now'>;
  readonly telemetry: Telemetry;
  /** Of the pages that the message leads to. */
  readonly origin: string;
}
