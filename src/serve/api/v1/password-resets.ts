import Type from 'typebox';
import { requestPasswordReset } from '../../../accounts/index.ts';
import { defineRoute } from '../../http/route.ts';
import { LIMITS } from '../../limits.ts';
import { Email, object } from '../schemas.ts';

export const postPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/v1/password-resets',
  operationId: 'requestPasswordReset',
  summary: 'Request a link by mail with which to set a new password',
  description:
    'The response does not reveal whether the address has an account. The link leads to a page, works once and expires after an hour. `conflict` without a mail server.',
  tag: 'Accounts',
  access: 'public',
  limit: LIMITS.passwordReset,
  body: object({ email: Email }),
  responses: { 202: { description: 'Accepted', schema: object({ message: Type.String() }) } },
  problems: ['conflict'],
  handler: async ({ context, body, client }) => {
    await requestPasswordReset(context, { ...body, client });
    return {
      status: 202,
      body: { message: 'If there is an account with this address, a link is on its way.' },
    };
  },
});
