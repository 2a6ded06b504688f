import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { conversation, exchange } from './support/raw.ts';
import { nameOf, OPERATIONS, PAGES, pathOf, UNLISTED_PATHS } from './support/routes.ts';
import { assertProblem, assertSane, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** HTTP-2: limits of size and time, methods, and malformed HTTP. */
const site = await testProgram({ settings: { 'request-body-limit': '4KiB' } });
const impatient = await testProgram({ settings: { 'request-timeout': '1500ms' } });
const testPeople = createTestPeople(site);
const SIGN_IN = { method: 'POST', path: '/api/v1/sessions' };

test('a wrong method gets 405 with the allowed ones; an unknown path gets 404', async () => {
  for (const path of [...[...OPERATIONS, ...PAGES].map(route => pathOf(route, 'x')), ...UNLISTED_PATHS]) {
    const taken = methodsAt(path);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(m => !taken.has(m))) {
      const response = await sendRequest(site, { method, path });
      assertProblem(response, 'method-not-allowed', `${method} ${path}`);
      assert.deepEqual(new Set(String(response.headers.allow).split(', ')), taken, path);
    }
  }
  for (const path of [
    '/nothing',
    '/api/v1/',
    '/api/v1/account/',
    '/api/v2/account',
    '/Account',
    '/assets/x',
  ]) {
    const response = await sendRequest(site, { path });
    assertProblem(response, 'not-found', path);
    assert.equal(response.headers.allow, undefined);
  }
});

test('browsers get an HTML error page, programs a problem', async () => {
  const page = await sendRequest(site, { path: '/nothing', headers: { accept: 'text/html,*/*;q=0.8' } });
  assert.equal(page.status, 404);
  assert.match(page.text, /^<!doctype html>.*Not found/s);
  assertProblem(
    await sendRequest(site, { path: '/api/v1/nothing', headers: { accept: 'text/html' } }),
    'not-found',
  );
  assertProblem(await sendRequest(site, { path: '/nothing', headers: { accept: '*/*' } }), 'not-found');
});

test('a body beyond the limit is refused, with and without a declared length', async () => {
  const json = { email: 'a@example.org', password: 'x'.repeat(5_000) };
  assertProblem(await sendJson(site, { ...SIGN_IN, json }), 'body-too-large');
  const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`;
  const response = await exchange(
    site,
    `${head('POST /api/v1/sessions')}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
  );
  assert.match(response, /^HTTP\/1\.1 413 .*"code":"body-too-large"/s);
});

test('a compressed body is refused and never decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(3_000_000, 0x20), { level: 9 });
  assert.ok(bomb.length < 4_096, `${bomb.length}`);
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip']) {
    for (const path of ['/api/v1/sessions', '/sign-in']) {
      const headers = {
        'content-type': path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded',
        'content-encoding': encoding,
        'sec-fetch-site': 'same-origin',
      };
      const response = await sendRequest(site, { method: 'POST', path, headers, body: bomb });
      assertProblem(response, 'unsupported-media-type', encoding);
    }
  }
});

test('request headers beyond the limit are refused', async () => {
  for (const bytes of [
    `${head('GET /')}x: ${'a'.repeat(20_000)}\r\n\r\n`,
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    `${head('GET /')}${Array.from({ length: 1_500 }, (_, n) => `x${n}: aaaaaaaaa\r\n`).join('')}\r\n`,
  ])
    assert.match(await exchange(site, bytes), /^HTTP\/1\.1 431 .*"code":"headers-too-large"/s);
});

