import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { CLIENT_ID, startTestServer, type TestServer } from './provider.testing.ts';

/** A provider that returns what a test wants: forged, foreign and broken tokens. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const server = await startTestServer(createServer());
  const own = await generateKeyPair('RS256', { extractable: true });
  const foreign = await generateKeyPair('RS256', { extractable: true });
  const published = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const forgingProvider: ForgingProvider = { ...server, lies: {}, tokenRequests: [] };

  const idToken = async (nonce: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000);
    const claims: JWTPayload = {
      iss: server.origin,
      aud: CLIENT_ID,
      sub: 'mallory',
      iat: now,
      exp: now + 60,
      nonce,
      email: 'mallory@evil.example',
      email_verified: true,
      ...forgingProvider.lies.claims,
    };
    if (forgingProvider.lies.signedBy === 'no one') return new UnsecuredJWT(claims).encode();
    if (forgingProvider.lies.signedBy === 'public key as a secret')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(Buffer.from(JSON.stringify(published)));
    const { privateKey } = forgingProvider.lies.signedBy === 'another key' ? foreign : own;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
  };

  server.handle(async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/.well-known/openid-configuration')
      return json(response, { ...metadata(server.origin), ...forgingProvider.lies.metadata });
    if (path === '/jwks') return json(response, { keys: [published] });
    if (path === '/userinfo') return json(response, { sub: 'mallory', ...forgingProvider.lies.userinfo });
    if (path !== '/token') return json(response, {}, 404);
    forgingProvider.tokenRequests.push({
      authorization: request.headers.authorization,
      body: await bodyOf(request),
    });
    const { nonce = '' } = forgingProvider.lies;
    const token = {
      access_token: 'x',
      token_type: 'Bearer',
      id_token: await idToken(nonce),
      ...forgingProvider.lies.token,
    };
    return json(response, token, forgingProvider.lies.tokenStatus ?? 200);
  });
  return forgingProvider;
}

function metadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export interface ForgingProvider extends TestServer {
  lies: TokenForgery;
  readonly tokenRequests: { authorization: string | undefined; body: URLSearchParams }[];
}

export interface TokenForgery {
  /** The nonce of the current attempt, which an honest provider returns. */
  nonce?: string;
  claims?: JWTPayload;
  signedBy?: 'another key' | 'no one' | 'public key as a secret';
  token?: Record<string, unknown>;
  tokenStatus?: number;
  userinfo?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
}
