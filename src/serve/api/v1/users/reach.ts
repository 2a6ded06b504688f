import Type from 'typebox';
import { audit, findUser } from '../../../../accounts/index.ts';
import { Problem } from '../../../../errors.ts';
import { MAX_REACH, readReaches, setReach } from '../../../../signals/reach/reach.ts';
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
  handler: async ({ context, params }) => {
    if (!(await findUser(context.database, params.id))) throw new Problem('not-found');
    const reach = (await readReaches(context.database, [params.id])).get(params.id) ?? 1;
    return { status: 200, body: { reach } };
  },
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
