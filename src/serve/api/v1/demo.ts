import Type from 'typebox';
import { actingPerson } from '../../../app/admin/audited.ts';
import { removeDemoEdition } from '../../../app/demo/demo-edition.ts';
import { defineRoute } from '../../http/route.ts';
import { object } from '../schemas.ts';

export const deleteDemo = defineRoute({
  method: 'DELETE',
  path: '/api/v1/demo',
  operationId: 'removeDemo',
  summary: 'Remove the demo edition with all its sources and articles',
  description: 'It does not come back. Does nothing if there is none; finishes an interrupted removal.',
  tag: 'Instance',
  access: { scope: 'admin:write', role: 'operator' },
  responses: {
    200: {
      description: 'Removed',
      schema: object({
        sources: Type.Integer({ description: 'The number of sources removed by this request.' }),
      }),
    },
  },
  problems: ['forbidden'],
  handler: async ({ context, principal, client }) => ({
    status: 200,
    body: { sources: await removeDemoEdition(context, actingPerson(principal, client)) },
  }),
});
