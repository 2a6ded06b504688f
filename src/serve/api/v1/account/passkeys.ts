import Type, { type Static } from 'typebox';
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '../../../../accounts/passkeys/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, Name, object, orNull } from '../../schemas.ts';
import { Base64Url, OptionsSchema } from '../passkey-schemas.ts';

const PasskeySchema = object(
  { id: Id, name: Type.String(), backedUp: Type.Boolean(), createdAt: Moment, lastUsedAt: orNull(Moment) },
  { title: 'Passkey' },
);

export const getPasskeys = defineRoute({
  method: 'GET',
  path: '/api/v1/account/passkeys',
  operationId: 'listPasskeys',
  summary: 'Your passkeys',
  tag: 'Account',
  access: { scope: 'account:read' },
  responses: { 200: { description: 'Your passkeys', schema: object({ items: Type.Array(PasskeySchema) }) } },
  handler: async ({ context, principal }) => ({
    status: 200,
    body: { items: (await listPasskeys(context, principal.userId)).map(show) },
  }),
});

export const postPasskeyOptions = defineRoute({
  method: 'POST',
  path: '/api/v1/account/passkeys/options',
  operationId: 'beginPasskeyRegistration',
  summary: 'Start to add a passkey',
  description:
    'The options are for `navigator.credentials.create`; the challenge works once, for five minutes.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  responses: { 200: { description: 'Options for the browser', schema: OptionsSchema } },
  problems: ['fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal }) => {
    const { challengeId, options } = await beginPasskeyRegistration(context, principal.userId);
    return { status: 200, body: { challengeId, options: { ...options } } };
  },
});

export const postPasskey = defineRoute({
  method: 'POST',
  path: '/api/v1/account/passkeys',
  operationId: 'addPasskey',
  summary: 'Add a passkey',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  body: object({
    challengeId: Id,
    name: Name,
    response: object({
      id: Base64Url,
      rawId: Base64Url,
      type: Type.Literal('public-key'),
      response: object({
        clientDataJSON: Base64Url,
        attestationObject: Base64Url,
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
      }),
    }),
  }),
  responses: { 201: { description: 'The passkey', schema: PasskeySchema } },
  problems: ['unusable-passkey', 'fresh-sign-in-required', 'conflict'],
  handler: async ({ context, principal, body, client }) => ({
    status: 201,
    body: show(await finishPasskeyRegistration(context, principal, body, client)),
  }),
});

export const patchPasskey = defineRoute({
  method: 'PATCH',
  path: '/api/v1/account/passkeys/{id}',
  operationId: 'renamePasskey',
  summary: 'Rename a passkey',
  tag: 'Account',
  access: { scope: 'account:write' },
  params: IdParams,
  body: object({ name: Name }),
  responses: { 200: { description: 'The passkey', schema: PasskeySchema } },
  problems: ['not-found'],
  handler: async ({ context, principal, params, body, client }) => ({
    status: 200,
    body: show(
      await renamePasskey(context, principal.userId, { passkeyId: params.id, name: body.name }, client),
    ),
  }),
});

export const deletePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/passkeys/{id}',
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  description: 'The last way to sign in cannot be removed.',
  tag: 'Account',
  access: { scope: 'account:write', fresh: true },
  params: IdParams,
  responses: { 204: { description: 'Removed' } },
  problems: ['not-found', 'conflict', 'fresh-sign-in-required'],
  handler: async ({ context, principal, params, client }) => {
    await removePasskey(context, principal, params.id, client);
    return { status: 204 };
  },
});

function show(passkey: Passkey): Static<typeof PasskeySchema> {
  return {
    id: passkey.id,
    name: passkey.name,
    backedUp: passkey.backedUp,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
