import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { row, uuid } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Route } from '../../src/serve/http/route.ts';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';
import { sample } from '../harness/sample.ts';
import { BROKEN_BODIES, hostileBodies, hostileParameters } from './support/hostile-input.ts';
import { FORMS, nameOf, OPERATIONS, PAGES, UNSAFE_OPERATIONS } from './support/routes.ts';
import { assertProblem, assertSane, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** ALL-1 and ALL-7: any input gets a result or a clear error, never an internal error. */
const site = await testProgram({ settings: { 'trusted-proxies': '127.0.0.1' } });
const testPeople = createTestPeople(site);
const senders = new Set<string>();
let sent = 0;

for (const route of sample(
  OPERATIONS.filter(({ body }) => body !== undefined),
  20,
)) {
  test(`${nameOf(route)} handles hostile bodies`, async () => {
    const sender = createSender();
    await fc.assert(
      fc.asyncProperty(hostileBodies(route.body), async body => {
        await sender.send(route, { path: pathWith(route, {}), type: 'application/json', body });
      }),
      { numRuns: RUNS },
    );
  });
}

for (const route of sample(
  OPERATIONS.filter(({ params, query }) => params ?? query),
  30,
)) {
  test(`${nameOf(route)} handles hostile parameters`, async () => {
    const sender = createSender();
    const parameters = fc.tuple(hostileParameters(route.params), hostileParameters(route.query));
    await fc.assert(
      fc.asyncProperty(parameters, async ([params, query]) => {
        await sender.send(route, { path: `${pathWith(route, params)}?${encoded(query)}` });
      }),
      { numRuns: RUNS },
    );
  });
}

test('every operation refuses a body that is not JSON with a clear error', async () => {
  for (const route of sample(UNSAFE_OPERATIONS, 15)) {
    const sender = createSender();
    for (const { type, body } of BROKEN_BODIES) {
      const response = await sender.send(route, { path: pathWith(route, {}), type, body });
      if (route.body)
        assert.ok([400, 415].includes(response.status), `${nameOf(route)} ${type} ${response.text}`);
      if (!type.startsWith('application/json') && type !== '')
        assertProblem(response, 'unsupported-media-type', `${nameOf(route)} ${type}`);
    }
  }
});

test('every form handles hostile fields', async () => {
  const sender = createSender();
  const fields = hostileParameters({ properties: Object.fromEntries(FIELDS.map(name => [name, FIELD])) });
  for (const form of sample(FORMS, 20)) {
    await fc.assert(
      fc.asyncProperty(fields, async record => {
        const type = 'application/x-www-form-urlencoded';
        await sender.send(form, { path: form.path, type, body: encoded(record) });
      }),
      { numRuns: 6 },
    );
    for (const { type, body } of BROKEN_BODIES) await sender.send(form, { path: form.path, type, body });
  }
});

test('every page handles hostile queries', async () => {
  const sender = createSender();
  const names = [
    'returnTo',
    'code',
    'state',
    'done',
    'new',
    'intent',
    'iss',
    'error',
    'n',
    'after',
    'before',
  ];
  const queries = hostileParameters({ properties: Object.fromEntries(names.map(name => [name, FIELD])) });
  for (const page of sample(
    PAGES.filter(({ method }) => method === 'GET'),
    20,
  )) {
    await fc.assert(
      fc.asyncProperty(queries, async query => {
        await sender.send(page, { path: `${page.path}?${encoded(query)}` });
      }),
      { numRuns: 6 },
    );
  }
});

test('malformed request targets get an ordinary answer', async () => {
  const paths = [
    '/%',
    '/%zz',
    '/api/v1/users/%E0%A4%A',
    '/api/v1/users/%00',
    '/api/v1/users/%2e%2e%2f',
    '/api/v1/../../etc/passwd',
    '//evil.example/',
    '/api/v1/users/a;b=c',
    `/api/v1/users/${'a'.repeat(201)}`,
    `/${'a/'.repeat(4_000)}`,
    `/api/v1/users?${'a=b&'.repeat(3_000)}`,
    '/api/v1/users?limit=1&limit=2&__proto__[x]=1&constructor=1',
    '/api/v1/users?%zz=%zz',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
  ];
  const { headers } = await testPeople.person();
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
      const response = await sendRequest(site, { method, path, headers });
      sent++;
      assertSane(response, `${method} ${path.slice(0, 60)}`);
      assert.ok([400, 403, 404, 405].includes(response.status), `${method} ${path.slice(0, 60)}`);
    }
  }
});

