import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import { reason } from '../../reasons.ts';
import type { AccountsContext, ClientInfo } from '../context.ts';
import type { SignedIn } from '../sign-in.ts';
import { type TakenAttempt, takeAttempt } from './attempts.ts';
import { callbackUrl } from './begin.ts';
import { providerFailure, refuse } from './failures.ts';
import { findIdentity } from './identities.ts';
import { confirmIdentity, type IntentOutcome, linkIdentity, signInVisitor } from './outcomes.ts';
import { identityOf, type ProvenIdentity, profileOf } from './person.ts';
import type { IdentityProvider } from './provider.ts';

/**
 * The callback of the provider, in this order:
 *   1 take the attempt: state, browser, person and time must match, and no replay is possible;
 *   2 exchange the code for tokens and check their issuer, audience, signature, nonce and time;
 *   3 look up the identity and sign in, link or confirm, depending on the intent of the attempt.
 */
export async function finishOidc(
  context: AccountsContext,
  provider: IdentityProvider,
  { parameters, browserBinding, principal, client }: OidcCallback,
): Promise<OidcOutcome> {
  const state = parameters.get('state');
  const attempt = await takeAttempt(context, { state, browserBinding, userId: principal?.userId ?? null });
  if (!attempt)
    return refuse(context, new Problem('invalid-credentials', reason('sign-in-expired')), { client });
  const proof = await redeem(context, provider, parameters, attempt).catch(error =>
    refuse(context, providerFailure(context, error), { client, userId: principal?.userId }),
  );
  const arrival = await applyIntent(context, attempt, proof, principal, client);
  if (arrival.kind === 'refused') return refuse(context, arrival.problem, { client, userId: arrival.userId });
  return { ...arrival, returnTo: attempt.returnTo };
}

async function redeem(
  context: AccountsContext,
  provider: IdentityProvider,
  parameters: URLSearchParams,
  { state, nonce, verifier, intent }: TakenAttempt,
): Promise<Proof> {
  const configuration = await provider.configuration();
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(`${callbackUrl(context)}?${parameters}`),
    {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    },
  );
  const idToken = tokens.claims();
  if (!idToken) throw new Error('the provider returned no ID token');
  const identity = identityOf(idToken);
  if (intent !== 'sign-in') return { identity, profile: null };
  const owner = await findIdentity(context.database, identity);
  const readProfile = () => profileOf(configuration, { idToken, accessToken: tokens.access_token });
  // A new account needs more than the identity.
  if (owner === null) return { identity, profile: await readProfile() };
  if (!owner.isUnconfirmed) return { identity, profile: null };
  // The provider may confirm the address of an older account; without its answer the sign-in goes on.
  const profile = await readProfile().catch(error => {
    context.telemetry.log.warn('oidc.profile_unavailable', { error });
    return null;
  });
  return { identity, profile };
}

function applyIntent(
  context: AccountsContext,
  { intent }: TakenAttempt,
  { identity, profile }: Proof,
  principal: Principal | null,
  client: ClientInfo,
): Promise<IntentOutcome> {
  if (intent === 'link' && principal) return linkIdentity(context, identity, { principal, client });
  if (intent === 'prove' && principal) return confirmIdentity(context, identity, { principal, client });
  return signInVisitor(context, identity, { profile, client });
}

type Proof = { identity: ProvenIdentity; profile: Awaited<ReturnType<typeof profileOf>> };

export interface OidcCallback {
  /** The unparsed query of the callback. */
  readonly parameters: URLSearchParams;
  /** From the cookie of `beginOidc`. */
  readonly browserBinding: string | undefined;
  /** The person signed in to this browser now. */
  readonly principal: Principal | null;
  readonly client: ClientInfo;
}

export type OidcOutcome = { readonly returnTo: string } & (
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly isNew: boolean }
  | { readonly kind: 'linked' }
  | { readonly kind: 'proven' }
);
