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
  description:
    'It does not come back. Where it was removed before, or never was, nothing happens; a removal that was interrupted is finished.',
  tag: 'Instance',
  access: { scope: 'admin:write', role: 'operator' },
  responses: {
    200: {
      description: 'There is none any more',
      schema: object({ sources: Type.Integer({ description: 'How many sources went with this request.' }) }),
    },
  },
  problems: ['forbidden'],
  handler: async ({ context, principal, client }) => ({
    status: 200,
    body: { sources: await removeDemoEdition(context, actingPerson(principal, client)) },
  }),
});
