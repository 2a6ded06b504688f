import Type from 'typebox';
import { defineRoute } from '../../../http/route.ts';
import { object } from '../../schemas.ts';

const TAG = 'Account';

export const getRecentSearches = defineRoute({
  method: 'GET',
  path: '/api/v1/account/searches',
  operationId: 'getRecentSearches',
  summary: 'Your last ten searches, newest first',
  tag: TAG,
  access: { scope: 'reading:read' },
  responses: {
    200: {
      description: 'Your searches, each once',
      schema: object(
        {
          items: Type.Array(
            object({ query: Type.String(), searchedAt: Type.String({ format: 'date-time' }) }),
          ),
        },
        { title: 'RecentSearches' },
      ),
    },
  },
  handler: async ({ context, principal }) => {
    const searches = await context.recentSearches.list(principal.userId);
    const items = searches.map(({ query, searchedAt }) => ({ query, searchedAt: searchedAt.toISOString() }));
    return { status: 200, body: { items } };
  },
});

export const deleteRecentSearches = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/searches',
  operationId: 'deleteRecentSearches',
  summary: 'Delete a recent search, or all',
  tag: TAG,
  access: { scope: 'reading:write' },
  query: object({
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        pattern: '^[^\\u0000]*$',
        description: 'The search to delete; all if omitted.',
      }),
    ),
  }),
  responses: { 204: { description: 'Deleted' } },
  handler: async ({ context, principal, query: { query } }) => {
    if (query === undefined) await context.recentSearches.clear(principal.userId);
    else await context.recentSearches.remove(principal.userId, query);
    return { status: 204 };
  },
});
