import * as oidc from 'openid-client';
import { localPartOf, normaliseEmail } from '../email.ts';
import { cleanName } from '../names.ts';

/** The identity in the provider's signed token. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The data for a new account. */
export interface Profile {
  readonly email: string;
  readonly displayName: string;
}

export function identityOf({ iss, sub }: oidc.IDToken): ProvenIdentity {
  if (sub.length < 1 || sub.length > 255)
    throw new Error('the subject is empty or longer than 255 characters');
  return { issuer: iss, subject: sub };
}

/**
 * The person's email address and name, from the token or, where the provider keeps tokens short, from its userinfo
 * endpoint. Null without an address that the provider has verified: an unverified one proves nothing.
 */
export async function profileOf(configuration: oidc.Configuration, tokens: Tokens): Promise<Profile | null> {
  const claims = await completeClaims(configuration, tokens);
  const email = typeof claims['email'] === 'string' ? normaliseEmail(claims['email']) : null;
  const verified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  if (email === null || !verified) return null;
  const names = [claims['name'], claims['preferred_username'], localPartOf(email)];
  const displayName = names
    .map(name => (typeof name === 'string' ? cleanName(name) : null))
    .find(name => name !== null);
  return { email, displayName: displayName ?? 'Reader' };
}

async function completeClaims(configuration: oidc.Configuration, tokens: Tokens): Promise<ProfileClaims> {
  const { idToken, accessToken } = tokens;
  if (idToken['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined)
    return idToken;
  return { ...(await oidc.fetchUserInfo(configuration, accessToken, idToken.sub)) };
}

type ProfileClaims = Readonly<Record<string, unknown>>;

export interface Tokens {
  readonly idToken: oidc.IDToken;
  readonly accessToken: string;
}
