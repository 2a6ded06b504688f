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
 * Who is asking, for every request. What was found is remembered for seconds; whoever changes what a
 * credential is worth announces it (see `CredentialChanges`), and while announcements might be missed
 * nothing is answered from memory.
 */
export interface CredentialResolver {
  /**
   * An Authorization header is believed before the cookie, which is then not looked at. `principal` is null
   * when there is no credential and when it is not good. What is remembered is answered at once.
   */
  resolve(
    authorization: string | undefined,
    sessionCookie: string | undefined,
    /** The connection it came on: what comes on it again and again is then digested once. */
    connection?: object,
  ): Promise<Resolved> | Resolved;
  /** Forgets what is remembered of a person, or everything. */
  evict(userId?: string): void;
  /** Issues service tokens and publishes their keys; shares its knowledge of keys with this resolver. */
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
    if (!found) return NOBODY;
    cache.put(credential.key, found.principal, found.goodUntil, generation);
    const { principal, rotatedCookie } = found;
    return rotatedCookie === undefined ? { principal } : { principal, rotatedCookie };
  };

  return {
    serviceTokens,
    resolve: (authorization, sessionCookie, connection) => {
      const credential = connections.credentialOf(authorization, sessionCookie, connection);
      if (!credential) return NOBODY;
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
 * The cache's keys are digests: the memory of a running program gets copied into dumps, and hashes there open
 * nothing. A credential is remembered as it came only beside its open connection, whose buffers hold it anyway.
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

/** What kind a credential is follows from where it came and from its form; nothing is tried as two kinds. */
function credentialOf(authorization: string | undefined, cookie: string | undefined): Credential | null {
  if (authorization === undefined) {
    return cookie === undefined || cookie.length > LONGEST_CREDENTIAL
      ? null
      : { kind: 'session', text: cookie };
  }
  if (authorization.length > LONGEST_CREDENTIAL) return null;
  const text = BEARER.exec(authorization)?.[1];
  if (text === undefined) return null;
  return { kind: text.startsWith(TOKEN_PREFIX) ? 'token' : 'service', text };
}

function find(
  context: AccountsContext,
  serviceTokens: ServiceTokens,
  { kind, text }: Credential,
): Promise<Found | null> {
  switch (kind) {
    case 'session':
      return resolveSession(context, text);
    case 'token':
      return resolveToken(context, text);
    case 'service':
      return serviceTokens.resolve(text);
  }
}

const NOBODY: Resolved = { principal: null };
const LONGEST_CREDENTIAL = 4_200;
const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

export interface Resolved {
  readonly principal: Principal | null;
  /** The session's secret was replaced: set this cookie in the answer. */
  readonly rotatedCookie?: string;
}

interface Found {
  readonly principal: Principal;
  readonly goodUntil: number;
  readonly rotatedCookie?: string;
}

interface Digested extends Credential {
  /** Names the credential without being one. */
  readonly key: string;
}

interface Credential {
  readonly kind: 'session' | 'token' | 'service';
  readonly text: string;
}
