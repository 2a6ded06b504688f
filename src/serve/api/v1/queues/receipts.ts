import Type from 'typebox';
import { Problem } from '../../../../errors.ts';
import { defineRoute } from '../../../http/route.ts';
import { ReceiptParams, SafeText, Visibility } from '../../queue-schemas.ts';
import { object } from '../../schemas.ts';
import { requireUsable } from './messages.ts';
import { openReceipt } from './receipt.ts';

const USE = { scope: 'queues:use', role: 'operator' } as const;
const PROBLEMS = ['forbidden', 'not-found', 'receipt-expired'] as const;

const ErrorText = Type.String({
  maxLength: 2_000,
  pattern: SafeText,
  description: 'The reason; shown with the message.',
});

export const deleteMessage = defineRoute({
  method: 'DELETE',
  path: '/api/v1/queues/{queue}/messages/{receipt}',
  operationId: 'deleteMessage',
  summary: 'Delete a finished message',
  description:
    'An expired receipt means that the visibility timeout has passed: another consumer may have the message.',
  tag: 'Queues',
  access: USE,
  params: ReceiptParams,
  responses: { 204: { description: 'Deleted' } },
  problems: PROBLEMS,
  handler: async ({ context, principal, params }) => {
    requireUsable(params.queue, principal);
    const [deleted] = await context.broker.delete([openReceipt(context.keys, params)]);
    if (!deleted) throw new Problem('receipt-expired');
    return { status: 204 };
  },
});

export const postExtend = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/messages/{receipt}/extend',
  operationId: 'extendMessage',
  summary: 'Extend the visibility timeout of a message',
  description: 'Counted from now.',
  tag: 'Queues',
  access: USE,
  params: ReceiptParams,
  body: object({ visibility: Visibility }),
  responses: { 204: { description: 'Extended' } },
  problems: PROBLEMS,
  handler: async ({ context, principal, params, body }) => {
    requireUsable(params.queue, principal);
    await context.broker.extend(openReceipt(context.keys, params), body.visibility * 1_000);
    return { status: 204 };
  },
});

export const postRelease = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/messages/{receipt}/release',
  operationId: 'releaseMessage',
  summary: 'Release a message early',
  tag: 'Queues',
  access: USE,
  params: ReceiptParams,
  body: object({
    delaySeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
    error: Type.Optional(ErrorText),
  }),
  responses: { 204: { description: 'Released' } },
  problems: PROBLEMS,
  handler: async ({ context, principal, params, body: { delaySeconds, error } }) => {
    requireUsable(params.queue, principal);
    await context.broker.release(openReceipt(context.keys, params), {
      ...(delaySeconds === undefined ? {} : { delayMs: delaySeconds * 1_000 }),
      ...(error === undefined ? {} : { error }),
    });
    return { status: 204 };
  },
});

export const postDeadLetter = defineRoute({
  method: 'POST',
  path: '/api/v1/queues/{queue}/messages/{receipt}/dead-letter',
  operationId: 'deadLetterMessage',
  summary: 'Move a message to the dead-letter queue now',
  tag: 'Queues',
  access: USE,
  params: ReceiptParams,
  body: object({ error: ErrorText }),
  responses: { 204: { description: 'Moved' } },
  problems: PROBLEMS,
  handler: async ({ context, principal, params, body }) => {
    requireUsable(params.queue, principal);
    await context.broker.deadLetter(openReceipt(context.keys, params), body.error);
    return { status: 204 };
  },
});
