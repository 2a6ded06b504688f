import { proveWithPassword } from '../../../../accounts/index.ts';
import { beginPasskeySignIn, proveWithPasskey } from '../../../../accounts/passkeys/index.ts';
import { limitProof } from '../../../../app/accounts/sign-in.ts';
import { defineRoute } from '../../../http/route.ts';
import { LIMITS } from '../../../limits.ts';
import { object, Password } from '../../schemas.ts';
import { AssertionBody, OptionsSchema } from '../passkey-schemas.ts';

export const postProof = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof',
  operationId: 'proveWithPassword',
  summary: 'Confirm your identity by password',
  description: 'For actions that need a recent sign-in.',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.proof,
  body: object({ password: Password }),
  responses: { 204: { description: 'Confirmed' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, body, client }) => {
    await limitProof(context, principal.userId, client);
    await proveWithPassword(context, principal, { ...body, client });
    return { status: 204 };
  },
});

export const postPasskeyProofOptions = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof/passkey/options',
  operationId: 'beginPasskeyProof',
  summary: 'Start to confirm your identity by passkey',
  tag: 'Account',
  access: { scope: 'account:write' },
  responses: { 200: { description: 'Options for the browser', schema: OptionsSchema } },
  handler: async ({ context, principal }) => {
    const { challengeId, options } = await beginPasskeySignIn(context, principal.userId);
    return { status: 200, body: { challengeId, options: { ...options } } };
  },
});

export const postPasskeyProof = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof/passkey',
  operationId: 'proveWithPasskey',
  summary: 'Confirm your identity by passkey',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.proof,
  body: AssertionBody,
  responses: { 204: { description: 'Confirmed' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, body, client }) => {
    await proveWithPasskey(context, principal, { ...body, client });
    return { status: 204 };
  },
});
