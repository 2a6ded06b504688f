import Type from 'typebox';
import { signOut } from '../../../accounts/index.ts';
import { signIn } from '../../../app/accounts/sign-in.ts';
import { defineRoute } from '../../http/route.ts';
import { deviceCookieOf, endOfSession, signedInCookies } from '../../http/session.ts';
import { object, showUser, UserSchema } from '../schemas.ts';

export const postSession = defineRoute({
  method: 'POST',
  path: '/api/v1/sessions',
  operationId: 'signIn',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie. Programs use an API token instead. With a second factor, the session gets `second-factor-required` everywhere until its code was sent.',
  tag: 'Sessions',
  access: 'public',
  body: object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 1_024 }) }),
  responses: { 201: { description: 'Signed in', schema: UserSchema } },
  problems: ['invalid-credentials'],
  handler: async ({ context, body, client, request }) => {
    const deviceCookie = deviceCookieOf(context, request);
    const signedIn = await signIn(context, { ...body, client, deviceCookie });
    return {
      status: 201,
      body: showUser(signedIn.user),
      cookies: signedInCookies(context, request, signedIn),
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
  beforeSecondFactor: true,
  responses: { 204: { description: 'Signed out' } },
  handler: async ({ context, principal, client }) => {
    await signOut(context, principal, client);
    return { status: 204, ...endOfSession(context) };
  },
});
