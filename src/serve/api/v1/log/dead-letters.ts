import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import { requireDeadLetter, retryDeadLetter } from '../../../../app/admin/log.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { defineRoute } from '../../../http/route.ts';
import { DeadLetterSchema, GroupName, showDeadLetter } from '../../log-schemas.ts';
import { IdParams, object, PageQuery, pageOf } from '../../schemas.ts';

export const getDeadLetters = defineRoute({
  method: 'GET',
  path: '/api/v1/log/dead-letters',
  operationId: 'listLogDeadLetters',
  summary: 'Dead letters of the log: events that failed too often, newest first',
  tag: 'Log',
  access: { scope: 'admin:read', role: 'operator' },
  query: object({ ...PageQuery, group: Type.Optional(GroupName) }),
  responses: { 200: { description: 'A page of events', schema: pageOf(DeadLetterSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query: { group, limit = 50, cursor } }) => {
    const cursors = { keys: context.keys, list: `log dead letters ${group ?? ''}`, owner: principal.userId };
    const last = readCursor(cursors.keys, cursors.list, cursors.owner, cursor);
    const letters = await context.log.deadLetters({
      ...(group === undefined ? {} : { group }),
      ...(last ? { before: { failedAt: new Date(last['at'] ?? ''), id: last['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, letters, limit, ({ failedAt, id }) => ({
      at: failedAt.toISOString(),
      id,
    }));
    return { status: 200, body: { items: items.map(showDeadLetter), nextCursor } };
  },
});

export const getDeadLetter = defineRoute({
  method: 'GET',
  path: '/api/v1/log/dead-letters/{id}',
  operationId: 'getLogDeadLetter',
  summary: 'One dead letter',
  tag: 'Log',
  access: { scope: 'admin:read', role: 'operator' },
  params: IdParams,
  responses: { 200: { description: 'The event', schema: DeadLetterSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: showDeadLetter(await requireDeadLetter(context, params.id)),
  }),
});

export const postRetry = defineRoute({
  method: 'POST',
  path: '/api/v1/log/dead-letters/{id}/retry',
  operationId: 'retryLogDeadLetter',
  summary: 'Retry a dead letter',
  tag: 'Log',
  access: { scope: 'admin:write', role: 'operator' },
  params: IdParams,
  responses: {
    200: { description: 'Whether it succeeded', schema: object({ handled: Type.Boolean() }) },
  },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params }) => ({
    status: 200,
    body: { handled: await retryDeadLetter(context, actingPerson(principal, client), params.id) },
  }),
});