test('malformed or ambiguous HTTP gets a 400 and closes the connection', async () => {
  const body = '{"email":"a@example.org","password":"x"}';
  const json = `${head('POST /api/v1/sessions')}content-type: application/json\r\n`;
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'SSH-2.0-OpenSSH_9.9\r\n',
    Buffer.from('16030100a5010000a10303', 'hex'),
    Buffer.alloc(64),
    'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n',
    `${head('GET /')}a: b\0c\r\n\r\n`,
    `${head('GET /')}a b: c\r\n\r\n`,
    `${head('GET /')} folded: line\r\n\r\n`,
    `${json}content-length: ${body.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${body}`,
    `${json}content-length: ${body.length}\r\ncontent-length: 3\r\n\r\n${body}`,
    `${json}content-length: -1\r\n\r\n${body}`,
    `${json}transfer-encoding: xchunked\r\n\r\n${body}`,
    `${json}transfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
  ]) {
    const response = await exchange(site, bytes);
    assert.match(response, /^HTTP\/1\.1 400 /, `${String(bytes).slice(0, 120)} -> ${response.slice(0, 120)}`);
    assert.equal(response.match(/HTTP\/1\.1 \d/g)?.length, 1);
  }
});

test('a client that sends headers or body too slowly is disconnected', async () => {
  const form = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{';
  for (const start of [
    'GET / HTTP/1.1\r\nhost: localhost\r\nx: ',
    `${head('POST /api/v1/sessions')}${form}`,
  ]) {
    const response = await conversation(impatient, socket => {
      socket.write(start);
      const trickle = setInterval(() => socket.writable && socket.write('a'), 50);
      socket.on('close', () => clearInterval(trickle));
    });
    // A slow body can exceed the limit of the connection or that of the request. Either may come first.
    assert.match(response, /^HTTP\/1\.1 (?:408 .*"code":"request-too-slow"|503 .*"code":"timed-out")/s);
  }
});

test('a request that takes too long gets a 503 and leaves nothing running', async () => {
  const { headers } = await createTestPeople(impatient).person();
  await impatient.database.transaction(async tx => {
    await tx.script('lock table users in access exclusive mode');
    const response = await sendRequest(impatient, { path: '/api/v1/account', headers });
    assertProblem(response, 'timed-out');
    assert.equal(response.headers['retry-after'], '5');
    assertSane(response, 'timed out');
  });
  await eventually(async () => {
    assert.equal((await sendRequest(impatient, { path: '/api/v1/account', headers })).status, 200);
    const { text } = await sendRequest(impatient, { path: '/metrics' });
    assert.match(text, /^http_requests_in_flight 1$/m);
  });
});

test('every kind of response has security headers, and pages contain nothing inline that the policy forbids', async () => {
  const { headers } = await testPeople.person();
  const kinds = [
    ...UNLISTED_PATHS.map(path => ({ path })),
    { path: '/api/v1/account', headers },
    { path: '/api/v1/account' },
    { path: '/api/v1/account', method: 'PUT' },
    { path: '/nothing' },
    { path: '/%zz' },
    { path: '/account/prove' },
    { path: '/api/v1/instance', headers: { 'if-none-match': '*' } },
    {
      path: '/api/v1/account/sessions',
      method: 'DELETE',
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    },
  ];
  for (const request of kinds) {
    const response = await sendRequest(site, request);
    assertSane(response, nameOf({ method: 'GET', ...request }));
    assert.equal(response.headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(response.headers['x-powered-by'] ?? response.headers['server'], undefined);
    assert.equal(response.headers['strict-transport-security'], undefined);
  }
  for (const raw of [await exchange(site, 'GARBAGE\r\n\r\n')]) {
    assert.match(raw, /\r\nx-content-type-options: nosniff\r\n/);
    assert.match(raw, /\r\ncontent-security-policy: default-src 'none'/);
  }
  for (const page of PAGES.filter(({ method }) => method === 'GET')) {
    const response = await sendRequest(site, {
      path: page.path,
      headers: { ...headers, accept: 'text/html' },
    });
    if (!String(response.headers['content-type']).startsWith('text/html')) continue;
    const policy = String(response.headers['content-security-policy']);
    assert.match(policy, /script-src 'self';.*form-action 'self'.*base-uri 'none'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.equal(response.headers['x-frame-options'], 'DENY');
    assert.equal(response.headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(String(response.headers['referrer-policy']), /origin/);
    assert.doesNotMatch(
      response.text,
      /<script(?! type="application\/ld\+json">)(?![^>]* src="\/assets\/)|<style|<[^>]+ (?:style|on\w+)=|javascript:/i,
    );
  }
});

/**
 * From the route tables; a fixed path may also match one with a parameter (`/passkeys/options` is
 * `/passkeys/{id}`).
 */
function methodsAt(path: string): Set<string> {
  const others = UNLISTED_PATHS.map(other => ({ method: 'GET', path: other }));
  const methods = [...OPERATIONS, ...PAGES, ...others]
    .filter(route => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method);
  return new Set(methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
}

function head(line: string): string {
  return `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`;
}
