import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { OPERATIONS, PAGES, pathOf } from './support/routes.ts';
import { assertProblem, sendJson, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** HTTP-2: cross-origin access is configurable; cookies are never accepted from another origin. */
const FRIEND = 'https://app.example';
const closed = await fullProgram();
const open = await testProgram({ settings: { 'cors-origins': `${FRIEND},http://localhost:3000` } });

test('by default no other origin may read a response', async () => {
  for (const origin of [FRIEND, 'null', closed.url]) {
    for (const route of [...OPERATIONS, ...PAGES]) {
      const path = pathOf(route, crypto.randomUUID());
      assertShut(await sendRequest(closed, { method: route.method, path, headers: { origin } }), path);
      assertShut(await preflight(closed, path, origin, route.method), path);
    }
  }
});

test('a configured origin may call the API with a token, and the response names that origin', async () => {
  const { userId } = await createTestPeople(open).person();
  const token = await createTestPeople(open).token(userId, ['account:read']);
  const headers = { origin: FRIEND, ...token.headers };
  const response = await sendRequest(open, { path: '/api/v1/account', headers });
  assert.equal(response.status, 200);
  assert.equal(response.headers['access-control-allow-origin'], FRIEND);
  assert.match(String(response.headers.vary), /origin/i);
  assert.match(String(response.headers['access-control-expose-headers']), /retry-after/);
  const refused = await sendRequest(open, { path: '/api/v1/account', headers: { origin: FRIEND } });
  assertProblem(refused, 'not-signed-in');
  assert.equal(refused.headers['access-control-allow-origin'], FRIEND);

  const allowed = await preflight(open, '/api/v1/account', FRIEND, 'PATCH');
  assert.equal(allowed.status, 204);
  assert.match(String(allowed.headers['access-control-allow-methods']), /PATCH/);
  assert.match(String(allowed.headers['access-control-allow-headers']), /authorization/);
  assert.equal(allowed.headers['access-control-max-age'], '600');
});

test('origins that only resemble the configured one are refused', async () => {
  for (const origin of [
    'http://app.example',
    'https://app.example.evil.example',
    'https://evil.example/https://app.example',
    'https://app.example:8443',
    'https://xapp.example',
    'https://APP.example',
    'null',
    '',
    `${FRIEND}, https://evil.example`,
  ]) {
    for (const path of ['/api/v1/instance', '/api/v1/account', '/']) {
      assertShut(await sendRequest(open, { path, headers: { origin } }), origin);
      assertShut(await preflight(open, path, origin, 'DELETE'), origin);
    }
  }
});

test('credentials are never allowed across origins, and a cookie from a configured origin is refused', async () => {
  const { headers } = await createTestPeople(open).person();
  const responses: TestResponse[] = [];
  for (const route of OPERATIONS) {
    const path = pathOf(route, crypto.randomUUID());
    responses.push(await sendRequest(open, { method: route.method, path, headers: { origin: FRIEND } }));
    responses.push(await preflight(open, path, FRIEND, route.method));
  }
  for (const response of responses)
    assert.equal(response.headers['access-control-allow-credentials'], undefined, response.text);
  const foreign = { cookie: String(headers['cookie']), origin: FRIEND };
  for (const from of [foreign, { ...foreign, 'sec-fetch-site': 'cross-site' }])
    assertProblem(
      await sendJson(open, {
        method: 'PATCH',
        path: '/api/v1/account',
        headers: from,
        json: { displayName: 'x' },
      }),
      'cross-site-request',
    );
});

function preflight(
  site: { url: string },
  path: string,
  origin: string,
  method: string,
): Promise<TestResponse> {
  return sendRequest(site, {
    method: 'OPTIONS',
    path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  });
}

function assertShut(response: TestResponse, label: string): void {
  assert.notEqual(response.status, 500, label);
  for (const name of ['allow-origin', 'allow-credentials'])
    assert.equal(
      response.headers[`access-control-${name}`],
      undefined,
      `${label} ${name} ${response.status}`,
    );
}
