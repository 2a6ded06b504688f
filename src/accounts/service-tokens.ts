import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { invalidInput, Problem } from '../errors.ts';
import { isUuid } from '../lib/ids.ts';
import { allows, isRole, type Principal, type Scope } from '../model/principal.ts';
import { row, textArray } from '../platform/database/rows.ts';
import { type Statement, sql } from '../platform/database/sql.ts';
import { reason } from '../reasons.ts';
import type { AccountsContext } from './context.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { scopesInForce } from './tokens.ts';

/**
 * Short-lived signed tokens between services: JWTs with one fixed algorithm and one fixed type. Anyone can verify one
 * with the published keys. This installation also checks the database at every use: the roles are the person's current
 * ones, and a token is invalid once the session or API token that it was issued from has ended.
 */
export interface ServiceTokens {
  issue(principal: Principal, request: ServiceTokenRequest): Promise<{ token: string; expiresAt: Date }>;
  /** The principal of a token issued by and for this installation; null when it is invalid. */
  resolve(token: string): Promise<ResolvedServiceToken | null>;
  readonly keys: SigningKeys;
}

export function createServiceTokens(context: AccountsContext): ServiceTokens {
  const keys = createSigningKeys(context);
  return {
    keys,
    issue: (principal, request) => issue(context, keys, principal, request),
    resolve: async token => {
      const claims = await verify(context, keys, token);
      return claims && resolve(context, claims);
    },
  };
}

async function issue(
  context: AccountsContext,
  keys: SigningKeys,
  principal: Principal,
  { audience, scopes }: ServiceTokenRequest,
): Promise<{ token: string; expiresAt: Date }> {
  requireGrantableScopes(principal, scopes);
  if (!AUDIENCE.test(audience))
    throw invalidInput('/audience', reason('visible-length-between', { min: 1, max: 200 }));
  const { id, privateKey } = await keys.current();
  const now = Math.floor(context.clock.now() / 1_000);
  const token = await new SignJWT({ scope: scopes.join(' '), via: viaOf(principal) })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setIssuer(context.origin)
    .setAudience(audience)
    .setSubject(principal.userId)
    .setJti(context.newId())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + LIFETIME_S)
    .sign(privateKey);
  return { token, expiresAt: new Date((now + LIFETIME_S) * 1_000) };
}

/** A service token cannot issue further ones, or it could be renewed forever. */
function requireGrantableScopes(principal: Principal, scopes: readonly Scope[]): void {
  if (principal.credential.kind === 'service') throw new Problem('forbidden');
  const missing = (['service', ...scopes] as const).find(scope => !allows(principal, scope));
  if (missing) throw new Problem('scope-missing', reason('token-scope-missing', { scope: missing }));
  // Other services see the scopes of the token but not the roles of the person.
  if (scopesInForce(scopes, principal.roles).length < scopes.length)
    throw new Problem('forbidden', reason('operator-scopes'));
}

function viaOf({ credential }: Principal): string {
  return `${credential.kind}:${credential.id}`;
}

async function verify(
  context: AccountsContext,
  keys: SigningKeys,
  token: string,
): Promise<ServiceTokenClaims | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const { payload } = await jwtVerify(token, header => keyFor(keys, header), {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: context.origin,
      audience: context.origin,
      requiredClaims: ['sub', 'jti', 'iat', 'nbf', 'exp', 'scope', 'via'],
      maxTokenAge: LIFETIME_S,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(context.clock.now()),
    });
    return readClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/**
 * An attacker controls the header. It may only choose among our published keys: a header that contains a key, a URL to
 * fetch one from, or anything else that we never write is refused.
 */
async function keyFor(keys: SigningKeys, header: JWTHeaderParameters) {
  const expected = Object.keys(header).every(name => name === 'alg' || name === 'typ' || name === 'kid');
  const key = expected && typeof header.kid === 'string' ? await keys.find(header.kid) : null;
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}

function readClaims({ sub, jti, iat, exp, scope, via }: JWTPayload): ServiceTokenClaims | null {
  if (typeof sub !== 'string' || typeof jti !== 'string' || typeof scope !== 'string') return null;
  if (typeof via !== 'string' || iat === undefined || exp === undefined || exp - iat > LIFETIME_S)
    return null;
  const [kind, parentId = ''] = via.split(':');
  if (!isUuid(sub) || !isUuid(parentId) || (kind !== 'session' && kind !== 'token')) return null;
  return { userId: sub, id: jti, exp, scopes: scope.split(' '), parent: { kind, id: parentId } };
}

async function resolve(
  context: AccountsContext,
  claims: ServiceTokenClaims,
): Promise<ResolvedServiceToken | null> {
  const user = await context.database.maybe(
    row({ roles: textArray }),
    sql`
      select roles from users
      where id = ${claims.userId} and disabled_at is null and erased_at is null
        and exists (${parentOf(context, claims)})
    `,
  );
  if (!user) return null;
  const roles = user.roles.filter(isRole);
  const scopes = scopesInForce(claims.scopes, roles);
  return {
    principal: { userId: claims.userId, roles, credential: { kind: 'service', id: claims.id, scopes } },
    goodUntil: claims.exp * 1_000,
  };
}

function parentOf({ clock, config }: AccountsContext, { parent, userId }: ServiceTokenClaims): Statement {
  const now = new Date(clock.now());
  if (parent.kind === 'token') {
    return sql`
      select from api_tokens
      where id = ${parent.id} and user_id = ${userId} and (expires_at is null or expires_at > ${now})
    `;
  }
  return sql`
    select from sessions
    where id = ${parent.id} and user_id = ${userId} and expires_at > ${now}
      and last_used_at > ${new Date(now.getTime() - config.sessionIdle)}
  `;
}

export const LIFETIME_S = 5 * 60;
export const TYPE = 'service+jwt';
const ALGORITHM = 'EdDSA';
/** Well-kept server clocks agree within this. */
export const CLOCK_TOLERANCE_S = 5;
const MAX_TOKEN_LENGTH = 4_096;
const AUDIENCE = /^[\x21-\x7e]{1,200}$/;

interface ServiceTokenClaims {
  userId: string;
  id: string;
  exp: number;
  scopes: readonly string[];
  parent: { kind: 'session' | 'token'; id: string };
}

export interface ServiceTokenRequest {
  /** The intended recipient: the origin of this installation, or the name of another service. */
  readonly audience: string;
  readonly scopes: readonly Scope[];
}

export interface ResolvedServiceToken {
  readonly principal: Principal;
  readonly goodUntil: number;
}
