import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { ask, assertProblem } from './support/ask.ts';

/** `/metrics` is for this machine, or for whoever holds the token; a proxy on this machine is not this machine. */
const TOKEN = 'a token for the scraper alone';
const plain = await testProgram();
const tokened = await testProgram({
  settings: { 'metrics-token': TOKEN.replaceAll(' ', '-'), 'trusted-proxies': '127.0.0.1' },
});
const bearer = { authorization: `Bearer ${TOKEN.replaceAll(' ', '-')}` };
const FORWARDED: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1, ::1' },
  { 'x-forwarded-for': '' },
  { forwarded: 'for=127.0.0.1' },
];

test('from this machine they are open, and in the form that Prometheus reads', async () => {
  for (const under of [plain, tokened]) {
    const { status, headers, text } = await ask(under, { path: '/metrics' });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(text, /^# TYPE http_request_duration_seconds histogram$/m);
    assert.match(
      text,
      /^http_request_duration_seconds_count\{.*route="\/metrics"|^http_requests_in_flight /m,
    );
  }
});

test('what was forwarded is refused, whatever it claims', async () => {
  for (const under of [plain, tokened])
    for (const headers of FORWARDED)
      assertProblem(await ask(under, { path: '/metrics', headers }), 'forbidden', JSON.stringify(headers));
});

test('the token opens them from everywhere, and nothing that is only like it does', async () => {
  for (const headers of FORWARDED)
    assert.equal((await ask(tokened, { path: '/metrics', headers: { ...headers, ...bearer } })).status, 200);
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `${bearer.authorization}x`,
    bearer.authorization.slice(0, -1),
    bearer.authorization.toUpperCase(),
    bearer.authorization.replace('Bearer', 'Basic'),
  ]) {
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization };
    assertProblem(await ask(tokened, { path: '/metrics', headers }), 'forbidden', authorization);
  }
  const headers = { 'x-forwarded-for': '203.0.113.7', ...bearer };
  assertProblem(await ask(plain, { path: '/metrics', headers }), 'forbidden');
});

test('labels do not grow with what visitors type', async () => {
  for (let n = 0; n < 20; n++)
    await ask(plain, { path: `/nothing-${n}`, method: n % 2 ? 'GET' : 'PROPFIND' });
  const { text } = await ask(plain, { path: '/metrics' });
  assert.doesNotMatch(text, /nothing-/);
});
