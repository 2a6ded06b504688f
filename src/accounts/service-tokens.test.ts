import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { createLocalJWKSet, exportJWK, jwtVerify } from 'jose';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import type { Scope } from '../model/principal.ts';
import { sql } from '../platform/database/sql.ts';
import {
  addUser,
  addUserWithPassword,
  CLIENT,
  forwardingDatabase,
  isProblem,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { disableUser, setRoles } from './administration.ts';
import { changePassword } from './own-account.ts';
import { resolveSession } from './resolve-session.ts';
import { CLOCK_TOLERANCE_S, createServiceTokens, LIFETIME_S, TYPE } from './service-tokens.ts';
import { endSession, signOut } from './sessions.ts';
import { createToken, resolveToken, revokeToken } from './tokens.ts';

const { database } = await testDatabase();
const OURS = 'https://news.example';
const console = { kind: 'console' } as const;
let people = 0;

/** A signed-in user, a token of theirs and its parts, with a separate clock. */
async function world(scopes: readonly Scope[] = ['account:read']) {
  const context = testAccounts(database, TEST_EPOCH);
  const user = await addUser(context, `service-${people++}@news.example`);
  const { session, principal } = await signInUser(context, user);
  const tokens = createServiceTokens(context);
  const { token } = await tokens.issue(principal, { audience: OURS, scopes });
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { id, privateKey } = await tokens.keys.current();
  const parts = { header: decode(header), payload: decode(payload), signature };
  const signed = (h: object, p: object, key: KeyObject = privateKey) => signParts(h, p, key);
  return { context, clock: context.clock, user, session, principal, tokens, token, kid: id, parts, signed };
}

test('AUTH-1: a service token is a short JWT that acts for its user with its scopes', async () => {
  const { clock, user, tokens, token, kid, parts } = await world(['account:read', 'service']);
  assert.deepEqual(parts.header, { alg: 'EdDSA', typ: TYPE, kid });
  const now = Math.floor(clock.now() / 1_000);
  assert.equal(parts.payload['iss'], OURS);
  assert.equal(parts.payload['aud'], OURS);
  assert.equal(parts.payload['sub'], user.id);
  assert.equal(parts.payload['nbf'], now);
  assert.equal(parts.payload['exp'], now + LIFETIME_S);
  const resolved = await tokens.resolve(token);
  assert.deepEqual(resolved?.principal, {
    userId: user.id,
    roles: ['reader'],
    credential: { kind: 'service', id: parts.payload['jti'], scopes: ['account:read', 'service'] },
  });
  assert.equal(resolved.goodUntil, (now + LIFETIME_S) * 1_000);
});

test('another service verifies a token with only the published keys', async () => {
  const { clock, tokens, principal } = await world();
  const { token } = await tokens.issue(principal, { audience: 'search', scopes: ['account:read'] });
  const jwks = createLocalJWKSet({ keys: [...(await tokens.keys.published())] });
  const { payload } = await jwtVerify(token, jwks, {
    audience: 'search',
    issuer: OURS,
    typ: TYPE,
    algorithms: ['EdDSA'],
    currentDate: new Date(clock.now()),
  });
  assert.equal(payload.sub, principal.userId);
});

test('attack: a token for another audience is refused', async () => {
  const { tokens, principal } = await world();
  const { token } = await tokens.issue(principal, { audience: 'search', scopes: ['account:read'] });
  assert.equal(await tokens.resolve(token), null);
});

test('attack: no algorithm', async () => {
  const { tokens, parts } = await world();
  for (const alg of ['none', 'None', 'NONE', '']) {
    const bare = `${encode({ ...parts.header, alg })}.${encode(parts.payload)}.`;
    assert.equal(await tokens.resolve(bare), null);
    assert.equal(await tokens.resolve(bare + parts.signature), null);
  }
});

test('attack: HS256 with the public key as the secret', async () => {
  const { tokens, parts, kid } = await world();
  const key = await tokens.keys.find(kid);
  assert.ok(key);
  const [jwk] = await tokens.keys.published();
  const secrets = [
    key.export({ format: 'pem', type: 'spki' }),
    key.export({ format: 'der', type: 'spki' }),
    Buffer.from(jwk?.x ?? '', 'base64url'),
    JSON.stringify(jwk),
  ];
  for (const alg of ['HS256', 'HS512']) {
    for (const secret of secrets) {
      const input = `${encode({ ...parts.header, alg })}.${encode(parts.payload)}`;
      const mac = createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
        .update(input)
        .digest('base64url');
      assert.equal(await tokens.resolve(`${input}.${mac}`), null);
    }
  }
});

test('attack: another algorithm with a valid signature', async () => {
  const { tokens, parts } = await world();
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  for (const [alg, key] of [
    ['RS256', rsa],
    ['ES256', ec],
  ] as const) {
    const input = `${encode({ ...parts.header, alg })}.${encode(parts.payload)}`;
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
    assert.equal(await tokens.resolve(`${input}.${signature.toString('base64url')}`), null);
  }
  // The newer name of the same signature: one fixed algorithm means one fixed name.
  const { signed } = await world();
  assert.equal(await tokens.resolve(signed({ ...parts.header, alg: 'Ed25519' }, parts.payload)), null);
});

test('attack: a key embedded in or linked from the token', async () => {
  const { tokens, parts } = await world();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = await exportJWK(publicKey);
  for (const extra of [
    { jwk },
    { jku: 'http://127.0.0.1:1/keys.json' },
    { x5u: 'http://127.0.0.1:1/chain.pem' },
    { x5c: ['MIIB'] },
    { jwk, kid: undefined },
    { crit: ['exp'], exp: 1 },
    { b64: false, crit: ['b64'] },
    { zip: 'DEF' },
  ]) {
    const theirs = signParts({ ...parts.header, ...extra }, parts.payload, privateKey);
    assert.equal(await tokens.resolve(theirs), null, JSON.stringify(extra));
  }
  const { signed, parts: ours, tokens: same } = await world();
  for (const extra of [{ jwk }, { jku: 'https://news.example/jwks' }, { cty: 'JWT' }]) {
    const withExtra = signed({ ...ours.header, ...extra }, ours.payload);
    assert.equal(await same.resolve(withExtra), null, 'refused even when our own key signed it');
  }
});

test('attack: kid tricks', async () => {
  const { tokens, parts, signed } = await world();
  for (const kid of [
    undefined,
    '',
    '../../../../dev/null',
    "x' union select 1 --",
    'a'.repeat(43),
    'a'.repeat(100_000),
    0,
    null,
    ['x'],
    { toString: 'x' },
    '__proto__',
    'constructor',
  ]) {
    assert.equal(
      await tokens.resolve(signed({ ...parts.header, kid }, parts.payload)),
      null,
      JSON.stringify(kid)?.slice(0, 60),
    );
  }
});

test('attack: wrong claims under a valid signature', async () => {
  const { clock, tokens, parts, signed } = await world();
  const now = Math.floor(clock.now() / 1_000);
  const forged: [why: string, claims: Record<string, unknown>][] = [
    ['issuer', { iss: 'https://evil.example' }],
    ['issuer missing', { iss: undefined }],
    ['audience', { aud: 'https://evil.example' }],
    ['audience missing', { aud: undefined }],
    ['audience list without us', { aud: ['a', 'b'] }],
    ['expired', { iat: now - 600, nbf: now - 600, exp: now - 301 }],
    ['no expiry', { exp: undefined }],
    ['expiry as text', { exp: String(now + 60) }],
    ['lives too long', { exp: now + LIFETIME_S + 1 }],
    ['too old', { iat: now - LIFETIME_S - CLOCK_TOLERANCE_S - 1 }],
    ['not yet valid', { nbf: now + CLOCK_TOLERANCE_S + 1 }],
    ['issued in the future', { iat: now + 3_600, exp: now + 3_700 }],
    ['no issue time', { iat: undefined }],
    ['no start', { nbf: undefined }],
    ['no id', { jti: undefined }],
    ['no person', { sub: undefined }],
    ['a person that is no id', { sub: "' or true --" }],
    ['a person as list', { sub: [parts.payload['sub']] }],
    ['an unknown user', { sub: '01890000-0000-7000-8000-000000000000' }],
    ['no parent', { via: undefined }],
    ['a parent of an unknown kind', { via: `service:${parts.payload['sub']}` }],
    ['a parent that is no id', { via: 'session:x' }],
    ['scope as list', { scope: ['account:read'] }],
  ];
  for (const [why, claims] of forged) {
    assert.equal(await tokens.resolve(signed(parts.header, { ...parts.payload, ...claims })), null, why);
  }
  assert.ok(await tokens.resolve(signed(parts.header, parts.payload)), 'the unchanged token is valid');
});

test('attack: another token type under a valid signature', async () => {
  const { tokens, parts, signed } = await world();
  for (const typ of [undefined, 'JWT', 'at+jwt', 'dpop+jwt']) {
    assert.equal(await tokens.resolve(signed({ ...parts.header, typ }, parts.payload)), null, String(typ));
  }
});

test('attack: payload, header or signature were changed', async () => {
  const { tokens, token, parts, user } = await world();
  const [h, p, s = ''] = token.split('.');
  const other = encode({ ...parts.payload, scope: 'admin:write', sub: user.id });
  const flipped = Buffer.from(s, 'base64url');
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  for (const forged of [
    `${h}.${other}.${s}`,
    `${encode({ ...parts.header, kid: 'a'.repeat(43) })}.${p}.${s}`,
    `${h}.${p}.${flipped.toString('base64url')}`,
    `${h}.${p}.`,
    `${h}.${p}`,
    `${h}.${p}.${s}.`,
    `${h}.${p}.${s}.${s}.${s}`,
    `.${p}.${s}`,
    '..',
    '',
    'x'.repeat(1_000_000),
  ]) {
    assert.equal(await tokens.resolve(forged), null, forged.slice(0, 80));
  }
});

test('attack: a token of another installation', async () => {
  const { tokens, parts } = await world();
  const { privateKey } = generateKeyPairSync('ed25519');
  assert.equal(await tokens.resolve(signParts(parts.header, parts.payload, privateKey)), null, 'another key');
  const elsewhere = await world();
  const copy = createServiceTokens({ ...elsewhere.context, origin: 'https://staging.example' });
  assert.equal(await copy.resolve(elsewhere.token), null, 'a copy of the database under another origin');
});

test('a key removed from the database verifies nothing a minute later', async () => {
  const { clock, tokens, token } = await world();
  await database.execute(sql`delete from signing_keys`);
  await clock.advance(60_000);
  assert.equal(await tokens.resolve(token), null);
});

test('a token expires', async () => {
  const { clock, tokens, token } = await world();
  await clock.advance((LIFETIME_S + CLOCK_TOLERANCE_S) * 1_000 - 1_000);
  assert.ok(await tokens.resolve(token));
  await clock.advance(1_000);
  assert.equal(await tokens.resolve(token), null);
});

test('reuse after sign-out: a token ends with the session that issued it', async () => {
  const { context, principal, tokens, token, user, session } = await world();
  const other = await signInUser(context, user);
  assert.ok(await tokens.resolve(token));
  await signOut(context, other.principal, CLIENT);
  assert.ok(await tokens.resolve(token), 'another session has no effect');
  await endSession(context, { userId: user.id, sessionId: session.id, actor: console });
  assert.equal(await tokens.resolve(token), null);
  assert.ok(principal);
});

test('reuse after a change of password: tokens of every session end', async () => {
  const context = testAccounts(database, TEST_EPOCH);
  const reader = await addUserWithPassword(context);
  const tokens = createServiceTokens(context);
  const [here, there] = [await signInUser(context, reader), await signInUser(context, reader)];
  const request = { audience: OURS, scopes: ['account:read'] } as const;
  const made = [await tokens.issue(here.principal, request), await tokens.issue(there.principal, request)];
  await changePassword(context, here.principal, { next: 'a new bicycle for Ada', client: CLIENT });
  for (const { token } of made) assert.equal(await tokens.resolve(token), null);
});

test('reuse after revocation: a token ends with the API token that issued it', async () => {
  const { context, principal, tokens } = await world();
  const { secret, token: parent } = await createToken(context, principal, {
    name: 'service',
    scopes: ['service', 'account:read'],
    expiresAt: null,
    client: CLIENT,
  });
  const byToken = await resolveToken(context, secret);
  assert.ok(byToken);
  const { token } = await tokens.issue(byToken.principal, { audience: OURS, scopes: ['account:read'] });
  assert.ok(await tokens.resolve(token));
  await revokeToken(context, principal, { tokenId: parent.id, client: CLIENT });
  assert.equal(await tokens.resolve(token), null);
});

test('reuse after a change of roles: roles and scopes are the current ones, never those of the token', async () => {
  const { context, user, session, tokens } = await world();
  await addUser(context, `spare-operator-${people++}@news.example`, { roles: ['operator'] });
  await setRoles(context, { actor: console, userId: user.id, roles: ['operator'] });
  const operator = await resolveSession(context, session.cookie);
  assert.ok(operator);
  const { token } = await tokens.issue(operator.principal, {
    audience: OURS,
    scopes: ['account:read', 'admin:write'],
  });
  const now = async () => {
    const found = await tokens.resolve(token);
    const credential = found?.principal.credential;
    return [found?.principal.roles, credential?.kind === 'service' ? credential.scopes : null];
  };
  assert.deepEqual(await now(), [
    ['reader', 'operator'],
    ['account:read', 'admin:write'],
  ]);
  await setRoles(context, { actor: console, userId: user.id, roles: [] });
  assert.deepEqual(await now(), [['reader'], ['account:read']]);
});

test('reuse after disabling: the token of a disabled user is refused', async () => {
  const { context, user, tokens, token } = await world();
  await disableUser(context, { actor: console, userId: user.id });
  assert.equal(await tokens.resolve(token), null);
});

test('a token never exceeds its owner’s scopes, and a token cannot create another', async () => {
  const { context, principal, tokens, token } = await world();
  const ask = async (secretScopes: readonly Scope[], scopes: readonly Scope[]) => {
    const made = await createToken(context, principal, {
      name: 'narrow',
      scopes: secretScopes,
      expiresAt: null,
      client: CLIENT,
    });
    const resolved = await resolveToken(context, made.secret);
    assert.ok(resolved);
    return tokens.issue(resolved.principal, { audience: OURS, scopes });
  };
  await assert.rejects(
    ask(['account:read'], ['account:read']),
    isProblem('scope-missing'),
    'no service scope',
  );
  await assert.rejects(ask(['service'], ['account:read']), isProblem('scope-missing'));
  assert.ok(await ask(['service', 'account:read'], ['account:read']));
  const resolved = await tokens.resolve(token);
  assert.ok(resolved);
  const chain = tokens.issue(resolved.principal, { audience: OURS, scopes: ['account:read'] });
  await assert.rejects(chain, isProblem('forbidden'));
  const administration = tokens.issue(principal, { audience: 'search', scopes: ['admin:read'] });
  await assert.rejects(administration, isProblem('forbidden'), 'other services do not check for operators');
  for (const audience of ['', 'a b', 'x'.repeat(201), 'a\nb']) {
    await assert.rejects(tokens.issue(principal, { audience, scopes: [] }), isProblem('validation-failed'));
  }
});

test('an unavailable database is an error, not an invalid token', async () => {
  const { context, token } = await world();
  const away = { ...forwardingDatabase(database), many: () => Promise.reject(new Error('away')) };
  await assert.rejects(createServiceTokens({ ...context, database: away }).resolve(token), /away/);
});

function signParts(header: object, payload: object, key: KeyObject): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}
