import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { assertProblem, assertSane, sendForm, sendJson, type TestResponse } from './support/send-request.ts';

/**
 * Password guessing is limited: per address and account, twice that per address for all accounts, ten times
 * that per account from all addresses. Wrong guesses of a stranger do not lock the owner out.
 */
const MAX_ATTEMPTS = 2;
const site = await testProgram({
  settings: { 'rate-limit-sign-in': String(MAX_ATTEMPTS), 'trusted-proxies': '127.0.0.1' },
});
const WINDOW_MS = 16 * 60_000;
let addresses = 0;

test('guesses at one account are limited per address, over form and API, even with the right password', async () => {
  const owner = await signUpReader(site, 'olga');
  const address = newAddress();
  assertProblem(await signIn(owner.email, 'a wrong one', address), 'invalid-credentials');
  assert.equal((await signInForm(owner.email, 'a wrong one', address)).status, 401);
  assertLimited(await signIn(owner.email, 'a wrong one', address));
  assertLimited(await signIn(owner.email, owner.password, address));
  const page = await signInForm(owner.email, owner.password, address);
  assert.equal(page.status, 429);
  assert.ok(Number(page.headers['retry-after']) > 0);
  assert.deepEqual(page.cookies, []);

  assert.equal((await signIn(owner.email, owner.password, newAddress())).status, 201);
  await site.clock.advance(WINDOW_MS);
  assert.equal((await signIn(owner.email, owner.password, address)).status, 201);
});

test('all spellings of an address count as one account', async () => {
  const owner = await signUpReader(site, 'petra');
  const address = newAddress();
  const spellings = ['PETRA@example.org', ' petra@EXAMPLE.ORG '];
  for (const email of spellings)
    assertProblem(await signIn(email, 'a wrong one', address), 'invalid-credentials');
  for (const email of [owner.email, ...spellings])
    assertLimited(await signIn(email, owner.password, address));
});

test('guesses at all accounts are limited per address, at twice the limit', async () => {
  const owner = await signUpReader(site, 'quentin');
  const network = `2001:db8:${++addresses}:1`;
  for (let n = 0; n < MAX_ATTEMPTS * 2; n++)
    assertProblem(
      await signIn(`stranger${n}@example.org`, 'a wrong one', `${network}::${n}`),
      'invalid-credentials',
    );
  assertLimited(await signIn(owner.email, owner.password, `${network}:ffff::1`));
  assert.equal((await signIn(owner.email, owner.password, newAddress())).status, 201);
});

test('guesses at one account are limited over all addresses, at ten times the limit; other accounts are unaffected', async () => {
  const [owner, other] = [await signUpReader(site, 'rosa'), await signUpReader(site, 'sven')];
  await site.clock.advance(WINDOW_MS);
  for (let n = 0; n < MAX_ATTEMPTS * 10; n++)
    assertProblem(await signIn(owner.email, 'a wrong one', newAddress()), 'invalid-credentials');
  assertLimited(await signIn(owner.email, 'a wrong one', newAddress()));
  assert.equal((await signIn(other.email, other.password, newAddress())).status, 201);
});

test('a stolen session cannot be used to guess the password, by any operation that asks for it', async () => {
  const owner = await signUpReader(site, 'tilda');
  const next = 'eleven loud kilometres away';
  const ways: ((address: string) => Promise<TestResponse>)[] = [
    address => json(owner, 'POST', '/api/v1/account/proof', { password: 'a wrong one' }, address),
    address => json(owner, 'PUT', '/api/v1/account/password', { current: 'a wrong one', next }, address),
    address => form(owner, '/account/prove', { password: 'a wrong one' }, address),
    address => form(owner, '/account/password', { current: 'a wrong one', next }, address),
  ];
  let attempts = 0;
  for (let status = 0; status !== 429; attempts++) {
    const way = ways[attempts % ways.length];
    ({ status } = (await way?.(newAddress())) ?? { status: 429 });
    assert.ok(attempts <= MAX_ATTEMPTS * 10, 'the attempts do not end');
  }
  assert.equal(attempts, MAX_ATTEMPTS * 10 + 1);
  for (const way of ways) assert.equal((await way(newAddress())).status, 429);
});

function signIn(email: string, password: string, address: string): Promise<TestResponse> {
  const headers = { 'x-forwarded-for': address };
  return sendJson(site, { method: 'POST', path: '/api/v1/sessions', headers, json: { email, password } });
}

function signInForm(email: string, password: string, address: string): Promise<TestResponse> {
  const headers = { ...sameOrigin(site.url), 'x-forwarded-for': address };
  return sendForm(site, { path: '/sign-in', headers, fields: { email, password } });
}

function json(
  { cookie }: Person,
  method: string,
  path: string,
  body: unknown,
  address: string,
): Promise<TestResponse> {
  const headers = { cookie, ...sameOrigin(site.url), 'x-forwarded-for': address };
  return sendJson(site, { method, path, headers, json: body });
}

function form(
  { cookie }: Person,
  path: string,
  fields: Record<string, string>,
  address: string,
): Promise<TestResponse> {
  return sendForm(site, {
    path,
    headers: { cookie, ...sameOrigin(site.url), 'x-forwarded-for': address },
    fields,
  });
}

function newAddress(): string {
  addresses++;
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`;
}

function assertLimited(response: TestResponse): void {
  assertProblem(response, 'too-many-requests');
  assertSane(response, 'limited');
  const wait = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 15 * 60 + 30, String(wait));
}
