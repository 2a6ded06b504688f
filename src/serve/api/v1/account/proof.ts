import { proveWithPassword } from '../../../../accounts/index.ts';
import { beginPasskeySignIn, proveWithPasskey } from '../../../../accounts/passkeys/index.ts';
import { limitSignIn } from '../../../../app/accounts/sign-in-limit.ts';
import { defineRoute } from '../../../http/route.ts';
import { LIMITS } from '../../../limits.ts';
import { object, Password } from '../../schemas.ts';
import { AssertionBody, OptionsSchema } from '../passkey-schemas.ts';

export const postProof = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof',
  operationId: 'proveWithPassword',
  summary: 'Prove again who you are, by password',
  description: 'Makes the session fresh, for what needs a fresh sign-in.',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.proof,
  body: object({ password: Password }),
  responses: { 204: { description: 'Proven' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, body, client }) => {
    await limitSignIn(context, principal.userId, client);
    await proveWithPassword(context, principal, { ...body, client });
    return { status: 204 };
  },
});

export const postPasskeyProofOptions = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof/passkey/options',
  operationId: 'beginPasskeyProof',
  summary: 'Begin to prove who you are by passkey',
  tag: 'Account',
  access: { scope: 'account:write' },
  responses: { 200: { description: 'What the browser needs', schema: OptionsSchema } },
  handler: async ({ context, principal }) => {
    const { challengeId, options } = await beginPasskeySignIn(context, principal.userId);
    return { status: 200, body: { challengeId, options: { ...options } } };
  },
});

export const postPasskeyProof = defineRoute({
  method: 'POST',
  path: '/api/v1/account/proof/passkey',
  operationId: 'proveWithPasskey',
  summary: 'Prove again who you are, by passkey',
  tag: 'Account',
  access: { scope: 'account:write' },
  limit: LIMITS.proof,
  body: AssertionBody,
  responses: { 204: { description: 'Proven' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, body, client }) => {
    await proveWithPasskey(context, principal, { ...body, client });
    return { status: 204 };
  },
});
