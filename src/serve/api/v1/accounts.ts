import Type from 'typebox';
import { signUp } from '../../../accounts/index.ts';
import { defineRoute } from '../../http/route.ts';
import { LIMITS } from '../../limits.ts';
import { Email, Name, object, Password } from '../schemas.ts';

export const createAccount = defineRoute({
  method: 'POST',
  path: '/api/v1/accounts',
  operationId: 'createAccount',
  summary: 'Create an account',
  description:
    'The response does not reveal whether the address already has an account. Sign in to use the account.',
  tag: 'Accounts',
  access: 'public',
  limit: LIMITS.signUp,
  body: object({ email: Email, password: Password, displayName: Name }),
  responses: { 202: { description: 'Accepted', schema: object({ message: Type.String() }) } },
  problems: ['weak-password', 'sign-up-closed'],
  handler: async ({ context, body, client }) => {
    await signUp(context, { ...body, client });
    return {
      status: 202,
      body: { message: 'If the address was free, the account is ready. Sign in to use it.' },
    };
  },
});
