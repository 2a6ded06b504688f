import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFields } from '../../src/platform/telemetry/encoded.ts';
import { createLineWriter } from '../../src/platform/telemetry/standard/lines.ts';
import { eventually } from '../harness/eventually.ts';
import { sameOrigin, signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { exchange } from './support/raw.ts';
import { asRecord, sendForm, sendJson, sendRequest, type TestResponse } from './support/send-request.ts';

/** OBS-1: each request writes one log line, whatever it contains, and no line reveals a secret. */
const site = await testProgram({ settings: { 'trusted-proxies': '127.0.0.1' } });
const startLines = site.telemetry.lines.filter(({ level }) => level !== 'debug').map(({ msg }) => msg);
const FORGED = '{"level":"error","msg":"forged"}';

test('OBS-1: at info level the start of all roles is one line a phase', () => {
  assert.ok(startLines.includes('http.listening'));
  assert.deepEqual(startLines, [...new Set(startLines)], 'no line comes twice');
  assert.ok(startLines.length <= 4, startLines.join());
});

test('log injection: a request writes one line, and its content cannot forge another', async () => {
  await site.program.drain();
  const before = site.telemetry.lines.length;
  const heads = [
    `user-agent: x\x1b[2J\x1b[31m${FORGED}`,
    `user-agent: x\x85${FORGED}`,
    `user-agent: x\u2028${FORGED}`,
    `traceparent: 00-${'0'.repeat(31)}1-00f067aa0ba902b7-01 ${FORGED}`,
    `traceparent: ${FORGED}`,
    'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\ntraceparent: again',
    `x-forwarded-for: 203.0.113.7\x85${FORGED}`,
    'x-forwarded-for: \x9b31m, $(jndi:ldap://evil)',
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
  let wellFormed = 0;
  for (const head of heads) {
    for (const target of targets) {
      const request = `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${head}\r\nconnection: close\r\n\r\n`;
      const response = await exchange(site, Buffer.from(request, 'latin1'));
      if (!response.includes('malformed-request')) wellFormed++;
    }
  }
  const made = () => site.telemetry.lines.slice(before);
  await eventually(() => assert.equal(made().length, wellFormed));
  assert.ok(wellFormed >= 40, `${wellFormed}`);
  for (const format of ['json', 'text'] as const) {
    const written = render(format, made());
    assert.equal(written.length, wellFormed);
    for (const line of written) {
      assert.match(line, /^[^\n]+\n$/);
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]./u, 'control character inside the line');
    }
  }
  assert.deepEqual(new Set(made().map(({ msg }) => msg)), new Set(['http.request']));
  assert.deepEqual(
    made().filter(({ level }) => level !== 'info'),
    [],
  );
});

test('user-chosen names never reach the log', async () => {
  const person = await signUpReader(site, 'anna');
  const before = site.telemetry.lines.length;
  for (const displayName of [FORGED, 'Anna <script>', 'level=error msg=forged'])
    await person.client.updateAccount({ body: { displayName } });
  assert.doesNotMatch(JSON.stringify(site.telemetry.lines.slice(before)), /forged|script/);
});

