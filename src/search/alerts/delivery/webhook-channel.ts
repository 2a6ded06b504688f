import type { Broker } from '../../../platform/broker/port.ts';
import type { NewMatch } from '../matches.ts';
import type { AlertChannel } from './port.ts';

/** A message for each search with an address, sent by whoever works on the queue. */
export function webhookChannel(broker: Broker): AlertChannel {
  return {
    name: 'webhook',
    announce: async (tx, matches) => {
      const bySearch = Map.groupBy(matches, ({ searchId }) => searchId);
      const messages = [...bySearch].flatMap(([searchId, found]) => lotsOf(searchId, found));
      if (messages.length > 0)
        await broker.publishIn(
          tx,
          WEBHOOKS,
          messages.map(body => ({ body })),
        );
    },
  };
}

function lotsOf(searchId: string, found: readonly NewMatch[]): WebhookMessage[] {
  const lots: WebhookMessage[] = [];
  for (let from = 0; from < found.length; from += MOST_AT_ONCE)
    lots.push({
      searchId,
      articleIds: found.slice(from, from + MOST_AT_ONCE).map(({ articleId }) => articleId),
      tries: 0,
    });
  return lots;
}

export const WEBHOOKS = 'search.webhooks';
const MOST_AT_ONCE = 50;

export interface WebhookMessage {
  readonly searchId: string;
  readonly articleIds: readonly string[];
  /** Those that failed. */
  readonly tries: number;
}
