import Type from 'typebox';
import { audit, findUser } from '../../../../accounts/index.ts';
import { Problem } from '../../../../errors.ts';
import { MOST_REACH, reachesOf, setReach } from '../../../../signals/reach/reach.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, object } from '../../schemas.ts';

const ReachSchema = object(
  {
    reach: Type.Integer({
      minimum: 1,
      maximum: MOST_REACH,
      description: 'How many people they reach when they share; 1 for whom nothing is set.',
    }),
  },
  { title: 'Reach' },
);

export const getReach = defineRoute({
  method: 'GET',
  path: '/api/v1/users/{id}/reach',
  operationId: 'getReach',
  summary: 'How many people a user reaches when they share',
  tag: 'Users',
  access: { scope: 'admin:read', role: 'operator' },
  params: IdParams,
  responses: { 200: { description: 'Their reach', schema: ReachSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, params }) => {
    if (!(await findUser(context.database, params.id))) throw new Problem('not-found');
    const reach = (await reachesOf(context.database, [params.id])).get(params.id) ?? 1;
    return { status: 200, body: { reach } };
  },
});

export const putReach = defineRoute({
  method: 'PUT',
  path: '/api/v1/users/{id}/reach',
  operationId: 'setReach',
  summary: 'Say how many people a user reaches: what they share from now on weighs by it',
  description:
    'A share weighs 1, and 1 more each time that the reach doubles, at most 8. What counted already stays as it was.',
  tag: 'Users',
  access: { scope: 'admin:write', role: 'operator' },
  params: IdParams,
  body: ReachSchema,
  responses: { 200: { description: 'Their reach', schema: ReachSchema } },
  problems: ['forbidden', 'not-found'],
  handler: async ({ context, principal, client, params, body: { reach } }) => {
    await context.database.transaction(async tx => {
      if (!(await setReach(tx, { userId: params.id, reach, now: new Date(context.clock.now()) })))
        throw new Problem('not-found');
      await audit(tx, context, {
        actor: { kind: 'user', id: principal.userId },
        action: 'reach.changed',
        subject: { kind: 'user', id: params.id },
        client,
        detail: { reach },
      });
    });
    return { status: 200, body: { reach } };
  },
});
