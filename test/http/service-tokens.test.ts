import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Scope } from '../../src/model/principal.ts';
import { sameOrigin } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import {
  asList,
  asRecord,
  assertProblem,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** AUTH-1: short-lived JWTs for service-to-service use, and every known attack on them, over HTTP. */
const site = await testProgram();
const testPeople = createTestPeople(site);
const ACCOUNT = '/api/v1/account';
const DAY = 86_400_000;

test('a token issued for this installation works here, and the published keys verify it', async () => {
  const who = await testPeople.person();
  const token = await issue(who, site.url, ['account:read']);
  const response = await sendRequest(site, { path: ACCOUNT, headers: bearer(token) });
  assert.equal(response.json()['id'], who.userId);
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(await published()), {
    currentDate: new Date(site.clock.now()),
    audience: site.url,
    issuer: site.url,
  });
  assert.equal(payload.sub, who.userId);
  assert.deepEqual([protectedHeader.alg, protectedHeader.typ], ['EdDSA', 'service+jwt']);
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 300);
});

test('the key set contains public keys only', async () => {
  const { keys } = await published();
  assert.ok(keys.length >= 1);
  for (const key of keys)
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'], JSON.stringify(key));
});

test('a service token has only the requested scopes, and cannot create further tokens', async () => {
  const who = await testPeople.person({ roles: ['operator'] });
  const token = await issue(who, site.url, ['account:read', 'service']);
  const patch = { method: 'PATCH', path: ACCOUNT, headers: bearer(token), json: { displayName: 'x' } };
  assertProblem(await sendJson(site, patch), 'scope-missing');
  assertProblem(await sendRequest(site, { path: '/api/v1/users', headers: bearer(token) }), 'scope-missing');
  assertProblem(await request(bearer(token), site.url, ['account:read']), 'forbidden');

  const poor = await testPeople.token(who.userId, ['service']);
  assertProblem(await request(poor.headers, site.url, ['account:read']), 'scope-missing');
  const none = await testPeople.token(who.userId, ['account:read']);
  assertProblem(await request(none.headers, site.url, []), 'scope-missing');
});

test('foreign, forged, changed and expired tokens are refused', async () => {
  const who = await testPeople.person();
  const good = await issue(who, site.url, ['account:read']);
  const other = await testProgram();
  const foreigner = await createTestPeople(other).person();
  const [head = '', body = '', signature = ''] = good.split('.');
  const header = asRecord(JSON.parse(Buffer.from(head, 'base64url').toString()));
  const claims = decodeJwt(good);
  const [key] = (await published()).keys;
  const mine = generateKeyPairSync('ed25519');
  const forged = (changes: object, by = mine.privateKey) => {
    const data = `${encode({ ...header, ...changes })}.${body}`;
    return `${data}.${sign(null, Buffer.from(data), by).toString('base64url')}`;
  };
  const symmetric = (secret: string | Buffer) => {
    const data = `${encode({ ...header, alg: 'HS256' })}.${body}`;
    return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`;
  };
  const bad: Record<string, string> = {
    'made for another service': await issue(who, 'https://other.example', ['account:read']),
    'made by another installation': await issue(foreigner, site.url, ['account:read'], other),
    'no algorithm': `${encode({ ...header, alg: 'none' })}.${body}.`,
    'no algorithm, in other letters': `no algorithm, in mixed case`,
    'no algorithm, with the signature': `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    'the public key as a secret': symmetric(Buffer.from(String(key?.x), 'base64url')),
    'the public key as a secret, as JSON': symmetric(JSON.stringify(key)),
    'an empty secret': symmetric(''),
    'an unknown key under our key id': forged({}),
    'an unknown key without a key id': forged({ kid: undefined }),
    'a key id that is a path': forged({ kid: '../../../../dev/null' }),
    'a key id that is a query': forged({ kid: "' or 1=1 --" }),
    'a key id that is a list': forged({ kid: [header['kid']] }),
    'its own key embedded': forged({ jwk: mine.publicKey.export({ format: 'jwk' }) }),
    'an address to fetch its key from': forged({ jku: 'http://127.0.0.1:1/jwks.json' }),
    'a certificate to fetch': forged({ x5u: 'http://127.0.0.1:1/cert' }),
    'a critical extension': forged({ crit: ['b64'], b64: false }),
    'another type': forged({ typ: 'JWT' }),
    'other claims': `${head}.${encode({ ...claims, scope: 'admin:write' })}.${signature}`,
    'another person': `another user`,
    'no signature': `${head}.${body}.`,
    'half a signature': good.slice(0, -40),
    'five parts': `${head}.${body}.${signature}.${signature}.${signature}`,
    'two tokens': `${good},${good}`,
    'a very long token': `${good}${'A'.repeat(9_000)}`,
  };
  assert.equal((await sendRequest(site, { path: ACCOUNT, headers: bearer(good) })).status, 200);
  for (const [what, token] of Object.entries(bad))
    assertProblem(
      await sendRequest(site, { path: ACCOUNT, headers: bearer(token) }),
      'invalid-credentials',
      what,
    );
  await site.clock.advance(299_000);
  assert.equal((await sendRequest(site, { path: ACCOUNT, headers: bearer(good) })).status, 200);
  await site.clock.advance(10_000);
  assertProblem(
    await sendRequest(site, { path: ACCOUNT, headers: bearer(good) }),
    'invalid-credentials',
    'late',
  );
});

