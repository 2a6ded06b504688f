import { hash } from 'node:crypto';
import { isUuid } from '../lib/ids.ts';
import type { Principal } from '../model/principal.ts';
import { CREDENTIALS_CHANGED } from './changes.ts';
import type { AccountsContext } from './context.ts';
import { CredentialCache } from './credential-cache.ts';
import { resolveSession } from './resolve-session.ts';
import { TOKEN_PREFIX } from './secrets.ts';
import { createServiceTokens, type ServiceTokens } from './service-tokens.ts';
import { resolveToken } from './tokens.ts';

/**
 * Resolves the principal of every request. Results are cached for seconds. Changes of credentials are announced (see
 * `CredentialChanges`); while announcements may be missed, nothing is answered from the cache.
 */
export interface CredentialResolver {
  /**
   * An Authorization header takes precedence; the cookie is then ignored. `principal` is null when there is no
   * credential or an invalid one. A cached result is returned synchronously.
   */
  resolve(
    authorization: string | undefined,
    sessionCookie: string | undefined,
    /** The connection of the request: a credential that repeats on it is hashed only once. */
    connection?: object,
  ): Promise<Resolved> | Resolved;
  /** Evicts the cached entries of a person, or all. */
  evict(userId?: string): void;
  /** Issues service tokens and publishes their keys; shares its key cache with this resolver. */
  readonly serviceTokens: ServiceTokens;
  close(): Promise<void>;
}

export async function createCredentialResolver(
  context: AccountsContext,
  { capacity }: { capacity?: number } = {},
): Promise<CredentialResolver> {
  const cache = new CredentialCache<Principal>(context.clock, capacity);
  const serviceTokens = createServiceTokens(context);
  const subscription = await context.database.listen(
    CREDENTIALS_CHANGED,
    payload => (isUuid(payload) ? cache.evictUser(payload) : cache.clear()),
    () => cache.clear(),
  );
  const connections = createConnectionMemory();
  const unsubscribe = context.changes.onCommit(userId => cache.evictUser(userId));

  const lookUp = async (credential: Digested): Promise<Resolved> => {
    const { generation } = cache;
    const found = await find(context, serviceTokens, credential);
    if (!found) return ANONYMOUS;
    cache.put(credential.key, found.principal, found.goodUntil, generation);
    const { principal, rotatedCookie } = found;
    return rotatedCookie === undefined ? { principal } : { principal, rotatedCookie };
  };

  return {
    serviceTokens,
    resolve: (authorization, sessionCookie, connection) => {
      const credential = connections.credentialOf(authorization, sessionCookie, connection);
      if (!credential) return ANONYMOUS;
      const principal = subscription.connected ? cache.get(credential.key) : undefined;
      return principal ? { principal } : lookUp(credential);
    },
    evict: userId => (userId === undefined ? cache.clear() : cache.evictUser(userId)),
    close: async () => {
      unsubscribe();
      await subscription.close();
      cache.clear();
    },
  };
}

/**
 * Cache keys are digests: process memory ends up in dumps, where a hash is useless to an attacker. Only the entry
 * of an open connection stores the credential itself, because its buffers contain it anyway.
 */
function createConnectionMemory() {
  const last = new WeakMap<object, Digested & { readonly header: string }>();
  return {
    credentialOf: (
      authorization: string | undefined,
      cookie: string | undefined,
      connection: object | undefined,
    ): Digested | null => {
      const header = authorization ?? cookie;
      const known = connection && last.get(connection);
      if (known && known.header === header && (known.kind === 'session') === (authorization === undefined))
        return known;
      const credential = credentialOf(authorization, cookie);
      if (!credential || header === undefined) return null;
      const { kind, text } = credential;
      const digested = { kind, text, key: hash('sha256', `${kind} ${text}`, 'hex'), header };
      if (connection) last.set(connection, digested);
      return digested;
    },
  };
}

/** Header and format decide the kind of a credential; none is tried as two kinds. */
function credentialOf(authorization: string | undefined, cookie: string | undefined): Credential | null {
  if (authorization === undefined) {
    return cookie === undefined || cookie.length > MAX_CREDENTIAL_LENGTH
      ? null
      : { kind: 'session', text: cookie };
  }
  if (authorization.length > MAX_CREDENTIAL_LENGTH) return null;
  const text = BEARER.exec(authorization)?.[1];
  if (text === undefined) return null;
  return { kind: text.startsWith(TOKEN_PREFIX) ? 'token' : 'service', text };
}

function find(
  context: AccountsContext,
  serviceTokens: ServiceTokens,
  { kind, text }: Credential,
): Promise<ResolvedCredential | null> {
  switch (kind) {
    case 'session':
      return resolveSession(context, text);
    case 'token':
      return resolveToken(context, text);
    case 'service':
      return serviceTokens.resolve(text);
  }
}

const ANONYMOUS: Resolved = { principal: null };
const MAX_CREDENTIAL_LENGTH = 4_200;
const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

export interface Resolved {
  readonly principal: Principal | null;
  /** The session secret was rotated: set this cookie in the response. */
  readonly rotatedCookie?: string;
}

interface ResolvedCredential {
  readonly principal: Principal;
  readonly goodUntil: number;
  readonly rotatedCookie?: string;
}

interface Digested extends Credential {
  /** Identifies the credential without revealing it. */
  readonly key: string;
}

interface Credential {
  readonly kind: 'session' | 'token' | 'service';
  readonly text: string;
}
