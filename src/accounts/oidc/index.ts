export { beginOidc, OIDC_CALLBACK_PATH, type OidcIntent, type OidcStart } from './begin.ts';
export { finishOidc, type OidcCallback, type OidcOutcome } from './finish.ts';
export { type LinkedIdentity, listIdentities, unlinkIdentity } from './identities.ts';
export { createIdentityProvider, type IdentityProvider } from './provider.ts';
