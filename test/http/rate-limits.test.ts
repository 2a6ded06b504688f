import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { OPERATIONS, PAGES, pathOf } from './support/routes.ts';
import { assertProblem, assertSane, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** HTTP-2: requests are limited per user for all their credentials, and per address for anonymous clients. */
const LIMIT = 20;
const direct = await testProgram({ settings: { 'rate-limit': String(LIMIT) } });
const proxied = await testProgram({
  settings: { 'rate-limit': String(LIMIT), 'trusted-proxies': '127.0.0.1,10.0.0.0/8,fd00::/8' },
});
const PATH = '/api/v1/account';
let addresses = 0;

test('all sessions and tokens of a user share one limit; other users have their own', async () => {
  const testPeople = createTestPeople(direct);
  const { userId, headers } = await testPeople.person();
  const second = await testPeople.session(userId);
  const token = await testPeople.token(userId, ['account:read']);
  const ways = [headers, second.headers, token.headers];
  for (let n = 0; n < LIMIT; n++) {
    const response = await sendRequest(direct, { path: PATH, headers: ways[n % ways.length] ?? {} });
    assert.equal(response.status, 200);
    assert.equal(response.headers['ratelimit-remaining'], String(LIMIT - 1 - n));
  }
  for (const way of ways) assertLimited(await sendRequest(direct, { path: PATH, headers: way }));
  const other = await testPeople.person();
  assert.equal((await sendRequest(direct, { path: PATH, headers: other.headers })).status, 200);
  assertProblem(await sendRequest(direct, { path: PATH }), 'not-signed-in');
});

test('a client that waits for Retry-After is admitted; one that does not is refused', async () => {
  const { headers } = await createTestPeople(direct).person();
  await use(LIMIT, () => sendRequest(direct, { path: PATH, headers }));
  const wait = assertLimited(await sendRequest(direct, { path: PATH, headers }));
  await direct.clock.advance((wait - 5) * 1_000);
  assertLimited(await sendRequest(direct, { path: PATH, headers }));
  await direct.clock.advance(5_000);
  assert.equal((await sendRequest(direct, { path: PATH, headers })).status, 200);
});

test('without a valid credential the address counts, and forwarded headers change nothing', async () => {
  await direct.clock.advance(120_000);
  const spoofed = () => {
    const address = `203.0.113.${++addresses % 250}`;
    return {
      'x-forwarded-for': address,
      forwarded: `for=${address}`,
      'x-real-ip': address,
      'x-client-ip': address,
      'true-client-ip': address,
      'cf-connecting-ip': address,
      authorization: `Bearer bsht_${addresses}`,
    };
  };
  await use(LIMIT, () => sendRequest(direct, { path: PATH, headers: spoofed() }));
  for (const path of [PATH, '/api/v1/instance', '/', '/nothing', '/sign-in'])
    assertLimited(await sendRequest(direct, { path, headers: spoofed() }));
  const page = await sendRequest(direct, { path: '/', headers: { accept: 'text/html' } });
  assert.equal(page.status, 429);
  assert.match(page.text, /<h1>Too many requests/);
  assert.ok(Number(page.headers['retry-after']) > 0);
  assertSane(page, 'a page');
  for (const path of ['/healthz', '/readyz']) assert.equal((await sendRequest(direct, { path })).status, 200);
});

test('behind a trusted proxy the nearest untrusted forwarded address counts', async () => {
  const real = '198.51.100.7';
  const spoofs = [
    '',
    '1.2.3.4, ',
    '5.6.7.8, 9.9.9.9, ',
    `${real}, evil, `,
    '10.1.1.1, ',
    '::1, ',
    'unknown, ',
  ];
  let n = 0;
  await use(LIMIT, () => from(`${spoofs[n++ % spoofs.length]}${real}`));
  for (const spoof of spoofs) assertLimited(await from(spoof + real));
  assertLimited(await from(`1.2.3.4, ${real}, 10.20.30.40, 10.0.0.1`));
  for (const other of ['198.51.100.8', `${real}, 198.51.100.9`, '10.9.8.7'])
    assert.equal((await from(other)).status, 401, other);
  assert.equal((await sendRequest(proxied, { path: PATH })).status, 401);
});

test('an IPv6 /64 network counts as one address, and an IPv4 address counts the same in every form', async () => {
  let n = 0;
  await use(LIMIT, () => from(`2001:db8:1:2:${(n++).toString(16)}::${n}`));
  for (const same of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff'])
    assertLimited(await from(same));
  for (const other of ['2001:db8:1:3::1', '2001:db8:1::2', '::1'])
    assert.equal((await from(other)).status, 401);

  const forms = ['192.0.2.77', '::ffff:192.0.2.77', '::ffff:c000:24d', '0:0:0:0:0:FFFF:C000:024D'];
  await use(LIMIT, () => from(forms[n++ % forms.length] ?? ''));
  for (const form of forms) assertLimited(await from(form));
  assert.equal((await from('::ffff:192.0.2.78')).status, 401);
});

test('every route with its own limit enforces it, and shares it with its form', async () => {
  const limits = new Map(
    [...OPERATIONS, ...PAGES].flatMap(({ limit }) => (limit ? [[limit.name, limit]] : [])),
  );
  assert.ok(limits.size >= 6, [...limits.keys()].join());
  for (const { name, count } of limits.values()) {
    const routes = [...OPERATIONS, ...PAGES].filter(({ limit }) => limit?.name === name);
    const place = `192.0.2.${++addresses}`;
    const send = async (n: number) => {
      const route = routes[n % routes.length] ?? { method: '', path: '' };
      // The general limit counts per minute; the limit under test has a longer window.
      if (n % LIMIT === LIMIT - 1) await proxied.clock.advance(65_000);
      return sendRequest(proxied, {
        method: route.method,
        path: pathOf(route, 'x'),
        headers: { 'x-forwarded-for': place },
      });
    };
    for (let n = 0; n < count; n++) assert.notEqual((await send(n)).status, 429, `${name} ${n}`);
    for (let n = 0; n < routes.length; n++) assertLimited(await send(n));
  }
});

function from(forwarded: string): Promise<TestResponse> {
  return sendRequest(proxied, { path: PATH, headers: { 'x-forwarded-for': forwarded } });
}

async function use(times: number, send: () => Promise<TestResponse>): Promise<void> {
  for (let n = 0; n < times; n++) assert.notEqual((await send()).status, 429, `request ${n + 1}`);
}

/** Asserts a 429 and returns its Retry-After seconds. */
function assertLimited(response: TestResponse): number {
  assertProblem(response, 'too-many-requests');
  assertSane(response, 'limited');
  const wait = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 3_700, String(response.headers['retry-after']));
  return wait;
}
