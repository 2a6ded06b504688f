import Type from 'typebox';
import { defineRoute } from '../../http/route.ts';
import { object } from '../schemas.ts';

const Instance = object(
  {
    name: Type.String(),
    version: Type.String(),
    demo: Type.Boolean({ description: 'Whether the demo edition fills the pages.' }),
    signUp: Type.Boolean({ description: 'Whether visitors may create accounts.' }),
    signInWith: Type.Array(Type.String(), { description: 'Ways to sign in that this installation offers.' }),
  },
  { title: 'Instance' },
);

export const getInstance = defineRoute({
  method: 'GET',
  path: '/api/v1/instance',
  operationId: 'getInstance',
  summary: 'What this installation is and offers',
  tag: 'Instance',
  access: 'public',
  cache: { public: 60 },
  responses: { 200: { description: 'The installation', schema: Instance } },
  handler: async ({ context: { config, demo, version } }) => ({
    status: 200,
    body: {
      name: config.name,
      version,
      demo: await demo.isShown(),
      signUp: config.signUp === 'open',
      signInWith: ['password', 'passkey', ...(config.oidcIssuer === undefined ? [] : ['oidc'])],
    },
  }),
});
