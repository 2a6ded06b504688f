import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { programBehindProxy } from './support/database-proxy.ts';
import { guarded, nameOf, OPERATIONS, pathOf } from './support/routes.ts';
import {
  assertProblem,
  assertSane,
  sendForm,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/**
 * OBS-1 and PG-4: liveness and readiness are separate. While the database is away the API says when to retry,
 * and pages that need no database are served. Metrics are for local clients and holders of the token;
 * requests that a local proxy forwards are not local.
 */
const site = await programBehindProxy({ 'request-timeout': '8s' });
const testPeople = createTestPeople(site);
const { userId, headers } = await testPeople.person();
const token = await testPeople.token(userId, ['account:read']);
const [stylesheet = ''] = /\/assets\/[^"]+\.css/.exec((await sendRequest(site, { path: '/' })).text) ?? [];

const TOKEN = 'a-token-for-the-scraper';
const tokened = await testProgram({ settings: { 'metrics-token': TOKEN, 'trusted-proxies': '127.0.0.1' } });
const bearer = { authorization: `Bearer ${TOKEN}` };
const FORWARDED: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1, ::1' },
  { 'x-forwarded-for': '' },
  { forwarded: 'for=127.0.0.1' },
];

test('local clients may read the metrics, in the Prometheus format', async () => {
  for (const program of [site, tokened]) {
    const { status, headers, text } = await sendRequest(program, { path: '/metrics' });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(text, /^# TYPE http_request_duration_seconds histogram$/m);
    assert.match(
      text,
      /^http_request_duration_seconds_count\{.*route="\/metrics"|^http_requests_in_flight /m,
    );
  }
});

test('a forwarded request for metrics is refused, whatever its headers claim', async () => {
  for (const program of [site, tokened])
    for (const headers of FORWARDED)
      assertProblem(
        await sendRequest(program, { path: '/metrics', headers }),
        'forbidden',
        JSON.stringify(headers),
      );
});

test('the token opens the metrics from everywhere; similar tokens do not', async () => {
  for (const headers of FORWARDED)
    assert.equal(
      (await sendRequest(tokened, { path: '/metrics', headers: { ...headers, ...bearer } })).status,
      200,
    );
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `${bearer.authorization}x`,
    bearer.authorization.slice(0, -1),
    bearer.authorization.toUpperCase(),
    bearer.authorization.replace('Bearer', 'Basic'),
  ]) {
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization };
    assertProblem(await sendRequest(tokened, { path: '/metrics', headers }), 'forbidden', authorization);
  }
  const headers = { 'x-forwarded-for': '203.0.113.7', ...bearer };
  assertProblem(await sendRequest(site, { path: '/metrics', headers }), 'forbidden');
});

test('input of visitors adds no metric labels', async () => {
  for (let n = 0; n < 20; n++)
    await sendRequest(site, { path: `/nothing-${n}`, method: n % 2 ? 'GET' : 'PROPFIND' });
  const { text } = await sendRequest(site, { path: '/metrics' });
  assert.doesNotMatch(text, /nothing-/);
});

test('database down: live but not ready, and the API answers 503 with Retry-After', async () => {
  assert.deepEqual((await sendRequest(site, { path: '/readyz' })).json(), {
    status: 'ready',
    database: 'ok',
  });
  site.databaseProxy.cut();
  assert.equal((await sendRequest(site, { path: '/healthz' })).status, 200);
  const ready = await sendRequest(site, { path: '/readyz' });
  assert.equal(ready.status, 503);
  assert.deepEqual(ready.json(), { status: 'not-ready', database: 'away' });
  for (const route of OPERATIONS.filter(({ access }) => guarded(access)))
    for (const by of [headers, token.headers])
      assertAway(
        await sendRequest(site, { method: route.method, path: pathOf(route, userId), headers: by }),
        nameOf(route),
      );
  const json = { email: 'a@example.org', password: 'six blue lamps in a row', displayName: 'A' };
  assertAway(await sendJson(site, { method: 'POST', path: '/api/v1/accounts', json }), 'sign-up');
  const { email, password } = json;
  const signIn = { method: 'POST', path: '/api/v1/sessions', json: { email, password } };
  assertAway(await sendJson(site, signIn), 'sign-in');
});

test('database down: a browser gets a page that says when to retry', async () => {
  const fields = { email: 'a@example.org', password: 'six blue lamps in a row' };
  const from = { origin: site.url, accept: 'text/html' };
  for (const response of [
    await sendRequest(site, { path: '/account', headers: { ...headers, ...from } }),
    await sendForm(site, { path: '/sign-in', headers: from, fields }),
  ]) {
    assert.equal(response.status, 503);
    assert.match(response.text, /^<!doctype html>.*The database is temporarily unavailable/s);
    assert.ok(Number(response.headers['retry-after']) > 0);
  }
});

test('database down: pages that need no database are served', async () => {
  const paths = ['/', '/about', '/sign-in', '/sign-up', '/api/docs', '/api/openapi.json', stylesheet];
  for (const path of paths) assert.equal((await sendRequest(site, { path })).status, 200, path);
  for (const by of [{}, headers, token.headers])
    assert.equal((await sendRequest(site, { path: '/api/v1/instance', headers: by })).status, 200);
  assertProblem(await sendRequest(site, { path: '/nothing' }), 'not-found');
  assertProblem(await sendRequest(site, { path: '/api/v1/account' }), 'not-signed-in');
  const { text } = await sendRequest(site, { path: '/metrics' });
  assert.match(text, /^database_up 0$/m);
});

test('database back: everything works again with the same credentials', async () => {
  site.databaseProxy.restore();
  await eventually(async () => {
    assert.equal((await sendRequest(site, { path: '/readyz' })).status, 200);
    for (const by of [headers, token.headers])
      assert.equal((await sendRequest(site, { path: '/api/v1/account', headers: by })).status, 200);
  });
  const { text } = await sendRequest(site, { path: '/metrics' });
  assert.match(text, /^database_up 1$/m);
});

test('a request running when the connection breaks gets a 503 and changes nothing', async () => {
  await site.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const json = { displayName: 'Half' };
    const pending = sendJson(site, { method: 'PATCH', path: '/api/v1/account', headers, json });
    await eventually(async () =>
      assert.match((await sendRequest(site, { path: '/metrics' })).text, /^http_requests_in_flight 2$/m),
    );
    site.databaseProxy.cut();
    assertAway(await pending, 'running');
  });
  site.databaseProxy.restore();
  await eventually(async () => {
    const response = await sendRequest(site, { path: '/api/v1/account', headers });
    assert.equal(response.json()['displayName'], 'Some Reader');
  });
});

test('when the database hangs, requests get a 503 in time and liveness stays', async () => {
  site.databaseProxy.freeze();
  const [account, ready, alive] = await Promise.all(
    ['/api/v1/account', '/readyz', '/healthz'].map(path => sendRequest(site, { path, headers })),
  );
  assert.deepEqual([account?.status, ready?.status, alive?.status], [503, 503, 200]);
  assert.ok(Number(account?.headers['retry-after']) > 0);
  site.databaseProxy.restore();
  await eventually(async () =>
    assert.equal((await sendRequest(site, { path: '/api/v1/account', headers })).status, 200),
  );
});

test('none of these requests caused an internal error', () => {
  const faults = site.telemetry.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(faults, []);
});

function assertAway(response: TestResponse, label: string): void {
  assertProblem(response, 'database-away', label);
  assertSane(response, label);
  assert.ok(Number(response.headers['retry-after']) > 0, label);
}
