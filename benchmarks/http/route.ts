import Type from 'typebox';
import { Id, Moment, object } from '../../src/serve/api/schemas.ts';
import { defineRoute } from '../../src/serve/http/route.ts';

/** A typical JSON endpoint of the API: a path parameter, a query, a credential with a scope, a typed response. */
const Item = object({
  id: Id,
  title: Type.String(),
  at: Moment,
  tags: Type.Array(Type.String()),
  score: Type.Number(),
});

export const ANSWER = {
  items: Array.from({ length: 3 }, (_, n) => ({
    id: `0190e1a2-0000-7000-8000-00000000000${n}`,
    title: 'Harbour reopens after the storm; ferries run again from noon',
    at: '2026-01-15T12:00:00.000Z',
    tags: ['weather', 'transport'],
    score: 0.5 + n,
  })),
  nextCursor: null,
};

export const benchRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/bench/{id}',
  operationId: 'bench',
  summary: 'An endpoint to measure',
  tag: 'Bench',
  access: { scope: 'account:read' },
  params: object({ id: Id }),
  query: object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })) }),
  responses: {
    200: { description: 'Items', schema: object({ items: Type.Array(Item), nextCursor: Type.Null() }) },
  },
  handler: async () => ({ status: 200, body: { items: [...ANSWER.items], nextCursor: null } }),
});
