import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { systemRandom } from '../lib/random.ts';
import type { Scope } from '../model/principal.ts';
import { row, text } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import {
  addUser,
  CLIENT,
  forwardingDatabase,
  isProblem,
  signInUser,
  testAccounts,
} from './accounts.testing.ts';
import { disableUser, enableUser, setRoles } from './administration.ts';
import { listAudit } from './audit.ts';
import { PROOF_IS_RECENT_MS } from './proof.ts';
import { newApiToken } from './secrets.ts';
import { createToken, listTokens, MAX_TOKENS, resolveToken, revokeToken } from './tokens.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
const console = { kind: 'console' } as const;
let people = 0;

async function holder({ roles = [] as ('operator' | 'moderator')[] } = {}) {
  const user = await addUser(context, `holder-${people++}@news.example`, { roles });
  const { principal } = await signInUser(context, user);
  const create = (
    scopes: readonly Scope[] = ['account:read'],
    expiresAt: Date | null = null,
    name = 'script',
  ) => createToken(context, principal, { name, scopes, expiresAt, client: CLIENT });
  return { user, principal, create };
}

test('AUTH-1: a token is shown once, stored hashed, and acts for its user with its scopes only', async () => {
  const { user, principal, create } = await holder();
  const { token, secret } = await create(['account:read', 'service', 'account:read']);
  assert.deepEqual(token.scopes, ['account:read', 'service']);
  const resolved = await resolveToken(context, secret);
  assert.deepEqual(resolved?.principal, {
    userId: user.id,
    roles: ['reader'],
    credential: { kind: 'token', id: token.id, scopes: ['account:read', 'service'] },
  });
  const { dump } = await database.one(
    row({ dump: text }),
    sql`select row_to_json(api_tokens)::text as dump from api_tokens where id = ${token.id}`,
  );
  assert.ok(!dump.includes(secret.slice(5, 40)));
  assert.ok(!JSON.stringify(await listTokens(context, user.id)).includes(secret.slice(5, 40)));
  assert.ok(principal);
  const [entry] = await listAudit(context, { limit: 1, actorId: user.id });
  assert.equal(entry?.action, 'token.created');
});

test('a malformed token is refused without a query', async () => {
  const refuse = () => Promise.reject(new Error('the database was queried'));
  const noDatabase = { ...context, database: { ...forwardingDatabase(database), maybe: refuse } };
  const { secret } = await (await holder()).create();
  const typo = secret.slice(0, 20) + (secret[20] === 'x' ? 'y' : 'x') + secret.slice(21);
  for (const text of ['', 'bsht_', typo, secret.toLowerCase(), `${secret} `]) {
    assert.equal(await resolveToken(noDatabase, text), null);
  }
  assert.equal(await resolveToken(context, newApiToken(systemRandom)), null, 'well-formed and unknown');
});

test('a token expires', async () => {
  const { create } = await holder();
  const end = context.clock.now() + 60_000;
  const { secret } = await create(['account:read'], new Date(end));
  assert.equal((await resolveToken(context, secret))?.goodUntil, end);
  await context.clock.advance(60_000);
  assert.equal(await resolveToken(context, secret), null);
  await assert.rejects(
    (await holder()).create(['account:read'], new Date(end)),
    isProblem('validation-failed'),
  );
});

test('reuse after revocation: a revoked token is anonymous', async () => {
  const { user, principal, create } = await holder();
  const { token, secret } = await create();
  await revokeToken(context, principal, { tokenId: token.id, client: CLIENT });
  assert.equal(await resolveToken(context, secret), null);
  assert.deepEqual(await listTokens(context, user.id), []);
  await assert.rejects(
    revokeToken(context, principal, { tokenId: token.id, client: CLIENT }),
    isProblem('not-found'),
  );
});

test('AUTH-3: a user cannot see or revoke the token of another', async () => {
  const victim = await holder();
  const thief = await holder();
  const { token, secret } = await victim.create();
  const attempt = revokeToken(context, thief.principal, { tokenId: token.id, client: CLIENT });
  await assert.rejects(attempt, isProblem('not-found'));
  assert.ok(await resolveToken(context, secret));
  assert.deepEqual(await listTokens(context, thief.user.id), []);
});

test('administrative scopes require the role at creation and at every use', async () => {
  await assert.rejects((await holder()).create(['admin:read']), isProblem('forbidden'));
  await addUser(context, 'spare@news.example', { roles: ['operator'] });
  const { user, create } = await holder({ roles: ['operator'] });
  const { secret } = await create(['account:read', 'admin:write']);
  const scopes = async () => {
    const resolved = await resolveToken(context, secret);
    return resolved?.principal.credential.kind === 'token' ? resolved.principal.credential.scopes : null;
  };
  assert.deepEqual(await scopes(), ['account:read', 'admin:write']);
  await setRoles(context, { actor: console, userId: user.id, roles: [] });
  assert.deepEqual(await scopes(), ['account:read']);
  await setRoles(context, { actor: console, userId: user.id, roles: ['operator'] });
  assert.deepEqual(await scopes(), ['account:read', 'admin:write']);
});

test('a disabled user’s tokens are refused until the account is enabled', async () => {
  const { user, create } = await holder();
  const { secret } = await create();
  await disableUser(context, { actor: console, userId: user.id });
  assert.equal(await resolveToken(context, secret), null);
  await enableUser(context, { actor: console, userId: user.id });
  assert.ok(await resolveToken(context, secret));
});

test('creating a token needs recent authentication; a token cannot create one', async () => {
  const { principal, create } = await holder();
  const { secret } = await create(['account:read', 'account:write']);
  const byToken = await resolveToken(context, secret);
  assert.ok(byToken);
  const input = { name: 'again', scopes: ['account:read'] as const, expiresAt: null, client: CLIENT };
  const renewing = createToken(context, byToken.principal, input);
  await assert.rejects(renewing, isProblem('fresh-sign-in-required'));
  await context.clock.advance(PROOF_IS_RECENT_MS + 1);
  await assert.rejects(createToken(context, principal, input), isProblem('fresh-sign-in-required'));
});

test('names and scopes are checked, and the number of tokens is limited, also under concurrency', async () => {
  const { user, create } = await holder();
  await assert.rejects(create(['account:read'], null, '  '), isProblem('validation-failed'));
  await assert.rejects(create([]), isProblem('validation-failed'));
  await database.execute(sql`
    insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
    select gen_random_uuid(), ${user.id}, 'old', sha256(n::text::bytea), '{account:read}', now()
    from generate_series(1, ${MAX_TOKENS - 1}) n
  `);
  const outcomes = await Promise.allSettled([create(), create(), create()]);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('use is recorded at most once a minute', async () => {
  const { user, create } = await holder();
  const { secret } = await create();
  const lastUsed = async () => (await listTokens(context, user.id))[0]?.lastUsedAt?.getTime();
  const first = context.clock.now();
  await resolveToken(context, secret);
  await context.clock.advance(59_999);
  await resolveToken(context, secret);
  assert.equal(await lastUsed(), first);
  await context.clock.advance(1);
  await resolveToken(context, secret);
  assert.equal(await lastUsed(), first + 60_000);
});
