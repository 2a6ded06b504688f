import * as oidc from 'openid-client';
import { Problem } from '../../errors.ts';
import type { Principal } from '../../model/principal.ts';
import type { AccountsContext, Client } from '../context.ts';
import type { SignedIn } from '../sign-in.ts';
import { type TakenAttempt, takeAttempt } from './attempts.ts';
import { callbackUrl } from './begin.ts';
import { providerFailure, refuse } from './failures.ts';
import { findIdentity } from './identities.ts';
import { type Arrival, enter, link, prove } from './outcomes.ts';
import { identityOf, type ProvenIdentity, profileOf } from './person.ts';
import type { IdentityProvider } from './provider.ts';

/**
 * The way back from the provider, in this order:
 *   1 the attempt is taken: state, browser, person and time are right, and nothing can be played again;
 *   2 the code is changed into tokens, whose issuer, audience, signature, nonce and time are checked;
 *   3 who came back is looked up and signed in, linked or believed, as was meant when it began.
 */
export async function finishOidc(
  context: AccountsContext,
  provider: IdentityProvider,
  { parameters, browserBinding, principal, client }: OidcCallback,
): Promise<OidcOutcome> {
  const state = parameters.get('state');
  const attempt = await takeAttempt(context, { state, browserBinding, userId: principal?.userId ?? null });
  if (!attempt) return refuse(context, new Problem('invalid-credentials', START_AGAIN), { client });
  const proof = await redeem(context, provider, parameters, attempt).catch(error =>
    refuse(context, providerFailure(context, error), { client, userId: principal?.userId }),
  );
  const arrival = await arrive(context, attempt, proof, principal, client);
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
  if (!idToken) throw new Error('there is no ID token');
  const identity = identityOf(idToken);
  // Only an account that is to be made needs more than who it is.
  const isNew = intent === 'sign-in' && (await findIdentity(context.database, identity)) === null;
  const accessToken = tokens.access_token;
  return { identity, profile: isNew ? await profileOf(configuration, { idToken, accessToken }) : null };
}

function arrive(
  context: AccountsContext,
  { intent }: TakenAttempt,
  { identity, profile }: Proof,
  principal: Principal | null,
  client: Client,
): Promise<Arrival> {
  if (intent === 'link' && principal) return link(context, identity, { principal, client });
  if (intent === 'prove' && principal) return prove(context, identity, { principal, client });
  return enter(context, identity, { profile, client });
}

const START_AGAIN = 'This sign-in took too long, was used before, or began in another browser. Start again.';

type Proof = { identity: ProvenIdentity; profile: Awaited<ReturnType<typeof profileOf>> };

export interface OidcCallback {
  /** The query of the callback, as it came. */
  readonly parameters: URLSearchParams;
  /** From the cookie that `beginOidc` asked for. */
  readonly browserBinding: string | undefined;
  /** Who is signed in in this browser now. */
  readonly principal: Principal | null;
  readonly client: Client;
}

export type OidcOutcome = { readonly returnTo: string } & (
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly isNew: boolean }
  | { readonly kind: 'linked' }
  | { readonly kind: 'proven' }
);
