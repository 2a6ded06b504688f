import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { AccountsContext } from '../context.ts';
import { requireRecentProof } from '../proof.ts';
import { ATTEMPT_LIFETIME_MS, startAttempt } from './attempts.ts';
import { providerFailure } from './failures.ts';
import type { IdentityProvider } from './provider.ts';

/** The callback path; register it at the provider together with the installation's origin. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';

/**
 * AUTH-1: starts the authorization code flow (PKCE, state, nonce). A visitor wants to sign in; a signed-in person wants
 * to link the two accounts or to confirm their identity, so the provider must prompt even if it has a session.
 */
export async function beginOidc(
  context: AccountsContext,
  provider: IdentityProvider,
  { returnTo, intent }: { returnTo: unknown; intent: OidcIntent },
): Promise<OidcStart> {
  const userId = intent.kind === 'sign-in' ? null : allowed(context, intent);
  const configuration = await provider.configuration().catch(error => {
    throw providerFailure(context, error);
  });
  const attempt = await startAttempt(context, { returnTo, intent: intent.kind, userId });
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(context),
    response_type: 'code',
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(userId === null ? {} : { prompt: 'login' }),
  });
  return { url: url.href, browserBinding: attempt.browserBinding, lifetimeMs: ATTEMPT_LIFETIME_MS };
}

export function callbackUrl({ origin }: Pick<AccountsContext, 'origin'>): string {
  return new URL(OIDC_CALLBACK_PATH, origin).href;
}

/** A link is a new way into the account, so it needs a recent proof; a proof needs none. */
function allowed(context: AccountsContext, { kind, principal }: SignedInIntent): string {
  if (principal.credential.kind !== 'session') throw new Problem('forbidden');
  if (kind === 'link') requireRecentProof(context, principal);
  return principal.userId;
}

export type OidcIntent = { readonly kind: 'sign-in' } | SignedInIntent;

interface SignedInIntent {
  readonly kind: 'link' | 'prove';
  readonly principal: Principal;
}

export interface OidcStart {
  /** The address to redirect the browser to. */
  readonly url: string;
  /** For an HttpOnly cookie that lives as long as the attempt. */
  readonly browserBinding: string;
  readonly lifetimeMs: number;
}
