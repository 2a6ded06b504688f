import Type from 'typebox';
import { listIdentities, unlinkIdentity } from '../../../../accounts/oidc/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { Moment, object } from '../../schemas.ts';

const IdentitySchema = object(
  {
    id: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    issuer: Type.String(),
    createdAt: Moment,
    lastUsedAt: Moment,
  },
  { title: 'Identity' },
);

export const getIdentities = defineRoute({
  method: 'GET',
  path: '/api/v1/account/identities',
  operationId: 'listIdentities',
  summary: 'External accounts that you sign in with',
  tag: 'Account',
  access: { scope: 'account:read' },
  responses: {
    200: { description: 'Your identities', schema: object({ items: Type.Array(IdentitySchema) }) },
  },
  handler: async ({ context, principal }) => {
    const identities = await listIdentities(context, principal.userId);
    const items = identities.map(({ id, issuer, createdAt, lastUsedAt }) => ({
      id,
      issuer,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }));
    return { status: 200, body: { items } };
  },
});

export const deleteIdentity = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/identities/{id}',
  operationId: 'unlinkIdentity',
  summary: 'Unlink an external account',
  description: 'The last way to sign in cannot be removed.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  params: object({ id: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
  responses: { 204: { description: 'Unlinked' } },
  problems: ['not-found', 'conflict', 'fresh-sign-in-required'],
  handler: async ({ context, principal, params, client }) => {
    await unlinkIdentity(context, principal, params.id, client);
    return { status: 204 };
  },
});
