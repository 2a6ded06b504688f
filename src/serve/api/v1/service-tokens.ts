import Type from 'typebox';
import { defineRoute } from '../../http/route.ts';
import { Moment, object, ScopeSchema } from '../schemas.ts';

export const postServiceToken = defineRoute({
  method: 'POST',
  path: '/api/v1/service-tokens',
  operationId: 'createServiceToken',
  summary: 'Issue a short-lived signed token for another service',
  description:
    'A JWT (EdDSA), valid for at most five minutes. The other service verifies it with `/.well-known/jwks.json`. It grants no more than the credential of the request.',
  tag: 'Service tokens',
  access: { scope: 'service' },
  body: object({
    audience: Type.String({ minLength: 1, maxLength: 200 }),
    scopes: Type.Array(ScopeSchema, { uniqueItems: true }),
  }),
  responses: {
    201: { description: 'The token', schema: object({ token: Type.String(), expiresAt: Moment }) },
  },
  problems: ['forbidden'],
  handler: async ({ context, principal, body }) => {
    const { token, expiresAt } = await context.credentials.serviceTokens.issue(principal, body);
    return { status: 201, body: { token, expiresAt: expiresAt.toISOString() } };
  },
});
