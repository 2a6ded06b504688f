import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Database } from '../database/port.ts';
import { bool, int4, int8, jsonb, nullable, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { bigId } from './columns.ts';
import { isMessageId } from './messages.ts';
import type { PeekedMessage, PeekOptions, QueueState } from './port.ts';
import type { QueueHandle } from './queues.ts';

/** Pending messages, oldest first: returned, waiting for their group, unread and delayed ones. */
export async function peek(
  database: Database,
  { id }: QueueHandle,
  { after = '0', limit = 10 }: PeekOptions = {},
): Promise<PeekedMessage[]> {
  if (after !== '0' && !isMessageId(after)) throw new Problem('validation-failed', reason('message-id'));
  const found = await database.many(
    Peeked,
    sql`
      select id, body::jsonb as body, group_key, published_at, due_at, receives, last_error
      from queue_peek(${id}, ${after}::bigint, ${Math.min(Math.max(1, limit), MAX_PEEKED)})
    `,
  );
  return found.map(({ groupKey, ...message }) => ({ ...message, group: groupKey }));
}

/**
 * MQ-7. Counts are exact up to ten thousand of a kind in a queue. Beyond that unread messages are estimated from ids,
 * which counts delayed messages and ids of open transactions as pending; counting millions would cost too much.
 */
export async function readStates(database: Database): Promise<QueueState[]> {
  const found = await database.many(
    State,
    sql`
      select q.name, q.visibility_ms, q.max_receives, q.dead_letter_queue, q.paused,
             s.pending, s.delayed, s.in_flight, s.stuck, s.oldest_pending_at, s.published_last_minute
      from queues q
      cross join lateral queue_state(q.id) s
      order by q.name
    `,
  );
  return found.map(({ name, visibilityMs, maxReceives, deadLetterQueue, paused, ...state }) => ({
    name,
    settings: { visibilityMs, maxReceives, deadLetterQueue, paused },
    ...state,
  }));
}

/** Gauges are read at each scrape; every process shows the same values, those of the database. */
export function exposeStates(database: Database, { metrics, log }: Telemetry, now: () => number): void {
  const messages = metrics.gauge('queue_messages');
  const oldest = metrics.gauge('queue_oldest_seconds');
  metrics.onScrape(async () => {
    try {
      const states = await readStates(database);
      messages.clear();
      oldest.clear();
      for (const { name: queue, pending, delayed, inFlight, stuck, oldestPendingAt } of states) {
        for (const [state, count] of Object.entries({ pending, delayed, in_flight: inFlight, stuck }))
          messages.set({ queue, state }, count);
        if (oldestPendingAt) oldest.set({ queue }, Math.max(0, now() - oldestPendingAt.getTime()) / 1000);
      }
    } catch (error) {
      messages.clear();
      oldest.clear();
      log.debug('queue.metrics_failed', { error });
    }
  });
}

const MAX_PEEKED = 10_000;

const Peeked = row({
  id: bigId,
  body: jsonb,
  group_key: nullable(text),
  published_at: timestamptz,
  due_at: nullable(timestamptz),
  receives: int4,
  last_error: nullable(text),
});

const State = row({
  name: text,
  visibility_ms: int4,
  max_receives: int4,
  dead_letter_queue: nullable(text),
  paused: bool,
  pending: int8,
  delayed: int8,
  in_flight: int8,
  stuck: int8,
  oldest_pending_at: nullable(timestamptz),
  published_last_minute: int8,
});
