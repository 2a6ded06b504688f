import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import jsQR from 'jsqr';
import { fromBase32 } from '../../src/accounts/second-factor/totp.testing.ts';
import { codeAt, STEP_MS, stepAt } from '../../src/accounts/second-factor/totp.ts';
import { jsonb, row, textArray } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { type Person, sameOrigin, signInReader, signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { guarded, nameOf, OPERATIONS, PAGES, pathOf } from './support/routes.ts';
import { assertProblem, sendForm, sendJson, sendRequest, type TestResponse } from './support/send-request.ts';

/** AUTH-1: a second factor can be set up, and required of roles. Codes come from the same secret as those of an app. */
const site = await testProgram({ settings: { roles: 'web' } });
const strict = await testProgram({
  settings: { roles: 'web', 'require-second-factor': 'operator,moderator' },
});

test('the QR code on the account page is readable, and a code of it turns the second factor on', async () => {
  const reader = await signUpReader(site, 'anton');
  const page = await form(reader, '/account/second-factor/begin');
  const uri = readQrCode(page.text);
  assert.match(
    uri,
    /^otpauth:\/\/totp\/Broadsheet:anton%40example\.org\?secret=[A-Z2-7]{32}&issuer=Broadsheet$/,
  );
  const secret = secretOf(uri);

  const wrong = await form(reader, '/account/second-factor/confirm', { code: '000000' });
  assert.equal(wrong.status, 422);
  assert.equal(readQrCode(wrong.text), uri, 'the person need not scan again');
  const confirmed = await form(reader, '/account/second-factor/confirm', { code: codeNow(secret) });
  assert.equal(confirmed.status, 200);
  assert.equal(recoveryCodesIn(confirmed.text).length, 10);
  // Shown once, and stored only as hashes.
  const again = await get(reader, '/account');
  assert.deepEqual(recoveryCodesIn(again.text), []);
  assert.match(again.text, /10 unused recovery codes/);
  assert.ok(!again.text.includes(new URL(uri).searchParams.get('secret') ?? ''));
  await assertNotStored(recoveryCodesIn(confirmed.text), secret);
});

test('signing in by password then needs a code; without it the session is that of a visitor', async () => {
  const reader = await signUpReader(site, 'berta');
  const { secret } = await enrol(reader);
  const half = await signInReader(site, reader.email, reader.password);
  for (const path of ['/account', '/account/feeds']) {
    const page = await get(half, path);
    assert.equal(page.status, 303, path);
    const signIn = await get(half, String(page.headers.location));
    assert.match(String(signIn.headers.location), /^\/sign-in\/second-factor\?returnTo=/);
  }
  const page = await get(half, '/sign-in/second-factor?returnTo=%2Faccount');
  assert.match(page.text, /autocomplete="one-time-code"/);
  const wrong = await form(half, '/sign-in/second-factor', { code: '123', returnTo: '/account' });
  assert.equal(wrong.status, 422);
  await site.clock.advance(STEP_MS);
  const code = codeNow(secret);
  const passed = await form(half, '/sign-in/second-factor', {
    code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    returnTo: '/account',
  });
  assert.deepEqual([passed.status, passed.headers.location], [303, '/account']);
  assert.equal((await get(half, '/account')).status, 200);
});

test('a session that waits for its code reaches no other operation and no page of a signed-in reader', async () => {
  const reader = await signUpReader(site, 'clemens');
  await enrol(reader);
  const half = await signInReader(site, reader.email, reader.password);
  const refused = OPERATIONS.filter(
    ({ access, beforeSecondFactor }) => guarded(access) && !beforeSecondFactor,
  );
  assert.ok(refused.length > 50);
  for (const route of refused) {
    const path = pathOf(route, randomUUID());
    const answer = await sendRequest(site, { method: route.method, path, headers: headersOf(half) });
    assertProblem(answer, 'second-factor-required', nameOf(route));
  }
  for (const route of PAGES.filter(({ needsPerson }) => needsPerson)) {
    const path = pathOf(route, randomUUID());
    const answer = await sendRequest(site, { method: route.method, path, headers: headersOf(half) });
    assert.equal(answer.status, 303, nameOf(route));
    assert.match(String(answer.headers.location), /^\/sign-in\?/, nameOf(route));
  }
  // It cannot replace the factor that it lacks either.
  assertProblem(await json(half, 'POST', '/api/v1/account/second-factor', {}), 'conflict');
  assertProblem(
    await json(half, 'POST', '/api/v1/account/second-factor/confirmation', { code: '000000' }),
    'invalid-credentials',
  );
  // Positive control: with a complete session the same operations are admitted.
  assert.equal((await get(reader, '/api/v1/account')).status, 200);
  // It can be ended.
  assert.equal((await json(half, 'DELETE', '/api/v1/sessions/current', undefined)).status, 204);
});

test('a code is accepted once, also of two concurrent uses; a recovery code too', async () => {
  const reader = await signUpReader(site, 'doris');
  const { secret, codes } = await enrol(reader);
  await site.clock.advance(STEP_MS);
  const sessions = [];
  for (let n = 0; n < 3; n++) sessions.push(await signInReader(site, reader.email, reader.password));
  const [first, second, third] = sessions;
  assert.ok(first && second && third);
  const code = codeNow(secret);
  const both = await Promise.all([pass(first, code), pass(second, code)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [204, 401]);
  assertProblem(await pass(third, code), 'invalid-credentials');
  const [recovery = ''] = codes;
  assert.equal((await pass(third, recovery.toLowerCase())).status, 204);
  await site.clock.advance(16 * 60_000);
  const fourth = await signInReader(site, reader.email, reader.password);
  assertProblem(await pass(fourth, recovery), 'invalid-credentials');
});

test('guesses of codes are limited for the account, over all sessions, also with the right code', async () => {
  const reader = await signUpReader(site, 'emil');
  const { secret } = await enrol(reader);
  await site.clock.advance(16 * 60_000);
  const half = await signInReader(site, reader.email, reader.password);
  for (let n = 0; n < 5; n++) assertProblem(await pass(half, '000000'), 'invalid-credentials');
  const other = await signInReader(site, reader.email, reader.password);
  assertProblem(await pass(other, codeNow(secret)), 'too-many-requests');
  await site.clock.advance(16 * 60_000);
  assert.equal((await pass(other, codeNow(secret))).status, 204);
});

test('turning it on makes other sessions wait; a new password does not ask the same device again', async () => {
  const reader = await signUpReader(site, 'frieda');
  const elsewhere = await signInReader(site, reader.email, reader.password);
  await enrol(reader);
  assertProblem(await get(elsewhere, '/api/v1/account'), 'second-factor-required');
  const changed = await json(reader, 'PUT', '/api/v1/account/password', {
    next: 'eleven loud kilometres away',
  });
  assert.equal(changed.status, 204);
  const cookie = changed.cookies[0]?.split(';', 1)[0] ?? '';
  assert.equal((await sendRequest(site, { path: '/api/v1/account', headers: { cookie } })).status, 200);
});

test('turning it off and renewing codes need a recent proof; old recovery codes stop working', async () => {
  const reader = await signUpReader(site, 'gustav');
  const { codes } = await enrol(reader);
  const renewed = await json(reader, 'POST', '/api/v1/account/second-factor/recovery-codes', {});
  assert.equal(renewed.status, 200);
  const half = await signInReader(site, reader.email, reader.password);
  assertProblem(await pass(half, codes[0] ?? ''), 'invalid-credentials');
  await site.clock.advance(16 * 60_000);
  const path = '/api/v1/account/second-factor';
  assertProblem(await json(reader, 'DELETE', path, undefined), 'fresh-sign-in-required');
  assert.equal((await form(reader, '/account/second-factor/remove')).headers.location, '/account/prove');
  assert.equal((await form(reader, '/account/prove', { password: reader.password })).status, 303);
  assert.equal((await json(reader, 'DELETE', path, undefined)).status, 204);
  assert.equal((await get(half, '/api/v1/account')).status, 200);
});

test('a required second factor: the sign-in of an operator leads to setting it up, that of a reader does not', async () => {
  const reader = await signUpReader(strict, 'hedwig');
  assert.equal((await get(reader, '/api/v1/account', strict)).status, 200);
  const operator = await signUpOperator(strict);
  assertProblem(await get(operator, '/api/v1/users', strict), 'second-factor-required');
  const page = await get(operator, '/sign-in/second-factor?returnTo=%2Fadmin', strict);
  const secret = secretOf(readQrCode(page.text));
  const wrong = await form(operator, '/sign-in/second-factor', { code: '1', returnTo: '/admin' }, strict);
  assert.equal(secretOf(readQrCode(wrong.text)).toString('hex'), secret.toString('hex'));
  const code = codeAt(secret, stepAt(strict.clock.now()));
  const done = await form(operator, '/sign-in/second-factor', { code, returnTo: '/admin' }, strict);
  assert.equal(recoveryCodesIn(done.text).length, 10);
  assert.equal((await get(operator, '/api/v1/users', strict)).status, 200);

  // A role that requires it takes effect at once.
  await strict.database.execute(
    sql`update users set roles = '{reader,moderator}' where id = ${reader.userId}`,
  );
  const later = await signInReader(strict, reader.email, reader.password);
  assertProblem(await get(later, '/api/v1/account', strict), 'second-factor-required');
  // A stale session cannot set up an app: the thief of a cookie could.
  await strict.clock.advance(16 * 60_000);
  const stale = await get(later, '/sign-in/second-factor', strict);
  assert.equal(stale.status, 303);
  assert.match(String(stale.headers.location), /^\/sign-in\?/);
  assertProblem(
    await json(later, 'POST', '/api/v1/account/second-factor', {}, strict),
    'invalid-credentials',
  );
});

async function enrol(reader: Person): Promise<{ secret: Buffer; codes: string[] }> {
  const begun = await json(reader, 'POST', '/api/v1/account/second-factor', {});
  assert.equal(begun.status, 201, begun.text);
  const secret = secretOf(String(begun.json()['uri']));
  const path = '/api/v1/account/second-factor/confirmation';
  const confirmed = await json(reader, 'POST', path, { code: codeNow(secret) });
  assert.equal(confirmed.status, 200, confirmed.text);
  const codes = confirmed.json()['recoveryCodes'];
  assert.ok(Array.isArray(codes));
  return { secret, codes: codes.map(String) };
}

async function assertNotStored(codes: readonly string[], secret: Buffer): Promise<void> {
  const { stored } = await site.database.one(
    row({ stored: textArray }),
    sql`
      select
        array(select code_hash::text from recovery_codes) || array(select sealed_secret::text from second_factors)
        as stored
    `,
  );
  assert.ok(stored.length >= 11);
  for (const plain of [...codes.map(code => Buffer.from(code.replaceAll('-', ''))), secret])
    for (const text of stored) assert.ok(!text.includes(plain.toString('hex')));
  const { detail } = await site.database.one(
    row({ detail: jsonb }),
    sql`select jsonb_agg(detail) as detail from audit_log where action like 'second-factor.%'`,
  );
  for (const code of codes) assert.ok(!JSON.stringify(detail).includes(code));
}

function pass(reader: Person, code: string): Promise<TestResponse> {
  return json(reader, 'POST', '/api/v1/sessions/current/second-factor', { code });
}

function codeNow(secret: Buffer): string {
  return codeAt(secret, stepAt(site.clock.now()));
}

function secretOf(uri: string): Buffer {
  return fromBase32(new URL(uri).searchParams.get('secret') ?? '');
}

/** Decodes the code of a page as a camera would: from its modules, four pixels each. */
function readQrCode(page: string): string {
  const size = Number(/viewBox="0 0 (\d+) /.exec(/<svg xmlns[^>]*>/.exec(page)?.[0] ?? '')?.[1]);
  assert.ok(size > 20, 'there is no QR code');
  const width = size * 4;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = ''] of page.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let n = 0; n < 16; n++) {
      const at = ((Number(y) * 4 + (n >> 2)) * width + Number(x) * 4 + (n & 3)) * 4;
      pixels.fill(0, at, at + 3);
    }
  }
  return jsQR.default(pixels, width, width)?.data ?? '';
}

function recoveryCodesIn(page: string): string[] {
  return page.match(/\b(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}\b/g) ?? [];
}

function headersOf({ cookie }: Person, where: { url: string } = site): Record<string, string> {
  return { cookie, ...sameOrigin(where.url) };
}

function get(reader: Person, path: string, where: { url: string } = site): Promise<TestResponse> {
  return sendRequest(where, { path, headers: headersOf(reader, where) });
}

function form(
  reader: Person,
  path: string,
  fields: Record<string, string> = {},
  where: { url: string } = site,
): Promise<TestResponse> {
  return sendForm(where, { path, headers: headersOf(reader, where), fields });
}

function json(
  reader: Person,
  method: string,
  path: string,
  body: unknown,
  where: { url: string } = site,
): Promise<TestResponse> {
  const headers = headersOf(reader, where);
  return body === undefined
    ? sendRequest(where, { method, path, headers })
    : sendJson(where, { method, path, headers, json: body });
}
