export type { PasskeyAnswer, PasskeyAssertion } from './assertion.ts';
export { listPasskeys, type Passkey, removePasskey, renamePasskey } from './manage.ts';
export {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  type PasskeyAttestation,
  type PasskeyRegistrationFinish,
  type PasskeyRegistrationStart,
} from './register.ts';
export {
  beginPasskeySignIn,
  finishPasskeySignIn,
  type PasskeySignInStart,
  proveWithPasskey,
} from './sign-in.ts';
