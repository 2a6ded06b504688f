import { beginPasskeySignIn, finishPasskeySignIn } from '../../../../accounts/passkeys/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { signedInCookies } from '../../../http/session.ts';
import { showUser, UserSchema } from '../../schemas.ts';
import { AssertionBody, OptionsSchema } from '../passkey-schemas.ts';

const limit = { name: 'passkey-sign-in', count: 60, perMinutes: 15 };

export const postPasskeySignInOptions = defineRoute({
  method: 'POST',
  path: '/api/v1/sessions/passkey/options',
  operationId: 'beginPasskeySignIn',
  summary: 'Start to sign in by passkey',
  description: 'Needs no user name: the passkey identifies its owner.',
  tag: 'Sessions',
  access: 'public',
  limit,
  responses: { 200: { description: 'Options for the browser', schema: OptionsSchema } },
  handler: async ({ context }) => {
    const { challengeId, options } = await beginPasskeySignIn(context);
    return { status: 200, body: { challengeId, options: { ...options } } };
  },
});

export const postPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/api/v1/sessions/passkey',
  operationId: 'signInWithPasskey',
  summary: 'Sign in by passkey',
  tag: 'Sessions',
  access: 'public',
  limit,
  body: AssertionBody,
  responses: { 201: { description: 'Signed in', schema: UserSchema } },
  problems: ['invalid-credentials'],
  handler: async ({ context, body, client, request }) => {
    const signedIn = await finishPasskeySignIn(context, { ...body, client });
    return {
      status: 201,
      body: showUser(signedIn.user),
      cookies: signedInCookies(context, request, signedIn),
    };
  },
});
