import type { Broker } from '../../../platform/broker/port.ts';
import type { NewMatch } from '../matches.ts';
import type { AlertChannel } from './port.ts';

/** Publishes a message for each search with a webhook; workers of the queue deliver them. */
export function webhookChannel(broker: Broker): AlertChannel {
  return {
    name: 'webhook',
    announce: async (tx, matches) => {
      const bySearch = Map.groupBy(matches, ({ searchId }) => searchId);
      const messages = [...bySearch].flatMap(([searchId, found]) => batchesOf(searchId, found));
      if (messages.length > 0)
        await broker.publishIn(
          tx,
          WEBHOOK_QUEUE,
          messages.map(body => ({ body })),
        );
    },
  };
}

function batchesOf(searchId: string, found: readonly NewMatch[]): WebhookMessage[] {
  const batches: WebhookMessage[] = [];
  for (let from = 0; from < found.length; from += MAX_ARTICLES)
    batches.push({
      searchId,
      articleIds: found.slice(from, from + MAX_ARTICLES).map(({ articleId }) => articleId),
      tries: 0,
    });
  return batches;
}

export const WEBHOOK_QUEUE = 'search.webhooks';
const MAX_ARTICLES = 50;

export interface WebhookMessage {
  readonly searchId: string;
  readonly articleIds: readonly string[];
  /** Failed tries so far. */
  readonly tries: number;
}
