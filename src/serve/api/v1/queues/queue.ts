import Type from 'typebox';
import { changeQueue, purgeQueue, redriveQueue, requireQueue } from '../../../admin/queues.ts';
import { byPerson } from '../../../admin/record.ts';
import { defineRoute } from '../../../http/route.ts';
import {
  MOST_RECEIVES,
  PeekedMessageSchema,
  QueueName,
  QueueParams,
  QueueSchema,
  QueueSettingsSchema,
  showPeeked,
  showQueue,
  showQueueSettings,
  Visibility,
} from '../../queue-schemas.ts';
import { object, orNull } from '../../schemas.ts';

const MANAGE = { scope: 'queues:manage', role: 'operator' } as const;

export const getQueue = defineRoute({
  method: 'GET',
  path: '/api/v1/queues/{queue}',
  operationId: 'getQueue',
  summary: 'One queue with what waits in it',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  responses: { 200: { description: 'The queue', schema: QueueSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showQueue(await requireQueue(context, params.queue)),
  }),
});

export const putQueue = defineRoute({
  method: 'PUT',
  path: '/api/v1/queues/{queue}',
  operationId: 'putQueue',
  summary: 'Make a queue, or change its settings',
  description: 'What is not named stays as it is. A queue that is published to exists without this.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  body: object({
    visibility: Type.Optional(Visibility),
    maxReceives: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_RECEIVES })),
    deadLetterQueue: Type.Optional(orNull(QueueName)),
    paused: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: { description: 'Its settings', schema: QueueSettingsSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, params, body }) => {
    const { visibility, ...rest } = body;
    const settings = await changeQueue(context, byPerson(principal, client), params.queue, {
      ...rest,
      ...(visibility === undefined ? {} : { visibilityMs: visibility * 1_000 }),
    });
    return { status: 200, body: showQueueSettings({ name: params.queue, settings }) };
  },
});

export const peekQueue = defineRoute({
  method: 'GET',
  path: '/api/v1/queues/{queue}/peek',
  operationId: 'peekQueue',
  summary: 'Messages that wait, oldest first, without taking them',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  query: object({ n: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })) }),
  responses: {
    200: { description: 'The messages', schema: object({ items: Type.Array(PeekedMessageSchema) }) },
  },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params, query }) => {
    await requireQueue(context, params.queue);
    const messages = await context.broker.peek(params.queue, { most: query.n ?? 10 });
    return { status: 200, body: { items: messages.map(showPeeked) } };
  },
});

export const postPurge = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/purge',
  operationId: 'purgeQueue',
  summary: 'Remove every message that is not in flight',
  description: 'It cannot be undone. Queues of the program itself cannot be purged.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  responses: { 200: { description: 'How many', schema: object({ purged: Type.Integer() }) } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params }) => ({
    status: 200,
    body: { purged: await purgeQueue(context, byPerson(principal, client), params.queue) },
  }),
});

export const postRedrive = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/redrive',
  operationId: 'redriveQueue',
  summary: 'Move dead letters back to the queue they came from',
  description: 'Named is the dead-letter queue, or a queue whose messages are put aside there.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  body: object({
    ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Only these messages.',
      }),
    ),
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  responses: { 200: { description: 'How many', schema: object({ redriven: Type.Integer() }) } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params, body }) => ({
    status: 200,
    body: { redriven: await redriveQueue(context, byPerson(principal, client), params.queue, body) },
  }),
});
