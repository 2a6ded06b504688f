import Type from 'typebox';
import { changeReach, reachOf } from '../../../../app/admin/reach.ts';
import { MAX_REACH } from '../../../../signals/reach/reach.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, object } from '../../schemas.ts';

const ReachSchema = object(
  {
    reach: Type.Integer({
      minimum: 1,
      maximum: MAX_REACH,
      description: 'How many people their shares reach; 1 by default.',
    }),
  },
  { title: 'Reach' },
);

export const getReach = defineRoute({
  method: 'GET',
  path: '/api/v1/users/{id}/reach',
  operationId: 'getReach',
  summary: "The reach of a user's shares",
  tag: 'Users',
  access: { scope: 'admin:read', role: 'operator' },
  params: IdParams,
  responses: { 200: { description: 'Their reach', schema: ReachSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => ({
    status: 200,
    body: { reach: await reachOf(context, params.id) },
  }),
});

export const putReach = defineRoute({
  method: 'PUT',
  path: '/api/v1/users/{id}/reach',
  operationId: 'setReach',
  summary: 'Set the reach of a user, which weights their future shares',
  description:
    'A share weighs 1, plus 1 for each doubling of the reach, at most 8. Earlier shares keep their weight.',
  tag: 'Users',
  access: { scope: 'admin:write', role: 'operator' },
  params: IdParams,
  body: ReachSchema,
  responses: { 200: { description: 'Their reach', schema: ReachSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params, body: { reach } }) => {
    await changeReach(context, { principal, client }, { userId: params.id, reach });
    return { status: 200, body: { reach } };
  },
});
