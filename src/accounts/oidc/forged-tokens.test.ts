import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../../test/harness/database.ts';
import { Problem } from '../../errors.ts';
import { int8, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { CLIENT, testAccounts } from '../passkeys/context.testing.ts';
import { startForgingProvider, type TokenForgery } from './forging-provider.testing.ts';
import { beginOidc, createIdentityProvider, finishOidc } from './index.ts';
import { CLIENT_ID, CLIENT_SECRET } from './provider.testing.ts';

const { database } = await testDatabase();
const forgingProvider = await startForgingProvider();
const context = testAccounts(database, TEST_EPOCH, {
  oidcIssuer: forgingProvider.origin,
  oidcClientId: CLIENT_ID,
  oidcClientSecret: CLIENT_SECRET,
});

test('a valid token is accepted, so the refusals below are due to the forgery', async () => {
  assert.equal((await attempt({})).kind, 'signed-in');
});

const past = Math.floor(Date.now() / 1_000) - 3_600;
const FORGERIES: Record<string, TokenForgery> = {
  'another issuer': { claims: { iss: 'https://accounts.other.example' } },
  'another audience': { claims: { aud: 'another-client' } },
  'several audiences without us': { claims: { aud: ['one', 'two'] } },
  'another authorized party': { claims: { aud: [CLIENT_ID, 'other'], azp: 'other' } },
  'another nonce': { claims: { nonce: 'of another attempt' } },
  'no nonce': { claims: { nonce: undefined } },
  'an expired token': { claims: { iat: past, exp: past + 60 } },
  'a token that is not valid yet': { claims: { nbf: past + 7_200 } },
  'no subject': { claims: { sub: '' } },
  'an overlong subject': { claims: { sub: 'x'.repeat(256) } },
  'the signature of another key': { signedBy: 'another key' },
  'no signature (alg none)': { signedBy: 'no one' },
  'the public key used as a secret (HS256)': { signedBy: 'public key as a secret' },
  'no ID token': { token: { id_token: undefined } },
  'no token at all': { token: { id_token: 'x.y.z' } },
  'an error': { tokenStatus: 500 },
  'an answer that is too large': { token: { padding: 'x'.repeat(300_000) } },
  'metadata of another issuer': { metadata: { issuer: 'https://accounts.other.example' } },
  'user info about another user': {
    claims: { email: undefined, sub: 'another-user' },
    userinfo: { sub: 'mallory', email: 'mallory@evil.example', email_verified: true },
  },
};

for (const [what, forgery] of Object.entries(FORGERIES)) {
  test(`tokens: ${what} is refused`, async () => {
    const before = await countSessions();
    await assert.rejects(
      attempt(forgery),
      error =>
        error instanceof Problem && error.code === 'identity-provider-failed' && error.message === TITLE,
    );
    assert.equal(await countSessions(), before);
  });
}

test('the client authenticates with the method that the provider supports', async () => {
  const lastRequest = () => forgingProvider.tokenRequests.at(-1);
  await attempt({});
  assert.match(lastRequest()?.authorization ?? '', /^Basic /);
  assert.equal(lastRequest()?.body.has('client_secret'), false);
  await attempt({ metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } });
  assert.equal(lastRequest()?.authorization, undefined);
  assert.equal(lastRequest()?.body.get('client_secret'), CLIENT_SECRET);
  await attempt({}, { ...context, config: { ...context.config, oidcClientSecret: undefined } });
  assert.equal(lastRequest()?.authorization, undefined);
  assert.equal(lastRequest()?.body.has('client_secret'), false);
  assert.match(lastRequest()?.body.get('code_verifier') ?? '', /^[\w-]{43}$/);
});

/** A complete sign-in at the forging provider. */
async function attempt(forgery: TokenForgery, with_ = context) {
  forgingProvider.lies = forgery;
  const provider = createIdentityProvider(with_);
  assert.ok(provider);
  const { url, browserBinding } = await beginOidc(with_, provider, {
    returnTo: '/',
    intent: { kind: 'sign-in' },
  });
  const request = new URL(url).searchParams;
  forgingProvider.lies = { ...forgery, nonce: request.get('nonce') ?? '' };
  const parameters = new URLSearchParams({ code: 'code', state: request.get('state') ?? '' });
  return finishOidc(with_, provider, { parameters, browserBinding, principal: null, client: CLIENT });
}

async function countSessions(): Promise<number> {
  return (await database.one(row({ count: int8 }), sql`select count(*) from sessions`)).count;
}

const TITLE = 'The sign-in service failed';
