import * as oidc from 'openid-client';
import { outgoingFetch } from '../../platform/outgoing/outgoing.ts';
import type { AccountsContext } from '../context.ts';

/**
 * The identity provider of an installation, or null when none is configured. Discovery runs on first use, once for all
 * waiting requests, and again after an hour; a failure is not cached, so a provider that recovers is used immediately.
 */
export function createIdentityProvider(
  context: Pick<AccountsContext, 'config' | 'clock'>,
): IdentityProvider | null {
  const { oidcIssuer, oidcClientId, oidcName } = context.config;
  if (oidcIssuer === undefined) return null;
  if (oidcClientId === undefined) throw new Error('oidc-issuer needs oidc-client-id');
  let known: { configuration: Promise<oidc.Configuration>; until: number } | null = null;
  return {
    name: oidcName,
    configuration: () => {
      const now = context.clock.now();
      if (known !== null && now < known.until) return known.configuration;
      const configuration = discover(oidcIssuer, oidcClientId, context.config.oidcClientSecret);
      const entry = { configuration, until: now + METADATA_LIFETIME_MS };
      known = entry;
      configuration.catch(() => {
        if (known === entry) known = null;
      });
      return configuration;
    },
  };
}

function discover(issuer: string, clientId: string, secret: string | undefined): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  return oidc.discovery(server, clientId, undefined, authentication(secret), {
    [oidc.customFetch]: fetchFromProvider,
    execute: [
      // Checks the signature although the token comes directly from the provider: with an http address nothing else
      // authenticates the sender.
      oidc.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

/** In the header unless the provider only accepts secrets in the body; without a secret, PKCE must suffice. */
function authentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inHeader = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
    const authenticate = inHeader ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    authenticate(server, client, body, headers);
  };
}

function fetchFromProvider(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const { method, headers, body, signal } = options;
  return outgoingFetch(url, {
    purpose: 'the identity provider',
    trust: 'operator',
    timeoutMs: 5_000,
    maxBytes: 256 * 1_024,
    method,
    headers,
    ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
}

const METADATA_LIFETIME_MS = 60 * 60_000;

export interface IdentityProvider {
  /** Its name on the button "Continue with ...". */
  readonly name: string;
  configuration(): Promise<oidc.Configuration>;
}
