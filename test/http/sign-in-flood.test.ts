import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { sendJson, type TestResponse } from './support/send-request.ts';

/** Password hashes are expensive: networks share them fairly, so that a flood delays only itself. */
const site = await testProgram({
  settings: {
    roles: 'web',
    'rate-limit-sign-in': '1000',
    'trusted-proxies': '127.0.0.1',
    // 200 hashes may take longer than a minute on a busy machine.
    'request-timeout': '5m',
  },
});

test('200 parallel sign-ins from one network are all answered, and another network signs in meanwhile', async () => {
  const reader = await signUpReader(site, 'xenia');
  const flood = Array.from({ length: 200 }, async (_, n) => {
    // A customer of many addresses: an IPv6 /48.
    const { status } = await signIn(`stranger${n}@example.org`, `2001:db8:77:${n.toString(16)}::1`);
    return status;
  });
  const other = await signIn(reader.email, '203.0.113.9', reader.password);
  assert.equal(other.status, 201);
  assert.deepEqual(new Set(await Promise.all(flood)), new Set([401]));
});

function signIn(email: string, address: string, password = 'a wrong one'): Promise<TestResponse> {
  return sendJson(site, {
    method: 'POST',
    path: '/api/v1/sessions',
    headers: { 'x-forwarded-for': address },
    json: { email, password },
  });
}
