import Type, { type Static } from 'typebox';
import { deadLetterQueueOf } from '../../app/admin/queues.ts';
import type { Delivery, PeekedMessage, QueueState } from '../../platform/broker/port.ts';
import { Moment, object, orNull } from './schemas.ts';

/** MQ-1: queues and messages in the API. Times are in seconds, as in SQS. */

export const QueueName = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$',
  maxLength: 100,
  description: 'Letters, digits, dots, dashes and colons.',
});
/** For dead-letter queues: their messages never become dead letters again. */
export const MAX_RECEIVES = 2_147_483_647;
/** Text that PostgreSQL can store. */
export const SafeText = '^[^\\u0000\\p{Cs}]*$';
export const QueueParams = object({ queue: QueueName });
export const ReceiptParams = object({
  queue: QueueName,
  receipt: Type.String({ maxLength: 200 }),
});

export const Visibility = Type.Integer({
  minimum: 1,
  maximum: 43_200,
  description: 'The visibility timeout in seconds, at most twelve hours.',
});

export const QueueSettingsSchema = object(
  {
    visibility: Visibility,
    maxReceives: Type.Integer({
      minimum: 1,
      maximum: MAX_RECEIVES,
      description: 'The number of deliveries after which an undeleted message becomes a dead letter.',
    }),
    deadLetterQueue: QueueName,
    paused: Type.Boolean({ description: 'A paused queue accepts messages but delivers none.' }),
  },
  { title: 'QueueSettings' },
);

export const QueueSchema = object(
  {
    name: Type.String(),
    settings: QueueSettingsSchema,
    pending: Type.Integer({ description: 'Due and waiting.' }),
    delayed: Type.Integer({ description: 'Not due yet.' }),
    inFlight: Type.Integer({ description: 'Delivered, not yet deleted.' }),
    stuck: Type.Integer({
      description: 'Delivered more than once, or in flight beyond the visibility timeout.',
    }),
    oldestPendingAt: orNull(Moment),
    publishedLastMinute: Type.Integer(),
  },
  { title: 'Queue' },
);

export const NewMessageSchema = object(
  {
    body: Type.Unknown({ description: 'Any JSON value.' }),
    delaySeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
    dueAt: Type.Optional(Moment),
    group: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: SafeText,
        description: 'Messages of one group are delivered strictly one after the other.',
      }),
    ),
    dedupKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: SafeText,
        description: 'A second message with this key within a day is not stored.',
      }),
    ),
  },
  { title: 'NewMessage' },
);

export const DeliverySchema = object(
  {
    id: Type.String(),
    body: Type.Unknown(),
    receipt: Type.String({ description: 'New for every delivery; needed to delete the message.' }),
    receives: Type.Integer({ description: '1 at the first delivery.' }),
    group: orNull(Type.String()),
    publishedAt: Moment,
    visibleUntil: Moment,
  },
  { title: 'Delivery' },
);

export const PeekedMessageSchema = object(
  {
    id: Type.String(),
    body: Type.Unknown(),
    group: orNull(Type.String()),
    publishedAt: Moment,
    dueAt: orNull(Moment),
    receives: Type.Integer(),
    lastError: orNull(Type.String()),
  },
  { title: 'PeekedMessage' },
);

export function showQueue(queue: QueueState): Static<typeof QueueSchema> {
  const { name, pending, delayed, inFlight, stuck, publishedLastMinute, oldestPendingAt } = queue;
  return {
    name,
    settings: showQueueSettings(queue),
    pending,
    delayed,
    inFlight,
    stuck,
    oldestPendingAt: oldestPendingAt?.toISOString() ?? null,
    publishedLastMinute,
  };
}

export function showQueueSettings(
  queue: Pick<QueueState, 'name' | 'settings'>,
): Static<typeof QueueSettingsSchema> {
  const { visibilityMs, maxReceives, paused } = queue.settings;
  return {
    visibility: Math.round(visibilityMs / 1_000),
    maxReceives,
    deadLetterQueue: deadLetterQueueOf(queue),
    paused,
  };
}

export function showDelivery(delivery: Delivery, receipt: string): Static<typeof DeliverySchema> {
  const { id, body, receives, group, publishedAt, visibleUntil } = delivery;
  return {
    id,
    body,
    receipt,
    receives,
    group,
    publishedAt: publishedAt.toISOString(),
    visibleUntil: visibleUntil.toISOString(),
  };
}

export function showPeeked(message: PeekedMessage): Static<typeof PeekedMessageSchema> {
  const { publishedAt, dueAt, ...rest } = message;
  return { ...rest, publishedAt: publishedAt.toISOString(), dueAt: dueAt?.toISOString() ?? null };
}
