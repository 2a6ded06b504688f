import type { Broker, NewMessage } from '../../../platform/broker/port.ts';
import type { Transaction } from '../../../platform/database/port.ts';
import type { NewMatch } from '../matches.ts';
import type { AlertChannel } from './port.ts';

/** Publishes a message for each search with a webhook; workers of the queue deliver them. */
export function webhookChannel(broker: Broker): AlertChannel {
  return {
    name: 'webhook',
    announce: async (tx, matches) => {
      const bySearch = Map.groupBy(matches, ({ searchId }) => searchId);
      const messages = [...bySearch].flatMap(([searchId, found]) => batchesOf(searchId, found));
      if (messages.length > 0) await broker.publishIn(tx, WEBHOOK_QUEUE, messages);
    },
  };
}

function batchesOf(searchId: string, found: readonly NewMatch[]): NewMessage[] {
  const group = laneOf(found[0]?.userId ?? '', searchId);
  const batches: NewMessage[] = [];
  for (let from = 0; from < found.length; from += MAX_ARTICLES) {
    const articleIds = found.slice(from, from + MAX_ARTICLES).map(({ articleId }) => articleId);
    const body: WebhookMessage = { searchId, articleIds, tries: 0 };
    batches.push({ group, body });
  }
  return batches;
}

/** Asks the address of a webhook to return a challenge; in the transaction that set the address. */
export async function publishChallenge(
  tx: Transaction,
  broker: Broker,
  { userId, searchId, challenge }: { userId: string; searchId: string; challenge: number },
): Promise<void> {
  const body: WebhookMessage = { searchId, articleIds: [], tries: 0, challenge };
  await broker.publishIn(tx, WEBHOOK_QUEUE, [{ group: laneOf(userId, searchId), body }]);
}

/**
 * The broker delivers the messages of a group one after the other, so an account has as many workers as it has lanes: slow
 * webhooks delay only the other webhooks of their owner.
 */
function laneOf(userId: string, searchId: string): string {
  return `owner-${userId}-${Number.parseInt(searchId.slice(-1), 16) % LANES}`;
}

export const WEBHOOK_QUEUE = 'search.webhooks';
/** Deliveries at once for one account. */
export const LANES = 2;
const MAX_ARTICLES = 50;

export interface WebhookMessage {
  readonly searchId: string;
  readonly articleIds: readonly string[];
  /** Failed tries so far. */
  readonly tries: number;
  /** The number of the challenge to send instead of articles. */
  readonly challenge?: number;
}
