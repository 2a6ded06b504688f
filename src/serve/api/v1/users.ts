import Type from 'typebox';
import { listUsers } from '../../../accounts/index.ts';
import { page, readCursor } from '../../../app/cursor.ts';
import { defineRoute } from '../../http/route.ts';
import { object, PageQuery, pageOf, showUser, UserSchema } from '../schemas.ts';

export const getUsers = defineRoute({
  method: 'GET',
  path: '/api/v1/users',
  operationId: 'listUsers',
  summary: 'All accounts, newest first',
  tag: 'Users',
  access: { scope: 'admin:read', role: 'operator' },
  query: object({
    ...PageQuery,
    search: Type.Optional(
      // PostgreSQL cannot store NUL in text.
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: 'Prefix of an address or name.',
      }),
    ),
  }),
  responses: { 200: { description: 'A page of users', schema: pageOf(UserSchema) } },
  problems: ['forbidden', 'invalid-cursor'],
  handler: async ({ context, principal, query }) => {
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: `users ${query.search ?? ''}`, owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const before = after ? { createdAt: new Date(after['at'] ?? ''), id: after['id'] ?? '' } : undefined;
    const rows = await listUsers(context, { before, limit: limit + 1, search: query.search });
    const { items, nextCursor } = page(cursors, rows, limit, user => ({
      at: user.createdAt.toISOString(),
      id: user.id,
    }));
    return { status: 200, body: { items: items.map(showUser), nextCursor } };
  },
});
