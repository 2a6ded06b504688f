import { changeEmail } from '../../../../accounts/index.ts';
import { Problem } from '../../../../errors.ts';
import { reason } from '../../../../reasons.ts';
import { defineRoute } from '../../../http/route.ts';
import { LIMITS } from '../../../limits.ts';
import { Email, object, showUser, UserSchema } from '../../schemas.ts';

export const putEmail = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/email',
  operationId: 'changeEmail',
  summary: 'Change your email address',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  limit: LIMITS.changeEmail,
  body: object({ email: Email }),
  responses: { 200: { description: 'Your account', schema: UserSchema } },
  problems: ['conflict', 'fresh-sign-in-required'],
  handler: async ({ context, principal, body, client }) => {
    const change = await changeEmail(context, principal, { email: body.email, client });
    if (change.kind === 'taken') throw new Problem('conflict', reason('email-unavailable'));
    return { status: 200, body: showUser(change.user) };
  },
});
