import type { Static } from 'typebox';
import Type from 'typebox';
import type { AppContext } from '../../../../app/context.ts';
import { Problem } from '../../../../errors.ts';
import type { Principal } from '../../../../model/principal.ts';
import {
  type Delivery,
  isInternalQueue,
  type NewMessage,
  type Published,
} from '../../../../platform/broker/index.ts';
import { whileConnected } from '../../../http/connected.ts';
import { checkJson } from '../../../http/json-value.ts';
import { defineRoute } from '../../../http/route.ts';
import {
  DeliverySchema,
  NewMessageSchema,
  QueueParams,
  showDelivery,
  Visibility,
} from '../../queue-schemas.ts';
import { object } from '../../schemas.ts';
import { sealReceipt } from './receipt.ts';

export const putMessages = defineRoute({
  method: 'PUT',
  path: '/api/v1/queues/{queue}/messages',
  operationId: 'publishMessages',
  summary: 'Publish messages to a queue, all of them or none',
  description:
    'Creates the queue if needed. A message is delivered at least once. For programs: with an API token or a service token.',
  tag: 'Queues',
  access: { scope: 'queues:use', role: 'operator' },
  idempotent: true,
  params: QueueParams,
  body: object({ messages: Type.Array(NewMessageSchema, { minItems: 1, maxItems: 1_000 }) }),
  responses: {
    200: {
      description: 'The ids, in the order of the messages',
      schema: object({ messages: Type.Array(object({ id: Type.String(), isNew: Type.Boolean() })) }),
    },
  },
  problems: ['forbidden', 'body-too-large'],
  handler: async ({ context, principal, params, body, request }) => {
    requireUsable(params.queue, principal);
    const messages = body.messages.map(readMessage);
    const joinsTransaction = request.headers['idempotency-key'] !== undefined;
    const published = await publish(context, params.queue, messages, joinsTransaction);
    return { status: 200, body: { messages: published.map(({ id, isNew }) => ({ id, isNew })) } };
  },
});

export const getMessages = defineRoute({
  method: 'GET',
  path: '/api/v1/queues/{queue}/messages',
  operationId: 'receiveMessages',
  summary: 'Receive messages of a queue, waiting for them if there are none',
  description:
    'Messages are invisible to others until their visibility timeout: delete each when its work is done. Responds as soon as there is a message, or with an empty list after the wait. An unknown queue is a 404. For programs: with an API token or a service token.',
  tag: 'Queues',
  access: { scope: 'queues:use', role: 'operator' },
  params: QueueParams,
  query: object({
    n: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'The maximum number of messages.' }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20,
        default: 0,
        description: 'Seconds to wait for the first message, limited by `request-timeout`.',
      }),
    ),
    visibility: Type.Optional(Visibility),
  }),
  responses: {
    200: { description: 'The messages', schema: object({ messages: Type.Array(DeliverySchema) }) },
  },
  problems: ['forbidden', 'queue-not-found'],
  handler: async ({ context, principal, params, query, request }) => {
    requireUsable(params.queue, principal);
    // HEAD is handled here too and must not receive messages, because its response has no body.
    if (request.method === 'HEAD') return { status: 200, body: { messages: [] } };
    const deliveries = await whileConnected(request, context.stopping, signal =>
      receive(context, params.queue, query, signal),
    );
    const messages = deliveries.map(delivery =>
      showDelivery(delivery, sealReceipt(context.keys, params.queue, delivery.receipt)),
    );
    return { status: 200, body: { messages } };
  },
});

/**
 * A browser can be tricked into a GET with its cookie, and receiving has effects: so queues are for programs.
 * Internal queues are reserved for the program.
 */
export function requireUsable(queue: string, { credential }: Principal): void {
  if (credential.kind === 'session')
    throw new Problem('forbidden', 'Messages are for programs: use an API token or a service token.');
  if (isInternalQueue(queue)) throw new Problem('forbidden', `The queue ${queue} is for the program itself.`);
}

/**
 * With an Idempotency-Key, messages and stored response commit together; without, many calls share a
 * statement.
 */
function publish(
  { broker, database }: AppContext,
  queue: string,
  messages: readonly NewMessage[],
  joinsTransaction: boolean,
): Promise<Published[]> {
  return joinsTransaction
    ? database.transaction(tx => broker.publishIn(tx, queue, messages))
    : broker.publishMany(queue, messages);
}

function readMessage(sent: Static<typeof NewMessageSchema>, index: number): NewMessage {
  const { body, delaySeconds, dueAt, group, dedupKey } = sent;
  checkJson(body, `/messages/${index}/body`);
  if (delaySeconds !== undefined && dueAt !== undefined)
    throw new Problem('validation-failed', 'A message has delaySeconds or dueAt, not both.');
  return {
    body,
    ...(delaySeconds === undefined ? {} : { delayMs: delaySeconds * 1_000 }),
    ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }),
    ...(group === undefined ? {} : { group }),
    ...(dedupKey === undefined ? {} : { dedupKey }),
  };
}

/**
 * Releases messages of a client that has disconnected immediately, instead of after the visibility timeout.
 */
async function receive(
  { broker, config }: AppContext,
  queue: string,
  query: ReceiveQuery,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const deliveries = await broker.receive(queue, {
    max: query.n ?? 10,
    waitMs: Math.min((query.wait ?? 0) * 1_000, maxWaitMs(config.requestTimeout)),
    ...(query.visibility === undefined ? {} : { visibilityMs: query.visibility * 1_000 }),
    signal,
  });
  if (!signal.aborted || deliveries.length === 0) return deliveries;
  await Promise.all(deliveries.map(({ receipt }) => broker.release(receipt)));
  return [];
}

/** Below the request timeout, so that a wait ends with an empty list and not with an error. */
function maxWaitMs(requestTimeoutMs: number): number {
  return Math.max(0, requestTimeoutMs - Math.min(3_000, requestTimeoutMs / 2));
}

interface ReceiveQuery {
  readonly n?: number;
  readonly wait?: number;
  readonly visibility?: number;
}
