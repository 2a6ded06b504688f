// Must come first: it wraps what the program imports.
import './support/request-cost.ts';

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { measureCost } from './support/request-cost.ts';
import { sendForm, sendJson, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/**
 * Responses never reveal which addresses have an account: with and without one, the response is the same to
 * the byte and costs the same work, statement by statement. Time is not measured: on a busy machine it proves
 * nothing. The program runs without the role `tasks`, whose statements would count too.
 */
const site = await testProgram({ settings: { roles: 'web', 'smtp-url': 'smtp://127.0.0.1:9' } });
const testPeople = createTestPeople(site);
const known = await signUpReader(site, 'known');
const disabled = await signUpReader(site, 'bared');
await site.database.execute(
  sql`update users set disabled_at = ${new Date(site.clock.now())} where id = ${disabled.userId}`,
);
const withoutPassword = await testPeople.person({ email: 'plain@example.org' });
const SIGN_IN = { method: 'POST', path: '/api/v1/sessions' };
const SIGN_UP = { method: 'POST', path: '/api/v1/accounts' };
// Periodic work would count as cost.
await site.program.drain();
const WRONG = 'a password of no account';

test('a refused sign-in has the same response and cost for every reason', async () => {
  const tries = [
    { email: known.email, password: WRONG },
    { email: 'nobod@example.org', password: WRONG },
    { email: disabled.email, password: disabled.password },
    { email: withoutPassword.email, password: WRONG },
    { email: 'no address at all', password: WRONG },
    { email: `${known.email}.`, password: known.password },
    { email: '', password: '' },
  ];
  const [first, ...others] = await inTurn(tries, json => sendJson(site, { ...SIGN_IN, json }));
  assert.match(first?.shown ?? '', /^\[401,/);
  assert.equal(first?.hashes, 1);
  assert.equal(first?.statements.length, 7);
  for (const other of others) assert.deepEqual(other, first);
});

test('the sign-in page answers the same with and without an account', async () => {
  const addresses = [known.email, 'nobod@example.org', disabled.email, withoutPassword.email];
  const pages = await inTurn(addresses, email => post('/sign-in', { email, password: WRONG }));
  const [first, ...others] = pages.map(({ shown, ...work }, n) => ({
    ...work,
    shown: shown.replaceAll(addresses[n] ?? '', 'THE ADDRESS'),
  }));
  assert.match(first?.shown ?? '', /THE ADDRESS/);
  for (const other of others) assert.deepEqual(other, first);
});

test('a sign-up has the same response and cost whether the address is free or taken', async () => {
  const account = { password: 'seven lanterns by the sea', displayName: 'Some Reader' };
  for (const [taken, free] of [
    [known.email, 'newcomer@example.org'],
    ['KNOWN@Example.ORG', 'NEWBE@Example.ORG'],
    [disabled.email, 'brand-new@example.org'],
  ] as const) {
    const [a, b] = await inTurn([taken, `x${free}`], email =>
      sendJson(site, { ...SIGN_UP, json: { ...account, email } }),
    );
    const [c, d] = await inTurn([taken, `y${free}`], email => post('/sign-up', { ...account, email }));
    assert.deepEqual(b, a);
    assert.deepEqual(d, c);
    assert.deepEqual([a?.hashes, a?.statements.length, c?.statements.length], [1, 6, 6]);
  }
});

test('a password reset has the same response and cost with and without an account', async () => {
  const addresses = [known.email, 'nobod@example.org', disabled.email, withoutPassword.email];
  const path = '/api/v1/password-resets';
  const byApi = await inTurn(addresses, email => sendJson(site, { method: 'POST', path, json: { email } }));
  const byPage = await inTurn(addresses, email => post('/forgot-password', { email }));
  for (const [first, ...others] of [byApi, byPage]) {
    assert.match(first?.shown ?? '', /^\[20[02],/);
    assert.ok((first?.statements.length ?? 0) > 0);
    for (const other of others) assert.deepEqual(other, first);
  }
});

test('sign-up input is validated before the account is looked up', async () => {
  const weak = { password: 'password123', displayName: 'Some Reader' };
  const [a, b] = await inTurn([known.email, 'nobod@example.org'], email =>
    sendJson(site, { ...SIGN_UP, json: { ...weak, email } }),
  );
  // Only the limit of sign-ups.
  assert.deepEqual([a?.statements.filter(text => !text.includes('rate_limits')), a?.hashes], [[], 0]);
  assert.match(a?.shown ?? '', /^\[422,/);
  assert.deepEqual(b, a);
});

async function inTurn<T>(inputs: readonly T[], send: (input: T) => Promise<TestResponse>) {
  const seen = [];
  for (const input of inputs) {
    let shown = '';
    const work = await measureCost(async () => {
      shown = shownBy(await send(input));
    });
    seen.push({ ...work, shown });
  }
  return seen;
}

/** All that a stranger sees, without the parts that differ between requests. */
function shownBy(response: TestResponse): string {
  const { date: _date, 'ratelimit-remaining': _remaining, ...headers } = response.headers;
  return JSON.stringify([response.status, headers, response.text.replace(/"traceId":"\w+"/, '')]);
}

function post(path: string, fields: Record<string, string>): Promise<TestResponse> {
  return sendForm(site, { path, headers: sameOrigin(site.url), fields });
}
