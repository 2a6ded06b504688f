import Type from 'typebox';
import {
  confirmEmailByOperator,
  createNewPasswordLink,
  disableUser,
  enableUser,
  findUser,
  setRoles,
  type User,
} from '../../../../accounts/index.ts';
import { Problem } from '../../../../errors.ts';
import { joinTransaction } from '../../../../platform/database/join.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, Moment, object, RoleSchema, showUser, UserSchema } from '../../schemas.ts';

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/v1/users/{id}',
  operationId: 'getUser',
  summary: 'One user',
  tag: 'Users',
  access: { scope: 'admin:read', role: 'operator' },
  params: IdParams,
  responses: { 200: { description: 'The user', schema: UserSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => {
    const user = await findUser(context.database, params.id);
    if (!user) throw new Problem('not-found');
    return { status: 200, body: showUser(user) };
  },
});

export const patchUser = defineRoute({
  method: 'PATCH',
  path: '/api/v1/users/{id}',
  operationId: 'updateUser',
  summary: "Change a user's roles, disable and enable them, or confirm their address",
  description: 'Takes effect immediately. The last operator keeps the role.',
  tag: 'Users',
  access: { scope: 'admin:write', role: 'operator' },
  params: IdParams,
  body: object({
    roles: Type.Optional(Type.Array(RoleSchema, { maxItems: 4 })),
    disabled: Type.Optional(Type.Boolean()),
    emailConfirmed: Type.Optional(
      Type.Literal(true, { description: 'Digests and alerts are only sent to confirmed addresses.' }),
    ),
  }),
  responses: { 200: { description: 'The user', schema: UserSchema } },
  problems: ['forbidden', 'not-found', 'conflict'],
  handler: async ({ context, principal, params, body, client }) => {
    const act = { actor: { kind: 'user', id: principal.userId }, userId: params.id, client } as const;
    // One transaction: both changes or neither.
    const user = await context.database.transaction(async tx => {
      const joined = { ...context, database: joinTransaction(context.database, tx) };
      let changed: User | null = await findUser(tx, params.id);
      if (body.roles) changed = await setRoles(joined, { ...act, roles: body.roles });
      if (body.disabled !== undefined)
        changed = await (body.disabled ? disableUser : enableUser)(joined, act);
      if (body.emailConfirmed) changed = await confirmEmailByOperator(joined, act);
      return changed;
    });
    if (!user) throw new Problem('not-found');
    return { status: 200, body: showUser(user) };
  },
});

export const postPasswordLink = defineRoute({
  method: 'POST',
  path: '/api/v1/users/{id}/password-link',
  operationId: 'createPasswordLink',
  summary: 'Create a link with which a user sets a new password',
  description: 'The link works once. Give it to the person over a channel that you trust.',
  tag: 'Users',
  access: { scope: 'admin:write', role: 'operator', fresh: true },
  params: IdParams,
  responses: { 201: { description: 'The link', schema: object({ url: Type.String(), expiresAt: Moment }) } },
  problems: ['forbidden', 'not-found', 'fresh-sign-in-required'],
  handler: async ({ context, principal, params, client }) => {
    const link = await createNewPasswordLink(context, {
      actor: { kind: 'user', id: principal.userId },
      userId: params.id,
      client,
    });
    return {
      status: 201,
      body: {
        url: `${context.origin}/new-password?code=${link.secret}`,
        expiresAt: link.expiresAt.toISOString(),
      },
    };
  },
});
