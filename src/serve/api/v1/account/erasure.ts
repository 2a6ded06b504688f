import { requestErasure } from '../../../../accounts/privacy/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { endOfSession } from '../../../http/session.ts';
import { Moment, object } from '../../schemas.ts';

export const postErasure = defineRoute({
  method: 'POST',
  path: '/api/v1/account/erasure',
  operationId: 'eraseAccount',
  summary: 'Erase your account',
  description:
    'Signs you out everywhere and removes or anonymises all your data by the stated time. Cannot be undone.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  responses: { 202: { description: 'Accepted', schema: object({ dueAt: Moment }) } },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, client }) => {
    const { dueAt } = await requestErasure(context, principal, client);
    return {
      status: 202,
      body: { dueAt: dueAt.toISOString() },
      ...endOfSession(context),
    };
  },
});
