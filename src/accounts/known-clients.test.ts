import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_EPOCH, testDatabase } from '../../test/harness/database.ts';
import { addUserWithPassword, CLIENT, PASSWORD, testAccounts } from './accounts.testing.ts';
import { DEVICE_LIFETIME_MS, deviceCookieAfterSignIn, recogniseClient } from './known-clients.ts';
import { signInWithPassword } from './sign-in.ts';

const { database } = await testDatabase();
const context = testAccounts(database, TEST_EPOCH);
// Created first: later there is no partition for their audit entries.
const users = await Promise.all(Array.from({ length: 8 }, () => addUserWithPassword(context)));
const [ada, bea, first, second, third, fourth, last, other] = users;
assert.ok(ada && bea && first && second && third && fourth && last && other);
const ELSEWHERE = { address: '203.0.113.5', userAgent: 'Another Browser' };

test('a sign-in makes its network known for half a year, to that account only', async () => {
  assert.equal(await isKnownPlace(ada.email, CLIENT.address), false);
  await signInWithPassword(context, { email: ada.email, password: PASSWORD, client: CLIENT });
  assert.equal(await isKnownPlace(ada.email, CLIENT.address), true);
  assert.equal(await isKnownPlace(ada.email.toUpperCase(), '192.0.2.200'), true);
  assert.equal(await isKnownPlace(ada.email, '192.0.3.7'), false);
  assert.equal(await isKnownPlace(bea.email, CLIENT.address), false);
  assert.equal(await isKnownPlace('missing@news.example', CLIENT.address), false);
  await context.clock.advance(181 * 86_400_000);
  assert.equal(await isKnownPlace(ada.email, CLIENT.address), false);
});

test('a device keeps its entry through sign-ins, knows four accounts, and ends after 400 days', async () => {
  let cookie: string | undefined;
  for (const { id } of [first, second, third, fourth, last])
    cookie = deviceCookieAfterSignIn(context, id, cookie);
  assert.equal(await deviceOf(first.email, cookie), null, 'the oldest of five is forgotten');
  const device = await deviceOf(second.email, cookie);
  assert.ok(device);
  cookie = deviceCookieAfterSignIn(context, second.id, cookie);
  assert.equal(await deviceOf(second.email, cookie), device);
  assert.equal(cookie.split('~').length, 4);
  assert.match(cookie, /^[\w.~-]{1,400}$/);
  await context.clock.advance(DEVICE_LIFETIME_MS);
  assert.equal(await deviceOf(second.email, cookie), null);
});

test('entries are those of this installation: changed and foreign ones are unknown', async () => {
  const { id, email } = other;
  const cookie = deviceCookieAfterSignIn(context, id, undefined);
  assert.ok(await deviceOf(email, cookie));
  for (let at = 0; at < cookie.length; at++) {
    const changed = cookie.slice(0, at) + (cookie[at] === '1' ? '2' : '1') + cookie.slice(at + 1);
    assert.equal(await deviceOf(email, changed), null, changed);
  }
});

async function isKnownPlace(email: string, address: string): Promise<boolean> {
  const client = { ...ELSEWHERE, address };
  return (await recogniseClient(context, { email, client, deviceCookie: undefined })).isKnownPlace;
}

async function deviceOf(email: string, deviceCookie: string | undefined): Promise<string | null> {
  return (await recogniseClient(context, { email, client: ELSEWHERE, deviceCookie })).device;
}
