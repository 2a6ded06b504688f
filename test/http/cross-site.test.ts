import assert from 'node:assert/strict';
import { test } from 'node:test';
import { int8, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { signUpReader } from '../harness/people.ts';
import { proxiedProgram } from '../harness/shared-programs.ts';
import { FORMS, nameOf, OPERATIONS, PAGES, pathOf, UNSAFE_OPERATIONS } from './support/routes.ts';
import { assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** AUTH-1: a request that only a cookie authenticates must come from our own pages. */
const site = await proxiedProgram();
const testPeople = createTestPeople(site);
let addresses = 0;

const FOREIGN: readonly Record<string, string>[] = [
  {},
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost' },
  { origin: `${site.url}.evil.example` },
  { origin: site.url.replace('http:', 'https:') },
  { referer: `${site.url}/account` },
  { 'sec-fetch-site': 'cross-site', origin: site.url },
  { 'sec-fetch-site': 'same-site', origin: site.url },
  { 'sec-fetch-site': 'none', origin: site.url },
  { 'sec-fetch-site': 'made-up', origin: site.url },
];

test('every state-changing operation refuses a cookie sent from another site', async () => {
  const { userId, sessionId, headers } = await testPeople.person({ roles: ['operator'] });
  const cookie = String(headers['cookie']);
  const before = await traces(userId);
  for (const route of UNSAFE_OPERATIONS) {
    for (const from of FOREIGN) {
      const response = await sendRequest(site, {
        method: route.method,
        path: pathOf(route, sessionId),
        headers: { cookie, 'content-type': 'application/json', ...from, ...newAddress() },
        body: '{}',
      });
      assertProblem(response, 'cross-site-request', `${nameOf(route)} ${JSON.stringify(from)}`);
      assert.deepEqual(response.cookies, []);
    }
  }
  assert.deepEqual(await traces(userId), before);
});

test('every form refuses submissions from other sites, with and without a cookie', async () => {
  const { userId, headers } = await testPeople.person();
  const before = await traces(userId);
  for (const form of FORMS) {
    for (const from of FOREIGN) {
      for (const cookie of [{}, { cookie: String(headers['cookie']) }]) {
        const response = await sendForm(site, {
          path: form.path,
          headers: { ...cookie, ...from, ...newAddress() },
          fields: { confirm: 'yes', displayName: 'Forged' },
        });
        // Links of mails are signed, and mail programs post to them (RFC 8058): without a signature they do nothing.
        const refusal = form.isFromAnySite && !('cookie' in cookie) ? 'link-used' : 'cross-site-request';
        assertProblem(response, refusal, `${nameOf(form)} ${JSON.stringify(from)}`);
        assert.deepEqual(response.cookies, []);
      }
    }
  }
  assert.deepEqual(
    FORMS.filter(({ isFromAnySite }) => isFromAnySite).map(({ path }) => path),
    ['/saved-searches/stop', '/digest/stop', '/mail/stop'],
  );
  assert.deepEqual(await traces(userId), before);
});

test('a user tricked by a forged form sees a page that explains it', async () => {
  const { headers } = await testPeople.person();
  const response = await sendForm(site, {
    path: '/account/erase',
    headers: { cookie: String(headers['cookie']), origin: 'https://evil.example', accept: 'text/html' },
    fields: { confirm: 'yes' },
  });
  assert.equal(response.status, 403);
  assert.match(response.text, /^<!doctype html>.*came from another site/s);
});

test('login CSRF: another site cannot sign a browser in', async () => {
  const attacker = await signUpReader(site, 'mallory');
  const { email, password } = attacker;
  const origin = 'https://evil.example';
  const bodies = [
    ['application/x-www-form-urlencoded', new URLSearchParams({ email, password }).toString()],
    ['text/plain', JSON.stringify({ email, password })],
    ['multipart/form-data; boundary=x', `--x\r\n\r\n${JSON.stringify({ email, password })}\r\n--x--`],
    ['', JSON.stringify({ email, password })],
  ] as const;
  for (const [type, body] of bodies) {
    for (const path of ['/api/v1/sessions', '/sign-in', '/api/v1/sessions/passkey']) {
      const headers = { origin, ...(type === '' ? {} : { 'content-type': type }) };
      const response = await sendRequest(site, { method: 'POST', path, headers, body });
      assert.ok([400, 403, 415].includes(response.status), `${path} ${type} ${response.status}`);
      assert.deepEqual(response.cookies, []);
    }
  }
});

test('our own pages pass with either header; a token needs neither', async () => {
  const { userId, headers } = await testPeople.person();
  const cookie = String(headers['cookie']);
  const token = await testPeople.token(userId, ['account:write']);
  for (const from of [
    { cookie, origin: site.url },
    { cookie, 'sec-fetch-site': 'same-origin' },
    { cookie, 'sec-fetch-site': 'same-origin', origin: site.url },
    token.headers,
    { ...token.headers, cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ]) {
    const response = await sendJson(site, {
      method: 'PATCH',
      path: '/api/v1/account',
      headers: from,
      json: { displayName: 'Mine' },
    });
    assert.equal(response.status, 200, JSON.stringify(from));
  }
});

test('a link from another site works, and following it changes nothing', async () => {
  const { userId, headers } = await testPeople.person({ roles: ['operator'] });
  const before = await traces(userId);
  const from = { cookie: String(headers['cookie']), 'sec-fetch-site': 'cross-site' };
  for (const route of [...OPERATIONS, ...PAGES].filter(({ method }) => method === 'GET')) {
    if (route.path.endsWith('/export')) continue;
    const { status } = await sendRequest(site, {
      path: pathOf(route, userId),
      headers: { ...from, ...newAddress() },
    });
    // Receiving messages changes state, so a cookie never suffices, even from our own pages.
    const takes = route.path === '/api/v1/queues/{queue}/messages';
    assert.equal(status === 403, takes, nameOf(route));
  }
  assert.deepEqual(await traces(userId), before);
});

test('a visitor whose session has ended can still sign in', async () => {
  const { email, password } = await signUpReader(site, 'nora');
  const cookie = `session=${crypto.randomUUID()}.${'a'.repeat(43)}`;
  const headers = { cookie, origin: site.url };
  const response = await sendForm(site, { path: '/sign-in', headers, fields: { email, password } });
  assert.equal(response.status, 303);
  assert.equal(response.cookies.length, 2, 'the session and the device');
});

/** Everything that a change of the account would leave behind. */
function traces(userId: string) {
  return site.database.one(
    row({ entries: int8, sessions: int8, tokens: int8, challenges: int8 }),
    sql`
      select
        (select count(*) from audit_log where ${userId} in (actor_id::text, subject_id)) as entries,
        (select count(*) from sessions where user_id = ${userId}) as sessions,
        (select count(*) from api_tokens where user_id = ${userId}) as tokens,
        (select count(*) from sign_in_challenges) as challenges
    `,
  );
}

/** A new address for each request, so that limits per address do not answer first. */
function newAddress(): Record<string, string> {
  addresses++;
  return { 'x-forwarded-for': `10.0.${(addresses >> 8) & 255}.${addresses & 255}` };
}
