import type { Broker, Delivery, Worker } from '../../../platform/broker/port.ts';
import type { Database, Transaction } from '../../../platform/database/port.ts';
import { type ResultArticle, resultArticles } from '../../results/result-articles.ts';
import { challengeWebhook } from './challenge-webhook.ts';
import { publishChallenge, WEBHOOK_QUEUE, type WebhookMessage } from './webhook-channel.ts';
import { isSuccess, postWebhook, type WebhookRequestDeps } from './webhook-request.ts';
import {
  recordChallenge,
  recordWebhookDelivery,
  startFirstChallenge,
  UNREACHABLE,
  type WebhookError,
  type WebhookTarget,
  webhookTarget,
} from './webhook-state.ts';

/**
 * SRCH-9: delivers webhooks. A delivery without a 2xx status is retried for about a day, first after seconds and
 * finally after hours. After many failures in a row an address gets no more requests until it is challenged again.
 *
 * The request comes first and its outcome is recorded in a transaction that begins after it. When PostgreSQL asks to repeat
 * that transaction, the request is not repeated.
 */
export function startWebhookWorker(deps: WebhookDeps): Worker {
  const attempts = new WeakMap<Delivery, Promise<WebhookAttempt>>();
  return deps.broker.work(WEBHOOK_QUEUE, { concurrency: CONCURRENCY }, async (tx, [delivery]) => {
    if (!delivery) return;
    const message = delivery.body as WebhookMessage;
    const attempt = attempts.get(delivery) ?? attemptRequest(deps, message);
    attempts.set(delivery, attempt);
    await record(tx, deps, delivery, await attempt);
  });
}

async function attemptRequest(deps: WebhookDeps, message: WebhookMessage): Promise<WebhookAttempt> {
  const target = await webhookTarget(deps.database, message.searchId);
  // Deleted, without an address by now, or of a disabled account.
  if (!target) return { kind: 'nothing' };
  const { webhookState, webhookFailures, webhookUrl: url } = target;
  if (message.challenge !== undefined) {
    const isCurrent = webhookState === 'pending' && message.challenge === target.webhookChallenge;
    if (!isCurrent) return { kind: 'nothing' };
    const { challenge } = message;
    return { kind: 'challenged', challenge, isConfirmed: await challengeWebhook(deps, target) };
  }
  if (target.isPaused || webhookState === 'failed' || webhookFailures >= MAX_FAILURES)
    return { kind: 'nothing' };
  if (webhookState === null) return { kind: 'never-challenged', target };
  if (webhookState === 'pending') return { kind: 'waiting' };
  return { kind: 'sent', url, error: await send(deps, target, message) };
}

/** Null after success. */
async function send(
  deps: WebhookDeps,
  target: WebhookTarget,
  { searchId, articleIds }: WebhookMessage,
): Promise<WebhookError | null> {
  const articles = await resultArticles(deps.database, articleIds);
  if (articles.size === 0) return null;
  const response = await postWebhook(deps, target, {
    // Identical for all tries of a delivery and for no other: receivers use it to discard duplicates.
    id: `${searchId}.${articleIds[0]}`,
    search: { id: searchId, name: target.name, query: target.query },
    articles: articleIds.flatMap(id => articleBody(articles.get(id), deps.origin)),
  });
  if (response === null) return UNREACHABLE;
  return isSuccess(response) ? null : `status ${response.status}`;
}

function articleBody(article: ResultArticle | undefined, origin: string) {
  if (article === undefined) return [];
  const { id, title, url, language, publishedAt, sourceName, storyId } = article;
  const page = storyId === null ? `${origin}/articles/${id}` : `${origin}/stories/${storyId}`;
  return [{ id, title, url, language, publishedAt: publishedAt.toISOString(), source: sourceName, page }];
}

async function record(
  tx: Transaction,
  deps: WebhookDeps,
  delivery: Delivery,
  attempt: WebhookAttempt,
): Promise<void> {
  const { searchId } = delivery.body as WebhookMessage;
  if (attempt.kind === 'challenged') return recordChallenged(tx, deps, delivery, attempt);
  if (attempt.kind === 'sent') return recordSent(tx, deps, delivery, attempt);
  if (attempt.kind === 'waiting') await retry(tx, deps, delivery, RETRY_DELAYS_MS);
  if (attempt.kind === 'never-challenged') {
    const challenge = await startFirstChallenge(tx, searchId);
    if (challenge !== null)
      await publishChallenge(tx, deps.broker, { userId: attempt.target.userId, searchId, challenge });
    await retry(tx, deps, delivery, RETRY_DELAYS_MS);
  }
}

async function recordChallenged(
  tx: Transaction,
  deps: WebhookDeps,
  delivery: Delivery,
  { challenge, isConfirmed }: Extract<WebhookAttempt, { kind: 'challenged' }>,
): Promise<void> {
  const { searchId } = delivery.body as WebhookMessage;
  const willRetry = !isConfirmed && (await retry(tx, deps, delivery, CHALLENGE_DELAYS_MS));
  const state = isConfirmed ? 'confirmed' : willRetry ? 'pending' : 'failed';
  await recordChallenge(tx, { searchId, challenge, state });
}

async function recordSent(
  tx: Transaction,
  deps: WebhookDeps,
  delivery: Delivery,
  { url, error }: Extract<WebhookAttempt, { kind: 'sent' }>,
): Promise<void> {
  const { searchId } = delivery.body as WebhookMessage;
  await recordWebhookDelivery(tx, { searchId, url, error, now: new Date(deps.clock.now()) });
  const willRetry = error !== null && (await retry(tx, deps, delivery, RETRY_DELAYS_MS));
  const outcome = error === null ? 'delivered' : willRetry ? 'failed' : 'given up';
  tx.afterCommit(() => deps.telemetry.metrics.counter('search_webhooks_total').add({ outcome }));
}

/** False when the tries are used up. */
async function retry(
  tx: Transaction,
  { broker }: WebhookDeps,
  { body, group }: Delivery,
  delaysMs: readonly number[],
): Promise<boolean> {
  const message = body as WebhookMessage;
  const delayMs = delaysMs[message.tries];
  if (delayMs === undefined) return false;
  const next: WebhookMessage = { ...message, tries: message.tries + 1 };
  await broker.publishIn(tx, WEBHOOK_QUEUE, [{ body: next, delayMs, ...(group !== null && { group }) }]);
  return true;
}

/** Of this process. An account has at most `LANES` of them. */
const CONCURRENCY = 32;
const SECOND = 1_000;
/** Between tries. */
const RETRY_DELAYS_MS = [
  5 * SECOND,
  60 * SECOND,
  300 * SECOND,
  1_800 * SECOND,
  7_200 * SECOND,
  21_600 * SECOND,
  43_200 * SECOND,
];
const CHALLENGE_DELAYS_MS = [5 * SECOND, 60 * SECOND, 300 * SECOND];
export const MAX_FAILURES = 50;

type WebhookAttempt =
  | { readonly kind: 'nothing' | 'waiting' }
  | { readonly kind: 'never-challenged'; readonly target: WebhookTarget }
  | { readonly kind: 'challenged'; readonly challenge: number; readonly isConfirmed: boolean }
  | { readonly kind: 'sent'; readonly url: string; readonly error: WebhookError | null };

export interface WebhookDeps extends WebhookRequestDeps {
  readonly broker: Broker;
  readonly database: Database;
  /** Of the pages that the message links to. */
  readonly origin: string;
}
