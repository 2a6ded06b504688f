import Type from 'typebox';
import {
  beginSecondFactor,
  findSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../../accounts/second-factor/index.ts';
import { passSecondFactor, turnOnSecondFactor } from '../../../../app/accounts/second-factor.ts';
import { defineRoute } from '../../../http/route.ts';
import { object } from '../../schemas.ts';

const PATH = '/api/v1/account/second-factor';
const Code = Type.String({ minLength: 1, maxLength: 40 });
const RecoveryCodes = object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Each works once. They are only in this response.',
  }),
});

export const getSecondFactor = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getSecondFactor',
  summary: 'Whether your second factor is on',
  tag: 'Account',
  access: { scope: 'account:read' },
  responses: {
    200: {
      description: 'Your second factor',
      schema: object({ on: Type.Boolean(), recoveryCodesLeft: Type.Integer() }),
    },
  },
  handler: async ({ context, principal }) => {
    const found = await findSecondFactor(context, principal.userId);
    return { status: 200, body: { on: found !== null, recoveryCodesLeft: found?.codesLeft ?? 0 } };
  },
});

export const postSecondFactor = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'beginSecondFactor',
  summary: 'Start to set up a second factor',
  description: 'Returns a secret for an authenticator app (TOTP). It counts once a code of it was confirmed.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  beforeSecondFactor: true,
  responses: {
    201: {
      description: 'For the app',
      schema: object({
        secret: Type.String({ description: 'Base32' }),
        uri: Type.String({ description: 'For a QR code' }),
      }),
    },
  },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal }) => {
    const { secret, uri } = await beginSecondFactor(context, principal);
    return { status: 201, body: { secret, uri } };
  },
});

export const postSecondFactorConfirmation = defineRoute({
  method: 'POST',
  path: `${PATH}/confirmation`,
  operationId: 'confirmSecondFactor',
  summary: 'Turn the second factor on with a first code',
  description: 'Your other sessions then need a code too.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  beforeSecondFactor: true,
  body: object({ code: Code }),
  responses: { 200: { description: 'It is on', schema: RecoveryCodes } },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, body, client }) => ({
    status: 200,
    body: { recoveryCodes: await turnOnSecondFactor(context, principal, { ...body, client }) },
  }),
});

export const postRecoveryCodes = defineRoute({
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  operationId: 'renewRecoveryCodes',
  summary: 'Replace your recovery codes',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  responses: { 200: { description: 'The new codes', schema: RecoveryCodes } },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, client }) => ({
    status: 200,
    body: { recoveryCodes: await renewRecoveryCodes(context, principal, client) },
  }),
});

export const deleteSecondFactor = defineRoute({
  method: 'DELETE',
  path: PATH,
  operationId: 'removeSecondFactor',
  summary: 'Turn the second factor off',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  responses: { 204: { description: 'It is off' } },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, client }) => {
    await removeSecondFactor(context, principal, client);
    return { status: 204 };
  },
});

export const postSessionSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/v1/sessions/current/second-factor',
  operationId: 'passSecondFactor',
  summary: 'Complete a sign-in with the second factor',
  description: 'Takes a code of the authenticator app, or a recovery code. No code works twice.',
  tag: 'Sessions',
  access: { scope: 'account:write' },
  beforeSecondFactor: true,
  body: object({ code: Code }),
  responses: { 204: { description: 'The session is complete' } },
  problems: ['forbidden'],
  handler: async ({ context, principal, body, client }) => {
    await passSecondFactor(context, principal, { ...body, client });
    return { status: 204 };
  },
});
