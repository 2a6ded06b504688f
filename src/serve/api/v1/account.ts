import { findUser, rename } from '../../../accounts/index.ts';
import { Problem } from '../../../errors.ts';
import { defineRoute } from '../../http/route.ts';
import { Name, object, showUser, UserSchema } from '../schemas.ts';

export const getAccount = defineRoute({
  method: 'GET',
  path: '/api/v1/account',
  operationId: 'getAccount',
  summary: 'Your account',
  tag: 'Account',
  access: { scope: 'account:read' },
  cache: 'private',
  responses: { 200: { description: 'Your account', schema: UserSchema } },
  handler: async ({ context, principal }) => {
    const user = await findUser(context.database, principal.userId);
    if (!user) throw new Problem('not-found');
    return { status: 200, body: showUser(user) };
  },
});

export const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/api/v1/account',
  operationId: 'updateAccount',
  summary: 'Change your display name',
  tag: 'Account',
  access: { scope: 'account:write' },
  body: object({ displayName: Name }),
  responses: { 200: { description: 'Your account', schema: UserSchema } },
  handler: async ({ context, principal, body, client }) => ({
    status: 200,
    body: showUser(await rename(context, principal, { ...body, client })),
  }),
});
