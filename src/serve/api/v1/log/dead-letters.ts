import Type from 'typebox';
import { retryDeadLetter } from '../../../admin/log.ts';
import { byPerson } from '../../../admin/record.ts';
import { defineRoute } from '../../../http/route.ts';
import { DeadLetterSchema, GroupName, showDeadLetter } from '../../log-schemas.ts';
import { IdParams, object } from '../../schemas.ts';

export const getDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v1/log/dead-letters',
  operationId: 'listLogDeadLetters',
  summary: 'Events that failed too often and were put aside, newest first',
  tag: 'Log',
  access: { scope: 'admin:read', role: 'operator' },
  query: object({
    group: Type.Optional(GroupName),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  responses: {
    200: { description: 'The events', schema: object({ items: Type.Array(DeadLetterSchema) }) },
  },
  problems: ['forbidden'],
  handler: async ({ context, query: { group, limit = 50 } }) => {
    const letters = await context.log.deadLetters({ ...(group === undefined ? {} : { group }), most: limit });
    return { status: 200, body: { items: letters.map(showDeadLetter) } };
  },
});

export const postRetry = defineRoute({
  method: 'POST',
  path: '/api/v1/log/dead-letters/{id}/retry',
  operationId: 'retryLogDeadLetter',
  summary: 'Hand an event that was put aside to its group again',
  tag: 'Log',
  access: { scope: 'admin:write', role: 'operator' },
  params: IdParams,
  responses: {
    200: { description: 'Whether it was handled', schema: object({ handled: Type.Boolean() }) },
  },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params }) => ({
    status: 200,
    body: { handled: await retryDeadLetter(context, byPerson(principal, client), params.id) },
  }),
});