test('no secret of a full user journey appears in a log line, span or metric', async () => {
  const secrets = new Map<string, string>();
  const keep = (what: string, secret: string | null | undefined) => {
    assert.ok(secret && secret.length >= 20, `${what} is missing from the journey`);
    secrets.set(what, secret);
    return secret;
  };
  const operatorUser = await signUpOperator(site);
  const person = await signUpReader(site, 'berta');
  keep('the code of the operator link', codeIn(site.program.operatorLink?.url));
  keep('the password of the operator', operatorUser.password);
  keep('a password', person.password);
  for (const { cookie, email } of [operatorUser, person])
    keep(`the cookie of ${email}`, cookie.split('.')[1]);
  const [mine, theirs] = [person, operatorUser].map(({ cookie }) => ({ cookie, ...sameOrigin(site.url) }));

  const password = keep('a wrong password', 'an owl that was never seen');
  const attempt = { email: person.email, password };
  await post('/api/v1/sessions', {}, attempt);
  await sendForm(site, { path: '/sign-in', headers: sameOrigin(site.url), fields: attempt });

  const created = await post('/api/v1/account/tokens', { ...mine, 'idempotency-key': 'k-1' }, TOKEN);
  const token = keep('an API token', String(created.json()['secret']));
  const bearer = { authorization: `Bearer ${token}` };
  const issued = await post('/api/v1/service-tokens', bearer, { audience: site.url, scopes: [] });
  const service = keep('a service token', String(issued.json()['token']));
  await sendRequest(site, {
    path: `/api/v1/account?token=${token}`,
    headers: { authorization: `Bearer ${service}` },
  });
  const fields = { name: 'x', scope: 'service', days: '' };
  const form = await sendForm(site, { path: '/account/tokens', headers: mine ?? {}, fields });
  keep('an API token of a form', /bsht_\w+/.exec(form.text)?.[0]);

  const options = await post('/api/v1/account/passkeys/options', mine ?? {}, undefined);
  keep('a challenge', String(asRecord(options.json()['options'])['challenge']));
  const link = await post(`/api/v1/users/${person.userId}/password-link`, theirs ?? {}, undefined);
  const code = keep('the code of a password link', codeIn(String(link.json()['url'])));
  for (const path of [`/new-password?code=${code}`, `/new-password/${code}`])
    await sendRequest(site, { path });
  const chosen = await sendForm(site, {
    path: '/new-password',
    headers: sameOrigin(site.url),
    fields: { code, password: keep('a new password', 'nine herons over the marsh') },
  });
  const cookie = keep('a new cookie', /session=[\w-]+\.([\w-]+)/.exec(String(chosen.cookies))?.[1]);
  await sendRequest(site, {
    path: '/account',
    headers: { cookie: `session=${crypto.randomUUID()}.${cookie}` },
  });

  const { text: metrics } = await sendRequest(site, { path: '/metrics' });
  const output = JSON.stringify([site.telemetry.lines, site.telemetry.spans]) + metrics;
  assert.ok(output.length > 10_000);
  for (const [what, secret] of secrets)
    for (const written of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      assert.ok(!output.includes(written), `${what} is in the log`);
  for (const { email } of [operatorUser, person])
    assert.ok(!output.includes(email), 'an address is in the log');
});

test('AUTH-5: log lines and spans have the network of a client, not its address', async () => {
  const { cookie, userId } = await signUpReader(site, 'carla');
  const clients = [
    ['198.51.100.77', '198.51.100.0/24'],
    ['2001:db8:1234:5678::9abc', '2001:db8:1234::/48'],
    ['::ffff:192.0.2.99', '192.0.2.0/24'],
  ] as const;
  for (const [address, network] of clients) {
    const before = site.telemetry.lines.length;
    const headers = { cookie, 'x-forwarded-for': address };
    for (const path of ['/api/v1/account', '/nothing']) await sendRequest(site, { path, headers });
    const lines = () => site.telemetry.lines.slice(before).filter(({ msg }) => msg === 'http.request');
    await eventually(() => assert.equal(lines().length, 2));
    assert.deepEqual(new Set(lines().map(line => line['network'])), new Set([network]));
    assert.equal(lines()[0]?.['userId'], userId);
    // No hook runs for a path that cannot be decoded.
    await sendRequest(site, { path: '/%zz', headers });
  }
  const output = JSON.stringify([site.telemetry.lines, site.telemetry.spans]);
  for (const address of ['198.51.100.77', '5678::9abc', '192.0.2.99'])
    assert.ok(!output.includes(address), `${address} is in the log`);
});

test('every log line of a request names its trace, and continues the trace of the caller', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const response = await sendRequest(site, { path: '/nothing', headers });
  assert.equal(response.json()['traceId'], traceId);
  await eventually(() =>
    assert.ok(site.telemetry.lines.some(line => line.msg === 'http.request' && line['traceId'] === traceId)),
  );
});

function codeIn(url: string | undefined): string | null {
  return new URL(url ?? '').searchParams.get('code');
}

function post(path: string, headers: Record<string, string>, json: unknown): Promise<TestResponse> {
  if (json === undefined) return sendRequest(site, { method: 'POST', path, headers });
  return sendJson(site, { method: 'POST', path, headers, json });
}

/** The lines in the formats used outside of tests. */
function render(format: 'json' | 'text', lines: typeof site.telemetry.lines): string[] {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const write = createLineWriter({ clock: site.clock, destination, format, colours: false });
  for (const { level, msg, time: _time, ...fields } of lines) write(level, msg, encodeFields(fields));
  return written;
}

const TOKEN = { name: 'laptop', scopes: ['account:read', 'service'] };