test('a service token is accepted in the Authorization header only', async () => {
  const token = await issue(await testPeople.person(), site.url, ['account:read']);
  const inQuery = await sendRequest(site, { path: `${ACCOUNT}?access_token=${token}&token=${token}` });
  assertProblem(inQuery, 'not-signed-in');
  assertProblem(
    await sendRequest(site, { path: ACCOUNT, headers: { cookie: `session=${token}` } }),
    'invalid-credentials',
  );
  for (const authorization of [
    token,
    `Token ${token}`,
    `Bearer  ${token} `,
    `Bearer ${token} x`,
    'Bearer',
    '',
  ])
    assert.equal(
      (await sendRequest(site, { path: ACCOUNT, headers: { authorization } })).status,
      401,
      authorization,
    );
  assert.equal(
    (await sendRequest(site, { path: ACCOUNT, headers: { authorization: `bearer ${token}` } })).status,
    200,
  );
});

test('a service token ends at once with the session or API token that issued it, and with its user', async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  const endings: ((who: TestUser, tokenId: string) => Promise<TestResponse>)[] = [
    ({ headers }) => sendRequest(site, { method: 'DELETE', path: '/api/v1/sessions/current', headers }),
    ({ headers }, id) => sendRequest(site, { method: 'DELETE', path: `${ACCOUNT}/tokens/${id}`, headers }),
    ({ userId }) =>
      sendJson(site, {
        method: 'PATCH',
        path: `/api/v1/users/${userId}`,
        headers: operator.headers,
        json: { disabled: true },
      }),
    ({ headers }) => sendRequest(site, { method: 'POST', path: `${ACCOUNT}/erasure`, headers }),
  ];
  for (const [n, end] of endings.entries()) {
    const who = await testPeople.person();
    const parent = await testPeople.token(who.userId, ['service', 'account:read']);
    const bySession = String((await request(who.headers, site.url, ['account:read'])).json()['token']);
    const byToken = String((await request(parent.headers, site.url, ['account:read'])).json()['token']);
    const works = async (token: string) =>
      (await sendRequest(site, { path: ACCOUNT, headers: bearer(token) })).status === 200;
    assert.deepEqual([await works(bySession), await works(byToken)], [true, true]);
    assert.ok((await end(who, parent.id)).status < 300);
    assert.deepEqual([await works(bySession), await works(byToken)], [n === 1, n === 0], `ending ${n}`);
  }
});

test('keys rotate on schedule, published ahead of use, and valid tokens survive rotation', async () => {
  const first = (await published()).keys.map(({ kid }) => kid);
  await site.clock.advance(29 * DAY + 1);
  const who = await testPeople.person();
  const token = await issue(who, site.url, ['account:read']);
  const ahead = await published();
  assert.equal(ahead.keys.length, 2);
  assert.equal(decodeProtectedHeader(token).kid, first[0]);
  await site.clock.advance(DAY);
  const later = await testPeople.person();
  const next = await issue(later, site.url, ['account:read']);
  assert.equal(decodeProtectedHeader(next).kid, ahead.keys.find(({ kid }) => kid !== first[0])?.kid);
  assert.equal((await sendRequest(site, { path: ACCOUNT, headers: bearer(next) })).status, 200);
});

async function issue(who: TestUser, audience: string, scopes: Scope[], at = site): Promise<string> {
  const response = await request(who.headers, audience, scopes, at);
  assert.equal(response.status, 201, response.text);
  return String(response.json()['token']);
}

function request(
  headers: Record<string, string>,
  audience: string,
  scopes: Scope[],
  at = site,
): Promise<TestResponse> {
  return sendJson(at, {
    method: 'POST',
    path: '/api/v1/service-tokens',
    headers: { ...sameOrigin(at.url), ...headers },
    json: { audience, scopes },
  });
}

async function published(): Promise<JSONWebKeySet> {
  const { keys } = (await sendRequest(site, { path: '/.well-known/jwks.json' })).json();
  return { keys: asList(keys).map(key => ({ kty: '', ...asRecord(key) })) };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
