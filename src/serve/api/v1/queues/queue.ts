import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import {
  changeQueue,
  peekDeadLetters,
  purgeQueue,
  redriveQueue,
  requireQueue,
} from '../../../../app/admin/queues.ts';
import { type CursorParams, page, readCursor } from '../../../../app/cursor.ts';
import type { PeekedMessage, PeekOptions } from '../../../../platform/broker/port.ts';
import { defineRoute } from '../../../http/route.ts';
import {
  MAX_RECEIVES,
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
import { object, orNull, PageQuery, pageOf } from '../../schemas.ts';

const MANAGE = { scope: 'queues:manage', role: 'operator' } as const;

export const getQueue = defineRoute({
  method: 'GET',
  path: '/api/v1/queues/{queue}',
  operationId: 'getQueue',
  summary: 'One queue with its message counts',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  responses: { 200: { description: 'The queue', schema: QueueSchema } },
  problems: ['forbidden', 'queue-not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showQueue(await requireQueue(context, params.queue)),
  }),
});

export const putQueue = defineRoute({
  method: 'PUT',
  path: '/api/v1/queues/{queue}',
  operationId: 'putQueue',
  summary: 'Create a queue, or change its settings',
  description: 'Omitted settings stay unchanged. Publishing also creates a queue.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  body: object({
    visibility: Type.Optional(Visibility),
    maxReceives: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RECEIVES })),
    deadLetterQueue: Type.Optional(orNull(QueueName)),
    paused: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: { description: 'Its settings', schema: QueueSettingsSchema } },
  problems: ['forbidden', 'conflict'],
  handler: async ({ context, principal, client, params, body }) => {
    const { visibility, ...rest } = body;
    const settings = await changeQueue(context, actingPerson(principal, client), params.queue, {
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
  summary: 'Peek at waiting messages, oldest first',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  query: object(PageQuery),
  responses: { 200: { description: 'A page of messages', schema: pageOf(PeekedMessageSchema) } },
  problems: ['forbidden', 'queue-not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query }) => {
    const list = { keys: context.keys, list: `peek ${params.queue}`, owner: principal.userId };
    const body = await pageOfMessages(list, query, options => context.broker.peek(params.queue, options));
    return { status: 200, body };
  },
});

export const getQueueDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v1/queues/{queue}/dead-letters',
  operationId: 'listQueueDeadLetters',
  summary: 'Peek at dead letters of a queue, oldest first',
  description: 'Takes the dead-letter queue, or a queue that uses it.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  query: object(PageQuery),
  responses: { 200: { description: 'A page of messages', schema: pageOf(PeekedMessageSchema) } },
  problems: ['forbidden', 'queue-not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query }) => {
    const list = { keys: context.keys, list: `dead letters ${params.queue}`, owner: principal.userId };
    const body = await pageOfMessages(list, query, options =>
      peekDeadLetters(context, params.queue, options),
    );
    return { status: 200, body };
  },
});

export const postPurge = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/purge',
  operationId: 'purgeQueue',
  summary: 'Remove every message that is not in flight',
  description: 'Cannot be undone. Internal queues cannot be purged.',
  tag: 'Queues',
  access: MANAGE,
  params: QueueParams,
  responses: { 200: { description: 'How many', schema: object({ purged: Type.Integer() }) } },
  problems: ['forbidden', 'queue-not-found'],
  handler: async ({ context, principal, client, params }) => ({
    status: 200,
    body: { purged: await purgeQueue(context, actingPerson(principal, client), params.queue) },
  }),
});

export const postRedrive = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/redrive',
  operationId: 'redriveQueue',
  summary: 'Move dead letters back to the queue they came from',
  description: 'Takes the dead-letter queue, or a queue that uses it.',
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
  problems: ['forbidden', 'queue-not-found'],
  handler: async ({ context, principal, client, params, body: { ids, most } }) => {
    const options = {
      ...(ids === undefined ? {} : { ids }),
      ...(most === undefined ? {} : { limit: most }),
    };
    const redriven = await redriveQueue(context, actingPerson(principal, client), params.queue, options);
    return { status: 200, body: { redriven } };
  },
});

/** Message ids are ordered, so a page continues after the previous one, whatever was received meanwhile. */
async function pageOfMessages(
  list: CursorParams,
  { limit = 50, cursor }: { limit?: number; cursor?: string },
  peek: (options: PeekOptions) => Promise<PeekedMessage[]>,
) {
  const after = readCursor(list.keys, list.list, list.owner, cursor)?.['id'];
  const found = await peek({ limit: limit + 1, ...(after === undefined ? {} : { after }) });
  const { items, nextCursor } = page(list, found, limit, ({ id }) => ({ id }));
  return { items: items.map(showPeeked), nextCursor };
}
