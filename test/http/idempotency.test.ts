import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { signUpReader } from '../harness/people.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { OPERATIONS } from './support/routes.ts';
import { assertProblem, sendJson, type TestResponse } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** ALL-2 over HTTP: with an Idempotency-Key a request takes effect once, even when its response is lost. */
const site = await fullProgram();
const testPeople = createTestPeople(site);
const TOKEN = { name: 'laptop', scopes: ['account:read'] };

test('this file knows every operation that takes a key', () => {
  const ids = OPERATIONS.filter(({ idempotent }) => idempotent).map(({ operationId }) => operationId);
  assert.deepEqual(ids, [
    'createToken',
    'publishMessages',
    'createTask',
    'createSources',
    'importSources',
    'publishArticles',
    'createTopic',
    'createTopicRule',
    'createSignalRule',
    'addSynonyms',
    'saveSearch',
  ]);
});

test('the same key and body give the same response, secret included, and one token', async () => {
  const who = await testPeople.person();
  const first = await create(who, 'key-1');
  assert.equal(first.status, 201);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  for (let n = 0; n < 3; n++) {
    const again = await create(who, 'key-1');
    assert.equal(again.status, 201);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
  }
  assert.equal(await tokensOf(who), 1);
  const { secret } = first.json();
  const used = await sendJson(site, {
    method: 'PATCH',
    path: '/api/v1/account',
    headers: { authorization: `Bearer ${secret}` },
    json: { displayName: 'x' },
  });
  assertProblem(used, 'scope-missing');
});

test('requests without a key are independent', async () => {
  const who = await testPeople.person();
  const [a, b] = [await create(who), await create(who)];
  assert.notEqual(a.json()['secret'], b.json()['secret']);
  assert.equal(await tokensOf(who), 2);
});

test('the same key with another body is refused and changes nothing', async () => {
  const who = await testPeople.person();
  const first = await create(who, 'key-2');
  for (const body of [
    { ...TOKEN, name: 'phone' },
    { ...TOKEN, scopes: ['account:write'] },
    { ...TOKEN, expiresAt: null },
  ])
    assertProblem(await create(who, 'key-2', body), 'idempotency-key-reused');
  assert.equal(await tokensOf(who), 1);
  assert.deepEqual((await create(who, 'key-2')).json(), first.json());
});

test('concurrent requests with one key take effect once and get the same response', async () => {
  const who = await testPeople.person();
  const responses = await Promise.all(Array.from({ length: 8 }, () => create(who, 'key-3')));
  assert.equal(await tokensOf(who), 1);
  const done = responses.filter(({ status }) => status === 201);
  assert.equal(new Set(done.map(({ text }) => text)).size, 1);
  assert.equal(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
  for (const late of responses.filter(({ status }) => status !== 201)) {
    assertProblem(late, 'idempotency-key-in-use');
    assert.equal(late.headers['retry-after'], '1');
  }
});

test('keys belong to their user: equal keys of two users do not collide', async () => {
  const [one, two] = [await testPeople.person(), await testPeople.person()];
  const [a, b] = [await create(one, 'shared'), await create(two, 'shared')];
  assert.equal(b.headers['idempotency-replayed'], undefined);
  assert.notEqual(a.json()['secret'], b.json()['secret']);
  assert.deepEqual([await tokensOf(one), await tokensOf(two)], [1, 1]);
});

test('all credentials of a user share their keys', async () => {
  const who = await testPeople.person();
  const first = await create(who, 'key-4');
  const elsewhere = await testPeople.session(who.userId);
  const again = await create({ ...who, headers: elsewhere.headers }, 'key-4');
  assert.deepEqual(again.json(), first.json());
});

test('malformed keys are refused before the request has any effect', async () => {
  const who = await testPeople.person();
  for (const key of ['', ' ', 'a b', 'tab\tinside', 'é', 'k'.repeat(256), 'a, b'])
    assertProblem(await create(who, key), 'idempotency-key-invalid', JSON.stringify(key));
  assert.equal(await tokensOf(who), 0);
  assert.equal((await create(who, 'k'.repeat(255))).status, 201);
  assert.equal((await create(who, '!~"\'\\;%00')).status, 201);
});

test('a failed request is not stored: it can be retried with the same key', async () => {
  const who = await testPeople.person();
  assertProblem(await create(who, 'key-5', { ...TOKEN, scopes: ['admin:read'] }), 'forbidden');
  assertProblem(await create(who, 'key-5', { ...TOKEN, name: '\u202e' }), 'validation-failed');
  const { headers } = await create(who, 'key-5');
  assert.equal(headers['idempotency-replayed'], undefined);
  assert.equal(await tokensOf(who), 1);
});

test('stored responses do not reveal secrets', async () => {
  const who = await testPeople.person();
  const secret = String((await create(who, 'key-6')).json()['secret']);
  const { found } = await site.database.one(
    row({ found: int8 }),
    sql`
      select count(*) as found from idempotency_keys
      where position(${Buffer.from(secret)}::bytea in sealed_answer) > 0
    `,
  );
  assert.equal(found, 0);
});

test('a key works across midnight and for at least a day, then expires', async () => {
  const { cookie, password, userId } = await signUpReader(site, 'nina');
  const who = { userId, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
  await site.clock.advance(untilMidnight() - 1_000);
  await prove(who, password);
  const first = await create(who, 'late');
  assert.equal(first.status, 201);
  for (const pass of [2_000, 12 * HOUR, 12 * HOUR - 3_000]) {
    await site.clock.advance(pass);
    await prove(who, password);
    const again = await create(who, 'late');
    assert.equal(again.headers['idempotency-replayed'], 'true', `${pass}`);
    assert.deepEqual(again.json(), first.json());
  }
  await site.clock.advance(2 * 24 * HOUR);
  await site.program.drain();
  await prove(who, password);
  const anew = await create(who, 'late');
  assert.equal(anew.headers['idempotency-replayed'], undefined);
  assert.notEqual(anew.json()['secret'], first.json()['secret']);
});

function create(who: Pick<TestUser, 'headers'>, key?: string, body: unknown = TOKEN): Promise<TestResponse> {
  const headers = { ...who.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) };
  return sendJson(site, { method: 'POST', path: '/api/v1/account/tokens', headers, json: body });
}

async function tokensOf({ userId }: { userId: string }): Promise<number> {
  const { count } = await site.database.one(
    row({ count: int8 }),
    sql`select count(*) from api_tokens where user_id = ${userId}`,
  );
  return count;
}

async function prove(who: { headers: Record<string, string> }, password: string): Promise<void> {
  const json = { password };
  const response = await sendJson(site, {
    method: 'POST',
    path: '/api/v1/account/proof',
    headers: who.headers,
    json,
  });
  assert.equal(response.status, 204, response.text);
  const rotated = response.cookies[0]?.split(';', 1)[0];
  if (rotated !== undefined) who.headers['cookie'] = rotated;
}

function untilMidnight(): number {
  return 24 * HOUR - (site.clock.now() % (24 * HOUR));
}

const HOUR = 3_600_000;
