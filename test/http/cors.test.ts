import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { ask, askJson, assertProblem, type Got } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';
import { OPERATIONS, PAGES, pathOf } from './support/routes.ts';

/** HTTP-2: CORS by configuration; a cookie never crosses origins, whatever is configured. */
const FRIEND = 'https://app.example';
const closed = await testProgram();
const open = await testProgram({ settings: { 'cors-origins': `${FRIEND},http://localhost:3000` } });

test('unless it is configured no other origin may read anything', async () => {
  for (const origin of [FRIEND, 'null', closed.url]) {
    for (const route of [...OPERATIONS, ...PAGES]) {
      const path = pathOf(route, crypto.randomUUID());
      assertShut(await ask(closed, { method: route.method, path, headers: { origin } }), path);
      assertShut(await preflight(closed, path, origin, route.method), path);
    }
  }
});

test('a configured origin may call the API with a token, and is told so by name', async () => {
  const { userId } = await crowdOf(open).person();
  const token = await crowdOf(open).token(userId, ['account:read']);
  const headers = { origin: FRIEND, ...token.headers };
  const answer = await ask(open, { path: '/api/v1/account', headers });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['access-control-allow-origin'], FRIEND);
  assert.match(String(answer.headers.vary), /origin/i);
  assert.match(String(answer.headers['access-control-expose-headers']), /retry-after/);
  const refused = await ask(open, { path: '/api/v1/account', headers: { origin: FRIEND } });
  assertProblem(refused, 'not-signed-in');
  assert.equal(refused.headers['access-control-allow-origin'], FRIEND);

  const asked = await preflight(open, '/api/v1/account', FRIEND, 'PATCH');
  assert.equal(asked.status, 204);
  assert.match(String(asked.headers['access-control-allow-methods']), /PATCH/);
  assert.match(String(asked.headers['access-control-allow-headers']), /authorization/);
  assert.equal(asked.headers['access-control-max-age'], '600');
});

test('origins that only look like the configured one are others', async () => {
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
      assertShut(await ask(open, { path, headers: { origin } }), origin);
      assertShut(await preflight(open, path, origin, 'DELETE'), origin);
    }
  }
});

test('credentials are never allowed across origins, and a cookie from a configured origin is refused', async () => {
  const { headers } = await crowdOf(open).person();
  const answers: Got[] = [];
  for (const route of OPERATIONS) {
    const path = pathOf(route, crypto.randomUUID());
    answers.push(await ask(open, { method: route.method, path, headers: { origin: FRIEND } }));
    answers.push(await preflight(open, path, FRIEND, route.method));
  }
  for (const answer of answers)
    assert.equal(answer.headers['access-control-allow-credentials'], undefined, answer.text);
  const foreign = { cookie: String(headers['cookie']), origin: FRIEND };
  for (const from of [foreign, { ...foreign, 'sec-fetch-site': 'cross-site' }])
    assertProblem(
      await askJson(open, {
        method: 'PATCH',
        path: '/api/v1/account',
        headers: from,
        json: { displayName: 'x' },
      }),
      'cross-site-request',
    );
});

function preflight(under: { url: string }, path: string, origin: string, method: string): Promise<Got> {
  return ask(under, {
    method: 'OPTIONS',
    path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization',
    },
  });
}

function assertShut(answer: Got, what: string): void {
  assert.notEqual(answer.status, 500, what);
  for (const name of ['allow-origin', 'allow-credentials'])
    assert.equal(answer.headers[`access-control-${name}`], undefined, `${what} ${name} ${answer.status}`);
}
