import Type from 'typebox';
import { Id, object } from '../schemas.ts';

/** The WebAuthn messages of browsers. Bytes are base64url, bounded. */
export const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength: 20_000 });

/** The WebAuthn library creates the options for the browser; the standard defines their content. */
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
