import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { assertProblem, assertSane, sendForm, sendJson, type TestResponse } from './support/send-request.ts';

/**
 * Guessing passwords: few tries at one account from one place, twice as many from one place at all accounts,
 * ten times as many at one account from everywhere. A stranger who guesses does not lock the owner out.
 */
const MAX_TRIES = 2;
const site = await testProgram({
  settings: { 'rate-limit-sign-in': String(MAX_TRIES), 'trusted-proxies': '127.0.0.1' },
});
const WINDOW_MS = 16 * 60_000;
let places = 0;

test('one place has few tries at one account, by form and by API together, also with the right password', async () => {
  const owner = await signUpReader(site, 'olga');
  const place = elsewhere();
  assertProblem(await signIn(owner.email, 'a wrong one', place), 'invalid-credentials');
  assert.equal((await signInForm(owner.email, 'a wrong one', place)).status, 401);
  assertLimited(await signIn(owner.email, 'a wrong one', place));
  assertLimited(await signIn(owner.email, owner.password, place));
  const page = await signInForm(owner.email, owner.password, place);
  assert.equal(page.status, 429);
  assert.ok(Number(page.headers['retry-after']) > 0);
  assert.deepEqual(page.cookies, []);

  assert.equal((await signIn(owner.email, owner.password, elsewhere())).status, 201);
  await site.clock.advance(WINDOW_MS);
  assert.equal((await signIn(owner.email, owner.password, place)).status, 201);
});

test('one account is one account, however its address is written', async () => {
  const owner = await signUpReader(site, 'petra');
  const place = elsewhere();
  const spellings = ['PETRA@example.org', ' petra@EXAMPLE.ORG '];
  for (const email of spellings)
    assertProblem(await signIn(email, 'a wrong one', place), 'invalid-credentials');
  for (const email of [owner.email, ...spellings]) assertLimited(await signIn(email, owner.password, place));
});

test('one place has twice as many tries at all accounts together', async () => {
  const owner = await signUpReader(site, 'quentin');
  const network = `2001:db8:${++places}:1`;
  for (let n = 0; n < MAX_TRIES * 2; n++)
    assertProblem(
      await signIn(`nobody${n}@example.org`, 'a wrong one', `${network}::${n}`),
      'invalid-credentials',
    );
  assertLimited(await signIn(owner.email, owner.password, `${network}:ffff::1`));
  assert.equal((await signIn(owner.email, owner.password, elsewhere())).status, 201);
});

test('one account has ten times as many tries from everywhere, and no other account is touched', async () => {
  const [owner, other] = [await signUpReader(site, 'rosa'), await signUpReader(site, 'sven')];
  await site.clock.advance(WINDOW_MS);
  for (let n = 0; n < MAX_TRIES * 10; n++)
    assertProblem(await signIn(owner.email, 'a wrong one', elsewhere()), 'invalid-credentials');
  assertLimited(await signIn(owner.email, 'a wrong one', elsewhere()));
  assert.equal((await signIn(other.email, other.password, elsewhere())).status, 201);
});

test('who holds a stolen session cannot guess the password either, by any of the ways that ask for it', async () => {
  const owner = await signUpReader(site, 'tilda');
  const next = 'eleven loud kilometres away';
  const ways: ((place: string) => Promise<TestResponse>)[] = [
    place => json(owner, 'POST', '/api/v1/account/proof', { password: 'a wrong one' }, place),
    place => json(owner, 'PUT', '/api/v1/account/password', { current: 'a wrong one', next }, place),
    place => form(owner, '/account/prove', { password: 'a wrong one' }, place),
    place => form(owner, '/account/password', { current: 'a wrong one', next }, place),
  ];
  let tries = 0;
  for (let status = 0; status !== 429; tries++) {
    const way = ways[tries % ways.length];
    ({ status } = (await way?.(elsewhere())) ?? { status: 429 });
    assert.ok(tries <= MAX_TRIES * 10, 'there is no end to the tries');
  }
  assert.equal(tries, MAX_TRIES * 10 + 1);
  for (const way of ways) assert.equal((await way(elsewhere())).status, 429);
});

function signIn(email: string, password: string, place: string): Promise<TestResponse> {
  const headers = { 'x-forwarded-for': place };
  return sendJson(site, { method: 'POST', path: '/api/v1/sessions', headers, json: { email, password } });
}

function signInForm(email: string, password: string, place: string): Promise<TestResponse> {
  const headers = { ...sameOrigin(site.url), 'x-forwarded-for': place };
  return sendForm(site, { path: '/sign-in', headers, fields: { email, password } });
}

function json(
  { cookie }: Person,
  method: string,
  path: string,
  body: unknown,
  place: string,
): Promise<TestResponse> {
  const headers = { cookie, ...sameOrigin(site.url), 'x-forwarded-for': place };
  return sendJson(site, { method, path, headers, json: body });
}

function form(
  { cookie }: Person,
  path: string,
  fields: Record<string, string>,
  place: string,
): Promise<TestResponse> {
  return sendForm(site, {
    path,
    headers: { cookie, ...sameOrigin(site.url), 'x-forwarded-for': place },
    fields,
  });
}

function elsewhere(): string {
  places++;
  return `198.18.${(places >> 8) & 255}.${places & 255}`;
}

function assertLimited(response: TestResponse): void {
  assertProblem(response, 'too-many-requests');
  assertSane(response, 'limited');
  const wait = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 15 * 60 + 30, String(wait));
}
