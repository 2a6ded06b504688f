import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRACE_MS, ROTATE_AFTER_MS } from '../../src/accounts/resolve-session.ts';
import { type Person, sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { guarded, nameOf, OPERATIONS, pathOf } from './support/routes.ts';
import { assertProblem, sendForm, sendJson, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** AUTH-1: sessions in cookies. Ending a session takes effect with the next request. */
const site = await fullProgram();
const testPeople = createTestPeople(site);
const ACCOUNT = '/api/v1/account';
const MINUTE = 60_000;
const DAY = 86_400_000;

test('session fixation: sign-in never adopts a cookie of the request', async () => {
  const victim = await signUpReader(site, 'vera');
  const attacker = await signUpReader(site, 'mallory');
  const chosen = `session=${crypto.randomUUID()}.${'A'.repeat(43)}`;
  for (const cookie of [attacker.cookie, chosen, 'session=', 'session=x; session=y']) {
    const headers = { cookie, ...sameOrigin(site.url) };
    const { email, password } = victim;
    const json = { email, password };
    const responses = [
      await sendJson(site, { method: 'POST', path: '/api/v1/sessions', headers, json }),
      await sendForm(site, { path: '/sign-in', headers, fields: json }),
    ];
    for (const response of responses) {
      const given = cookieOf(response);
      assert.ok(!cookie.includes(given.slice('session='.length)), 'the cookie was adopted');
      assert.equal(await nameBy(given), 'vera');
    }
  }
  assert.equal(await nameBy(attacker.cookie), 'mallory');
  assertProblem(
    await sendRequest(site, { path: ACCOUNT, headers: { cookie: chosen } }),
    'invalid-credentials',
  );
});

test('the session cookie is host-only, HttpOnly and SameSite', async () => {
  const { email, password } = await signUpReader(site, 'walter');
  const response = await signIn(email, password);
  assert.match(
    String(response.cookies[0]),
    /^session=[\w-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/,
  );
  const cookie = cookieOf(response);
  const out = await sendForm(site, {
    path: '/sign-out',
    headers: { cookie, ...sameOrigin(site.url) },
    fields: {},
  });
  assert.match(String(out.cookies), /^session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/);
});

test('signing out and erasing the account also delete what the browser has cached', async () => {
  const ends = [
    ['POST', '/sign-out', {}],
    ['DELETE', '/api/v1/sessions/current', undefined],
    ['POST', '/account/erase', { confirm: 'yes' }],
    ['POST', `${ACCOUNT}/erasure`, undefined],
  ] as const;
  for (const [method, path, fields] of ends) {
    const { headers } = await testPeople.person();
    const before = await sendRequest(site, { path: ACCOUNT, headers });
    assert.equal(before.headers['clear-site-data'], undefined);
    const end = fields
      ? await sendForm(site, { path, headers, fields })
      : await sendRequest(site, { method, path, headers });
    assert.ok(end.status < 400, `${path} ${end.status}`);
    assert.equal(end.headers['clear-site-data'], '"cache", "storage"', path);
    assert.match(String(end.cookies), /^session=;.*Max-Age=0$/, path);
  }
});

test('over https only the __Host- cookie is read, and HSTS is set', async () => {
  const origin = 'https://news.example';
  const secure = await testProgram({ settings: { 'public-url': origin } });
  const listening = secure.telemetry.lines.find(({ msg }) => msg === 'http.listening')?.['url'];
  const there = { url: String(listening) };
  const account = { email: 'xenia@example.org', password: 'a very quiet harbour', displayName: 'Xenia' };
  await sendJson(there, { method: 'POST', path: '/api/v1/accounts', json: account });
  const headers = { origin };
  const fields = { email: account.email, password: account.password };
  const responses = [
    await sendJson(there, { method: 'POST', path: '/api/v1/sessions', headers, json: fields }),
    await sendForm(there, { path: '/sign-in', headers, fields }),
  ];
  for (const response of responses) {
    assert.match(
      String(response.cookies[1]),
      /^__Host-device=\S+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/,
    );
    assert.match(
      String(response.cookies[0]),
      /^__Host-session=[\w-]{36}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/,
    );
    assert.match(String(response.headers['strict-transport-security']), /^max-age=31536000/);
    const cookie = cookieOf(response);
    assert.equal((await sendRequest(there, { path: ACCOUNT, headers: { cookie } })).status, 200);
    const plain = cookie.replace('__Host-', '');
    assertProblem(await sendRequest(there, { path: ACCOUNT, headers: { cookie: plain } }), 'not-signed-in');
    assertProblem(
      await sendRequest(there, {
        method: 'DELETE',
        path: '/api/v1/sessions/current',
        headers: { cookie, origin: 'http://news.example' },
      }),
      'cross-site-request',
    );
  }
});

test('signing out, ending a session and ending all other sessions take effect at once', async () => {
  const { userId, headers: mine } = await testPeople.person();
  const [second, third, fourth] = [
    await testPeople.session(userId),
    await testPeople.session(userId),
    await testPeople.session(userId),
  ];
  for (const { headers } of [second, third, fourth]) await assertIn(headers);
  const end = (path: string, headers = mine) => sendRequest(site, { method: 'DELETE', path, headers });
  await end(`${ACCOUNT}/sessions/${second.id}`);
  await assertOut(second.headers);
  await end('/api/v1/sessions/current', third.headers);
  await assertOut(third.headers);
  await assertIn(fourth.headers);
  await end(`${ACCOUNT}/sessions`);
  await assertOut(fourth.headers);
  await assertIn(mine);
});

test('a new password ends all other sessions at once and gives the current one a new cookie', async () => {
  const { userId, cookie, email, password } = await signUpReader(site, 'yuri');
  const elsewhere = await testPeople.session(userId);
  const token = await testPeople.token(userId, ['account:read']);
  await assertIn(elsewhere.headers);
  const response = await changePassword(
    { cookie },
    { current: password, next: 'twelve silent owls at dusk' },
  );
  assert.equal(response.status, 204);
  await assertOut(elsewhere.headers);
  await assertOut({ cookie });
  await assertIn({ cookie: cookieOf(response) });
  await assertIn(token.headers);
  assertProblem(await signIn(email, password), 'invalid-credentials');
  assert.equal((await signIn(email, 'twelve silent owls at dusk')).status, 201);
  const again = await changePassword(
    { cookie: cookieOf(response) },
    { current: 'twelve silent owls at dusk', next: 'thirteen loud geese at dawn', revokeTokens: true },
  );
  assert.equal(again.status, 204);
  await assertOut(token.headers);
});

test('role changes, disabling and revoking take effect at once', async () => {
  const operator = await testPeople.person({ roles: ['operator'] });
  const { userId, headers } = await testPeople.person({ roles: ['operator'] });
  const token = await testPeople.token(userId, ['account:read', 'admin:read']);
  const change = (json: unknown) =>
    sendJson(site, { method: 'PATCH', path: `/api/v1/users/${userId}`, headers: operator.headers, json });
  for (const by of [headers, token.headers])
    assert.equal((await sendRequest(site, { path: '/api/v1/users', headers: by })).status, 200);
  await change({ roles: [] });
  assertProblem(await sendRequest(site, { path: '/api/v1/users', headers }), 'forbidden');
  assertProblem(await sendRequest(site, { path: '/api/v1/users', headers: token.headers }), 'scope-missing');
  await change({ disabled: true });
  for (const by of [headers, token.headers]) await assertOut(by);
  await change({ disabled: false });
  await assertOut(headers);
  await assertIn(token.headers);
  const { headers: again } = await testPeople.session(userId);
  await sendRequest(site, { method: 'DELETE', path: `${ACCOUNT}/tokens/${token.id}`, headers: again });
  await assertOut(token.headers);
});

test('operations that require a recent sign-in are refused after a quarter of an hour, until the user proves their password', async () => {
  const { cookie, password } = await signUpReader(site, 'zoe');
  const headers = { cookie, ...sameOrigin(site.url), 'content-type': 'application/json' };
  const fresh = OPERATIONS.filter(({ access }) => guarded(access)?.fresh);
  const attempt = (route: (typeof fresh)[number]) =>
    sendRequest(site, {
      method: route.method,
      path: pathOf(route, crypto.randomUUID()),
      headers,
      body: '{"x":1}',
    });
  await site.clock.advance(15 * MINUTE);
  for (const route of fresh.filter(({ body }) => body)) assert.equal((await attempt(route)).status, 400);
  await site.clock.advance(1);
  for (const route of fresh.filter(({ access }) => !guarded(access)?.role))
    assertProblem(await attempt(route), 'fresh-sign-in-required', nameOf(route));
  for (const path of ['/account/tokens', '/account/email', '/account/password']) {
    const form = {
      headers: { cookie, ...sameOrigin(site.url) },
      fields: { email: 'z@example.org', name: 'z' },
    };
    const { status, headers: sent } = await sendForm(site, { path, ...form });
    assert.deepEqual([status, sent.location], [303, '/account/prove'], path);
  }
  const prove = (word: string) =>
    sendJson(site, { method: 'POST', path: `${ACCOUNT}/proof`, headers, json: { password: word } });
  assertProblem(await prove('not the password'), 'invalid-credentials');
  assert.equal((await prove(password)).status, 204);
  for (const route of fresh.filter(({ body }) => body)) assert.equal((await attempt(route)).status, 400);
});

test('after a day one of many concurrent requests gets a new cookie, all succeed, and the old cookie works briefly', async () => {
  const { cookie } = await signUpReader(site, 'abel');
  await site.clock.advance(ROTATE_AFTER_MS);
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => sendRequest(site, { path: ACCOUNT, headers: { cookie } })),
  );
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  const rotated = responses.filter(({ cookies }) => cookies.length > 0);
  assert.equal(rotated.length, 1);
  const next = cookieOf(rotated[0]);
  assert.notEqual(next, cookie);
  await site.clock.advance(GRACE_MS - 1);
  for (const each of [cookie, next]) await assertIn({ cookie: each });
  await site.clock.advance(GRACE_MS);
  await assertOut({ cookie });
  await assertOut({ cookie: next });
});

test('losing the response that rotates the cookie does not end the session', async () => {
  const { cookie } = await signUpReader(site, 'bela');
  await site.clock.advance(ROTATE_AFTER_MS);
  await sendRequest(site, { path: ACCOUNT, headers: { cookie } });
  await site.clock.advance(10 * GRACE_MS);
  const response = await sendRequest(site, { path: ACCOUNT, headers: { cookie } });
  assert.equal(response.status, 200);
  await assertIn({ cookie: cookieOf(response) });
});

test('a session ends after a month without use, and after half a year in any case', async () => {
  const [idle, busy] = [await testPeople.person(), await testPeople.person()];
  let cookie = String(busy.headers['cookie']);
  for (let day = 0; day < 180; day += 10) {
    const response = await sendRequest(site, { path: ACCOUNT, headers: { cookie } });
    assert.equal(response.status, 200, `day ${day}`);
    cookie = response.cookies.length > 0 ? cookieOf(response) : cookie;
    if (day === 40) await assertOut(idle.headers);
    await site.clock.advance(10 * DAY);
  }
  await assertOut({ cookie });
});

function signIn(email: string, password: string): Promise<TestResponse> {
  return sendJson(site, { method: 'POST', path: '/api/v1/sessions', json: { email, password } });
}

function changePassword({ cookie }: Pick<Person, 'cookie'>, json: unknown): Promise<TestResponse> {
  const headers = { cookie, ...sameOrigin(site.url) };
  return sendJson(site, { method: 'PUT', path: `${ACCOUNT}/password`, headers, json });
}

async function nameBy(cookie: string): Promise<unknown> {
  return (await sendRequest(site, { path: ACCOUNT, headers: { cookie } })).json()['displayName'];
}

async function assertIn(headers: Record<string, string>): Promise<void> {
  assert.equal((await sendRequest(site, { path: ACCOUNT, headers })).status, 200);
}

async function assertOut(headers: Record<string, string>): Promise<void> {
  assertProblem(await sendRequest(site, { path: ACCOUNT, headers }), 'invalid-credentials');
}

function cookieOf(response: TestResponse | undefined): string {
  const cookie = response?.cookies.find(text => /^(?:__Host-)?session=/.test(text))?.split(';', 1)[0];
  assert.ok(cookie, 'the response sets no cookie');
  return cookie;
}
