import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { type Person, sameOrigin, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import {
  assertProblem,
  assertSane,
  sendForm,
  sendJson,
  sendRequest,
  type TestResponse,
} from './support/send-request.ts';

/**
 * Password guessing is limited: per address and account, and twice that per address for all accounts. Beyond ten times
 * that per account from all addresses, strangers are slowed. They never lock the owner out of a known device or place.
 */
const MAX_ATTEMPTS = 2;
const site = await testProgram({
  settings: { 'rate-limit-sign-in': String(MAX_ATTEMPTS), 'trusted-proxies': '127.0.0.1' },
});
const WINDOW_MS = 16 * 60_000;
let addresses = 0;
let networks = 0;

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

test('1,000 wrong guesses from many networks do not lock the owner out, and stay bounded', async () => {
  const [owner, other] = [await signUpReader(site, 'rosa'), await signUpReader(site, 'sven')];
  const atHome = newNetwork();
  const device = deviceOf(await signIn(owner.email, owner.password, atHome));
  await site.clock.advance(WINDOW_MS);
  const networks = Array.from({ length: 125 }, newNetwork);
  const outcomes = await guess(owner.email, networks, 8);
  const evaluated = outcomes.filter(({ status }) => status === 401).length;
  assert.equal(outcomes.length, 1_000);
  assert.ok(outcomes.every(({ status }) => status === 401 || status === 429));
  // All together the allowance of the account, and then two an hour for each network.
  assert.ok(evaluated <= MAX_ATTEMPTS * 10 + 2 * networks.length, `${evaluated} guesses were evaluated`);
  assert.ok(evaluated > MAX_ATTEMPTS * 10, 'strangers are slowed, not refused');

  // From a known device at once, wherever it is; from a known place at once, with any device.
  assert.equal((await signIn(owner.email, owner.password, newNetwork(), device)).status, 201);
  assert.equal((await signIn(owner.email, owner.password, atHome)).status, 201);
  // From a new device at a new place after a short wait.
  const slowed = slowedSoFar();
  const waiting = signIn(owner.email, owner.password, newNetwork());
  await eventually(() => assert.equal(slowedSoFar(), slowed + 1));
  await site.clock.advance(5_000);
  assert.equal((await waiting).status, 201);
  assert.equal((await signIn(other.email, other.password, newNetwork())).status, 201);
});

test('a device is known to its own accounts only, and its allowance is limited too', async () => {
  const [owner, other] = [await signUpReader(site, 'ursula'), await signUpReader(site, 'viktor')];
  const address = newNetwork();
  const ofOther = deviceOf(await signIn(other.email, other.password, newNetwork()));
  const ofBoth = deviceOf(await signIn(owner.email, owner.password, newNetwork(), ofOther));
  const forged = ofBoth.replace(/\w{22}(?=~|$)/g, 'A'.repeat(22));
  for (let n = 0; n < MAX_ATTEMPTS; n++) await signIn(owner.email, 'a wrong one', address);
  for (const cookie of [ofOther, forged, 'device=', 'device=~~..~', `device=${'a'.repeat(5_000)}`])
    assertLimited(await signIn(owner.email, owner.password, address, cookie));
  for (let n = 0; n < MAX_ATTEMPTS; n++)
    assertProblem(await signIn(owner.email, 'a wrong one', address, ofBoth), 'invalid-credentials');
  assertLimited(await signIn(owner.email, owner.password, address, ofBoth));
  // Positive control: the same cookie is still known to the other account.
  const another = newNetwork();
  for (let n = 0; n < MAX_ATTEMPTS; n++) await signIn(other.email, 'a wrong one', another);
  assertLimited(await signIn(other.email, other.password, another));
  assert.equal((await signIn(other.email, other.password, another, ofBoth)).status, 201);
});

test('a device cookie does not tell whose it is, and does not sign anyone in', async () => {
  const owner = await signUpReader(site, 'walter');
  const device = deviceOf(await signIn(owner.email, owner.password, newNetwork()));
  assert.ok(!device.includes(owner.userId) && !device.includes('walter'));
  const response = await sendRequest(site, { path: '/api/v1/account', headers: { cookie: device } });
  assertProblem(response, 'not-signed-in');
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

/** Wrong guesses from each network. Those that wait get the time that they wait for. */
async function guess(email: string, networks: readonly string[], times: number): Promise<TestResponse[]> {
  const outcomes: TestResponse[] = [];
  for (let n = 0; n < times; n++) {
    const before = slowedSoFar();
    const round = { pending: networks.length };
    const guesses = networks.map(async address => {
      const outcome = await signIn(email, 'a wrong one', address);
      round.pending--;
      return outcome;
    });
    // Each guess has been answered, or waits.
    await eventually(() => assert.equal(slowedSoFar() - before, round.pending));
    await site.clock.advance(5_000);
    outcomes.push(...(await Promise.all(guesses)));
  }
  return outcomes;
}

function slowedSoFar(): number {
  return site.telemetry.metrics.value('sign_ins_slowed_total', {}) ?? 0;
}

/** `name=value` of the device cookie that a sign-in sets. */
function deviceOf(response: TestResponse): string {
  assert.equal(response.status, 201);
  const cookie = response.cookies.find(text => text.startsWith('device='));
  assert.match(cookie ?? '', /; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
  return cookie?.split(';', 1)[0] ?? '';
}

function signIn(email: string, password: string, address: string, cookie?: string): Promise<TestResponse> {
  const headers = { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
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

function newNetwork(): string {
  networks++;
  return `198.${20 + (networks >> 8)}.${networks & 255}.7`;
}

function assertLimited(response: TestResponse): void {
  assertProblem(response, 'too-many-requests');
  assertSane(response, 'limited');
  const wait = Number(response.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 15 * 60 + 30, String(wait));
}
