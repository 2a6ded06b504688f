import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { startProgram } from '../../src/program.ts';
import { LIMITS } from '../../src/serve/limits.ts';
import { atEnd } from '../harness/cleanup.ts';
import { testConfig } from '../harness/config.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { sendJson, sendRequest, type TestResponse } from './support/send-request.ts';

/** Two web processes share one database: limits of sign-ins and of accounts hold for both together. */
const MAX_ATTEMPTS = 3;
const RATE_LIMIT = 90;
const settings = {
  roles: 'web',
  'rate-limit': String(RATE_LIMIT),
  'rate-limit-sign-in': String(MAX_ATTEMPTS),
  'trusted-proxies': '127.0.0.1',
};
const first = await testProgram({ settings });
const sites = [first, await secondProcess()] as const;

test('guesses at one account from one address are limited over both processes', async () => {
  const owner = await signUpReader(first, 'agnes');
  const outcomes = await alternate(10, site => signIn(site, owner.email, 'a wrong one', '198.51.100.7'));
  assert.equal(count(outcomes, 401), MAX_ATTEMPTS);
  assert.equal(count(outcomes, 429), 10 - MAX_ATTEMPTS);
  // Positive control: another address is admitted by both.
  for (const site of sites)
    assert.equal((await signIn(site, owner.email, owner.password, '203.0.113.7')).status, 201);
});

test('concurrent guesses over both processes are limited exactly', async () => {
  const owner = await signUpReader(first, 'bertha');
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signIn(siteOf(n), owner.email, 'a wrong one', '198.51.101.7')),
  );
  assert.equal(count(outcomes, 401), MAX_ATTEMPTS);
});

test('sign-ups are limited over both processes', async () => {
  const outcomes = await alternate(LIMITS.signUp.count + 6, (site, n) =>
    sendJson(site, {
      method: 'POST',
      path: '/api/v1/accounts',
      headers: { 'x-forwarded-for': '198.51.102.7' },
      json: { email: `new${n}@example.org`, password: 'short', displayName: 'N' },
    }),
  );
  assert.equal(count(outcomes, 422), LIMITS.signUp.count);
  assert.equal(count(outcomes, 429), 6);
});

test('a user has one general limit over both processes; only the local share of each comes on top', async () => {
  const { cookie } = await signUpReader(first, 'clara');
  const outcomes = await alternate(RATE_LIMIT * 2, site =>
    sendRequest(site, { path: '/api/v1/account', headers: { cookie } }),
  );
  const admitted = count(outcomes, 200);
  const localShare = 2 * Math.floor(RATE_LIMIT / 30);
  assert.ok(admitted >= RATE_LIMIT - 2 * Math.floor(RATE_LIMIT / 30), `${admitted} admitted`);
  assert.ok(admitted <= RATE_LIMIT + localShare, `${admitted} admitted`);
  assert.equal(count(outcomes, 429), outcomes.length - admitted);
});

async function secondProcess(): Promise<{ url: string }> {
  const data = await mkdtemp(join(tmpdir(), 'broadsheet-second-'));
  atEnd(() => rm(data, { recursive: true, force: true }));
  const config = testConfig({ ...settings, 'database-url': first.databaseUrl, data });
  const { clock } = first;
  const program = await startProgram(config, { clock, telemetry: createMemoryTelemetry({ clock }) });
  atEnd(() => program.stop());
  assert.ok(program.url);
  return { url: program.url };
}

async function alternate(
  times: number,
  send: (site: { url: string }, n: number) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  const outcomes = [];
  for (let n = 0; n < times; n++) outcomes.push(await send(siteOf(n), n));
  return outcomes;
}

function siteOf(n: number): { url: string } {
  return n % 2 === 0 ? sites[0] : sites[1];
}

function count(outcomes: readonly TestResponse[], status: number): number {
  return outcomes.filter(outcome => outcome.status === status).length;
}

function signIn(
  site: { url: string },
  email: string,
  password: string,
  address: string,
): Promise<TestResponse> {
  return sendJson(site, {
    method: 'POST',
    path: '/api/v1/sessions',
    headers: { 'x-forwarded-for': address },
    json: { email, password },
  });
}