test('input that once caused an internal error is refused', async () => {
  const sender = createSender();
  const tokens = { method: 'POST', path: '/api/v1/account/tokens' };
  for (const expiresAt of ['2030-06-30T23:59:60Z', '9999-12-31T23:59:59-23:59', '2030-02-30T00:00:00Z']) {
    const body = JSON.stringify({ name: 'x', scopes: ['account:read'], expiresAt });
    const response = await sender.send(tokens, { path: tokens.path, type: 'application/json', body });
    assertProblem(response, 'validation-failed', expiresAt);
  }
  for (const path of [
    '/api/v1/users?search=%00',
    '/api/v1/users?limit=1e999',
    '/api/v1/audit?limit=-1e999',
    '/api/v1/users/urn:uuid:019bc186-de00-7166-ac8d-881139da5638',
  ])
    assertProblem(await sender.send({ method: 'GET', path }, { path }), 'validation-failed', path);
  const type = 'application/x-www-form-urlencoded';
  for (const path of ['/account/identities/remove', '/account/tokens/revoke', '/account/sessions/end']) {
    const form = { method: 'POST', path };
    assert.equal((await sender.send(form, { path, type, body: 'id=%00' })).status, 422, path);
  }
  for (const days of ['1e300', '4000000', '-1', '0.5', 'soon']) {
    const body = `name=x&scope=account:read&days=${days}`;
    const form = { method: 'POST', path: '/account/tokens' };
    assert.equal((await sender.send(form, { path: form.path, type, body })).status, 422, days);
  }
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const path = `/account?done=${word}`;
    assert.equal((await sender.send({ method: 'GET', path }, { path })).status, 200, word);
  }
});

test('none of these requests caused an internal error, and each wrote one log line', async () => {
  await eventually(() =>
    assert.equal(site.telemetry.lines.filter(({ msg }) => msg === 'http.request').length, sent),
  );
  const faults = site.telemetry.lines.filter(({ level }) => level === 'error');
  assert.deepEqual(faults, []);
  assert.equal(Object.hasOwn(Object.prototype, 'isAdmin'), false);
  assert.ok(sent > 1_000, `${sent}`);
});

test('none of these requests created an operator', async () => {
  const operators = await site.database.many(
    row({ id: uuid }),
    sql`select id from users where 'operator' = any (roles)`,
  );
  assert.deepEqual(
    operators.filter(({ id }) => !senders.has(id)),
    [],
  );
});

/** Sends as an operator with a fresh session; replaces the session when a valid request may have ended it. */
function createSender() {
  let who: TestUser | undefined;
  return {
    async send(route: { method: string; path: string }, what: SentRequest): Promise<TestResponse> {
      who ??= await testPeople.person({ roles: ['operator'] });
      senders.add(who.userId);
      const response = await sendRequest(site, {
        method: route.method,
        path: what.path,
        headers: {
          ...who.headers,
          ...(what.type === undefined ? {} : { 'content-type': what.type }),
          // A new address for each request, so that limits per address do not end the test.
          'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
        },
        ...(what.body === undefined ? {} : { body: what.body }),
      });
      sent++;
      assertSane(response, `${nameOf(route)} ${String(what.body).slice(0, 200)}`);
      assert.notEqual(response.status, 429, nameOf(route));
      if (response.status < 400 || LIMITED_FOR_AN_ACCOUNT.test(route.path)) who = undefined;
      return response;
    },
  };
}

function pathWith(route: Route, params: Parameters): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '019bc186-de00-7166-ac8d-881139da5638').toWellFormed()),
  );
}

function encoded(record: Parameters): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(record)) fields.append(name, value ?? '');
  return fields.toString();
}

const RUNS = 12;
/** Codes can be tried a few times only. */
const LIMITED_FOR_AN_ACCOUNT = /second-factor/;
const FIELD = { type: 'string', maxLength: 80 };
const FIELDS = [
  'at',
  'back',
  'code',
  'confirm',
  'cron',
  'current',
  'days',
  'deadLetterQueue',
  'displayName',
  'email',
  'from',
  'group',
  'id',
  'kind',
  'maxReceives',
  'name',
  'next',
  'password',
  'payload',
  'retries',
  'returnTo',
  'scope',
  'timeZone',
  'visibility',
];

type Parameters = Readonly<Record<string, string | undefined>>;

interface SentRequest {
  path: string;
  type?: string;
  body?: string | Uint8Array;
}
