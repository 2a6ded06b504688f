import Type from 'typebox';
import { signInWithPassword, signOut } from '../../../accounts/index.ts';
import { limitSignIn } from '../../../app/accounts/sign-in-limit.ts';
import { defineRoute } from '../../http/route.ts';
import { endOfSession, sessionCookiesOf } from '../../http/session.ts';
import { object, showUser, UserSchema } from '../schemas.ts';

export const postSession = defineRoute({
  method: 'POST',
  path: '/api/v1/sessions',
  operationId: 'signIn',
  summary: 'Sign in with email and password',
  description: 'Sets the session cookie. Programs use an API token instead.',
  tag: 'Sessions',
  access: 'public',
  body: object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1_024 }) }),
  responses: { 201: { description: 'Signed in', schema: UserSchema } },
  problems: ['invalid-credentials'],
  handler: async ({ context, body, client }) => {
    await limitSignIn(context, body.email, client);
    const { user, session } = await signInWithPassword(context, { ...body, client });
    return {
      status: 201,
      body: showUser(user),
      cookies: [sessionCookiesOf(context).set(session.cookie, context.config.sessionLength)],
    };
  },
});

export const deleteCurrentSession = defineRoute({
  method: 'DELETE',
  path: '/api/v1/sessions/current',
  operationId: 'signOut',
  summary: 'Sign out',
  tag: 'Sessions',
  access: { scope: 'account:write' },
  responses: { 204: { description: 'Signed out' } },
  handler: async ({ context, principal, client }) => {
    await signOut(context, principal, client);
    return { status: 204, ...endOfSession(context) };
  },
});
