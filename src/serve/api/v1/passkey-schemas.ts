import Type from 'typebox';
import { Id, object } from '../schemas.ts';

/** What browsers exchange about passkeys. The bytes travel as base64url, bounded. */
export const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000 });

/** The options are made by the WebAuthn library and read by the browser; their inside is the standard's. */
export const OptionsSchema = object({ challengeId: Id, options: Type.Record(Type.String(), Type.Unknown()) });

export const AssertionBody = object({
  challengeId: Id,
  response: object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response: object({
      clientDataJSON: Base64Url,
      authenticatorData: Base64Url,
      signature: Base64Url,
      userHandle: Type.Optional(Base64Url),
    }),
  }),
});
