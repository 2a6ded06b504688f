import type { AccountsContext, CredentialResolver } from '../accounts/index.ts';
import type { IdentityProvider } from '../accounts/oidc/index.ts';
import type { Config } from '../config.ts';
import type { ViewStore } from '../platform/views/port.ts';

/** What serving needs of the world. */
export interface ServeContext extends AccountsContext {
  readonly config: Config;
  readonly views: ViewStore;
  readonly credentials: CredentialResolver;
  readonly identityProvider: IdentityProvider | null;
  readonly version: string;
}
