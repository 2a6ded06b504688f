import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { ask, askForm, askJson, assertProblem, assertSane, type Got } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';
import { guarded, nameOf, OPERATIONS, pathOf } from './support/routes.ts';
import { programOnAWire } from './support/wire.ts';

/** PG-4: while the database is away the API says so and when to come back, and what needs none is still served. */
const under = await programOnAWire({ 'request-timeout': '1500ms' });
const crowd = crowdOf(under);
const { userId, headers } = await crowd.person();
const token = await crowd.token(userId, ['account:read']);
const [stylesheet = ''] = /\/assets\/[^"]+\.css/.exec((await ask(under, { path: '/' })).text) ?? [];

test('cut off: liveness stays, readiness goes, and the API answers 503 with Retry-After', async () => {
  assert.deepEqual((await ask(under, { path: '/readyz' })).json(), { status: 'ready', database: 'ok' });
  under.wire.cut();
  assert.equal((await ask(under, { path: '/healthz' })).status, 200);
  const ready = await ask(under, { path: '/readyz' });
  assert.equal(ready.status, 503);
  assert.deepEqual(ready.json(), { status: 'not-ready', database: 'away' });
  for (const route of OPERATIONS.filter(({ access }) => guarded(access)))
    for (const by of [headers, token.headers])
      assertAway(
        await ask(under, { method: route.method, path: pathOf(route, userId), headers: by }),
        nameOf(route),
      );
  const json = { email: 'a@example.org', password: 'six blue lamps in a row', displayName: 'A' };
  assertAway(await askJson(under, { method: 'POST', path: '/api/v1/accounts', json }), 'sign-up');
  const { email, password } = json;
  const signIn = { method: 'POST', path: '/api/v1/sessions', json: { email, password } };
  assertAway(await askJson(under, signIn), 'sign-in');
});

test('cut off: a person gets a page that says when to try again', async () => {
  const fields = { email: 'a@example.org', password: 'six blue lamps in a row' };
  const from = { origin: under.url, accept: 'text/html' };
  for (const answer of [
    await ask(under, { path: '/account', headers: { ...headers, ...from } }),
    await askForm(under, { path: '/sign-in', headers: from, fields }),
  ]) {
    assert.equal(answer.status, 503);
    assert.match(answer.text, /^<!doctype html>.*The database is away/s);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  }
});

test('cut off: what needs no database is served as ever', async () => {
  const paths = ['/', '/about', '/sign-in', '/sign-up', '/api/docs', '/api/openapi.json', stylesheet];
  for (const path of paths) assert.equal((await ask(under, { path })).status, 200, path);
  for (const by of [{}, headers, token.headers])
    assert.equal((await ask(under, { path: '/api/v1/instance', headers: by })).status, 200);
  assertProblem(await ask(under, { path: '/nothing' }), 'not-found');
  assertProblem(await ask(under, { path: '/api/v1/account' }), 'not-signed-in');
  const { text } = await ask(under, { path: '/metrics' });
  assert.match(text, /^database_up 0$/m);
});

test('mended: everything works again by itself, with the same credentials', async () => {
  under.wire.mend();
  await eventually(async () => {
    assert.equal((await ask(under, { path: '/readyz' })).status, 200);
    for (const by of [headers, token.headers])
      assert.equal((await ask(under, { path: '/api/v1/account', headers: by })).status, 200);
  });
  const { text } = await ask(under, { path: '/metrics' });
  assert.match(text, /^database_up 1$/m);
});

test('a request that is under way when the wire is cut is answered with 503 and not done by half', async () => {
  await under.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const json = { displayName: 'Half' };
    const asked = askJson(under, { method: 'PATCH', path: '/api/v1/account', headers, json });
    await eventually(async () =>
      assert.match((await ask(under, { path: '/metrics' })).text, /^http_requests_in_flight 2$/m),
    );
    under.wire.cut();
    assertAway(await asked, 'under way');
  });
  under.wire.mend();
  await eventually(async () => {
    const answer = await ask(under, { path: '/api/v1/account', headers });
    assert.equal(answer.json()['displayName'], 'Somebody');
  });
});

test('a database that takes the question and never answers costs a 503 in time, and liveness stays', async () => {
  under.wire.hold();
  const [account, ready, alive] = await Promise.all(
    ['/api/v1/account', '/readyz', '/healthz'].map(path => ask(under, { path, headers })),
  );
  assert.deepEqual([account?.status, ready?.status, alive?.status], [503, 503, 200]);
  assert.ok(Number(account?.headers['retry-after']) > 0);
  under.wire.mend();
  await eventually(async () =>
    assert.equal((await ask(under, { path: '/api/v1/account', headers })).status, 200),
  );
});

test('nothing of all this was a fault of ours', () => {
  const faults = under.telemetry.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(faults, []);
});

function assertAway(answer: Got, what: string): void {
  assertProblem(answer, 'database-away', what);
  assertSane(answer, what);
  assert.ok(Number(answer.headers['retry-after']) > 0, what);
}
