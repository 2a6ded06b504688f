import Type from 'typebox';
import { createToken, listTokens, revokeToken } from '../../../../accounts/index.ts';
import { defineRoute } from '../../../http/route.ts';
import {
  IdParams,
  Moment,
  Name,
  object,
  orNull,
  ScopeSchema,
  showToken,
  TokenSchema,
} from '../../schemas.ts';

export const getTokens = defineRoute({
  method: 'GET',
  path: '/api/v1/account/tokens',
  operationId: 'listTokens',
  summary: 'Your API tokens',
  tag: 'Account',
  access: { scope: 'account:read' },
  responses: { 200: { description: 'Your tokens', schema: object({ items: Type.Array(TokenSchema) }) } },
  handler: async ({ context, principal }) => ({
    status: 200,
    body: { items: (await listTokens(context, principal.userId)).map(showToken) },
  }),
});

export const postToken = defineRoute({
  method: 'POST',
  path: '/api/v1/account/tokens',
  operationId: 'createToken',
  summary: 'Create an API token',
  description: 'The secret is only in this response.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  idempotent: true,
  body: object({
    name: Name,
    scopes: Type.Array(ScopeSchema, { minItems: 1, uniqueItems: true }),
    expiresAt: Type.Optional(orNull(Moment)),
  }),
  responses: {
    201: {
      description: 'The token and its secret',
      schema: object({ token: TokenSchema, secret: Type.String() }),
    },
  },
  problems: ['forbidden', 'fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, body, client }) => {
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    const { token, secret } = await createToken(context, principal, { ...body, expiresAt, client });
    return { status: 201, body: { token: showToken(token), secret } };
  },
});

export const deleteToken = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/tokens/{id}',
  operationId: 'revokeToken',
  summary: 'Revoke one of your API tokens',
  tag: 'Account',
  access: { scope: 'account:write' },
  params: IdParams,
  responses: { 204: { description: 'Revoked' } },
  problems: ['not-found'],
  handler: async ({ context, principal, params, client }) => {
    await revokeToken(context, principal, { tokenId: params.id, client });
    return { status: 204 };
  },
});
