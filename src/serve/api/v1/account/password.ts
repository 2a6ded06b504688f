import Type from 'typebox';
import { changePassword } from '../../../../accounts/index.ts';
import { limitProof } from '../../../../app/accounts/sign-in.ts';
import { defineRoute } from '../../../http/route.ts';
import { sessionCookiesOf } from '../../../http/session.ts';
import { LIMITS } from '../../../limits.ts';
import { object, Password } from '../../schemas.ts';

export const putPassword = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/password',
  operationId: 'changePassword',
  summary: 'Choose a new password',
  description: 'Needs the current password or a recent sign-in. Ends every other session.',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.changePassword,
  body: object({
    current: Type.Optional(Password),
    next: Password,
    revokeTokens: Type.Optional(Type.Boolean({ description: 'Also revoke every API token.' })),
  }),
  responses: { 204: { description: 'Changed' } },
  problems: ['weak-password', 'fresh-sign-in-required'],
  handler: async ({ context, principal, body, client }) => {
    if (body.current !== undefined) await limitProof(context, principal.userId, client);
    const session = await changePassword(context, principal, { ...body, client });
    return {
      status: 204,
      ...(session
        ? { cookies: [sessionCookiesOf(context).set(session.cookie, context.config.sessionLength)] }
        : {}),
    };
  },
});
