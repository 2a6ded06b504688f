import Type from 'typebox';
import { defineRoute } from '../http/route.ts';
import { object } from './schemas.ts';

export const getJwks = defineRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  operationId: 'getSigningKeys',
  summary: 'The public keys of service tokens',
  tag: 'Service tokens',
  access: 'public',
  cache: { public: 300 },
  responses: {
    200: {
      description: 'A JSON Web Key Set',
      schema: object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
    },
  },
  handler: async ({ context }) => ({
    status: 200,
    body: { keys: (await context.credentials.serviceTokens.keys.published()).map(key => ({ ...key })) },
  }),
});
