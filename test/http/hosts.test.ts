import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { proxiedProgram } from '../harness/shared-programs.ts';
import { exchange } from './support/raw.ts';

/** Requests for other hosts are refused: a page with its own name for our address must not read an installation. */
const site = await proxiedProgram();
const PATHS = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v1/instance',
  '/api/openapi.json',
  '/nothing',
  '/%zz',
];
const own = new URL(site.url);

test('a request for another host is refused on every path, before anything is looked up', async () => {
  for (const path of PATHS) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const response = await exchange(site, request(`${method} ${path}`, ['host: evil.example']));
      assert.match(response, /^HTTP\/1\.1 421 Misdirected Request\r\n/, `${method} ${path}`);
      assert.match(response, /\r\ncontent-type: application\/problem\+json\r\n/);
      assert.match(response, /\r\nx-content-type-options: nosniff\r\n/);
      if (method !== 'HEAD') assert.match(response, /"code":"misdirected-request"/);
      assert.doesNotMatch(response, /set-cookie|access-control|evil/);
    }
  }
  const lines = site.telemetry.lines.filter(line => line['status'] === 421);
  assert.ok(lines.length >= PATHS.length * 4);
});

test('the same requests for this host are answered', async () => {
  for (const host of [
    'localhost',
    own.host,
    `app.localhost:${own.port}`,
    '127.0.0.1',
    '[::1]:1',
    'LOCALHOST.',
  ]) {
    for (const path of ['/', '/healthz', '/metrics', '/api/v1/instance']) {
      const response = await exchange(site, request(`GET ${path}`, [`host: ${host}`]));
      assert.match(response, /^HTTP\/1\.1 200 OK\r\n/, `${host} ${path}`);
    }
  }
});

test('a missing, repeated or malformed Host is a malformed request', async () => {
  const cases = [
    request('GET /healthz', []),
    'GET /healthz HTTP/1.0\r\n\r\n',
    'GET /healthz\r\n\r\n',
    request('GET /healthz', ['host: localhost', 'host: localhost']),
    request('GET /healthz', ['host: localhost', 'Host: evil.example']),
    request('GET /healthz', ['host: evil.example', 'HOST: localhost']),
    ...['', 'localhost, localhost', 'user@localhost', 'localhost:port', '[::1', 'a b'].map(host =>
      request('GET /healthz', [`host: ${host}`]),
    ),
  ];
  for (const bytes of cases) {
    const response = await exchange(site, bytes);
    assert.match(response, /^HTTP\/1\.1 400 .*"code":"malformed-request"/s, bytes);
    assert.equal(response.match(/HTTP\/1\.1 \d/g)?.length, 1, bytes);
  }
  assert.match(await exchange(site, 'GET /healthz HTTP/1.0\r\nhost: localhost\r\n\r\n'), /^HTTP\/1\.1 200 /);
});

test('a trusted proxy cannot name another host in its headers', async () => {
  for (const forwarded of ['x-forwarded-host: localhost', 'forwarded: host=localhost', 'x-host: localhost']) {
    const headers = ['host: evil.example', 'x-forwarded-for: 203.0.113.7', forwarded];
    assert.match(await exchange(site, request('GET /', headers)), /^HTTP\/1\.1 421 /, forwarded);
  }
  const headers = ['host: localhost', 'x-forwarded-for: 203.0.113.7', 'x-forwarded-host: evil.example'];
  const page = await exchange(site, request('GET /', headers));
  assert.match(page, /^HTTP\/1\.1 200 /);
  assert.doesNotMatch(page, /evil\.example/);
});

test('the target of a request to a proxy is checked too', async () => {
  const foreign = request('GET http://evil.example/healthz', ['host: localhost']);
  assert.match(await exchange(site, foreign), /^HTTP\/1\.1 421 /);
});

test('the public address and allowed-hosts are answered', async () => {
  const settings = {
    roles: 'web',
    'public-url': 'https://news.example:8443',
    'allowed-hosts': 'web.internal,*.lan.example,198.51.100.0/24',
  };
  const program = await testProgram({ settings });
  const listening = program.telemetry.lines.find(({ msg }) => msg === 'http.listening')?.['url'];
  const status = async (host: string) => {
    const response = await exchange({ url: String(listening) }, request('GET /', [`host: ${host}`]));
    return Number(response.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  };
  for (const host of [
    'news.example',
    'News.Example:8443',
    'web.internal',
    'a.lan.example',
    '198.51.100.9',
    'localhost',
  ])
    assert.equal(await status(host), 200, host);
  for (const host of ['evil.example', 'lan.example', 'news.example.evil.example', '192.0.2.1'])
    assert.equal(await status(host), 421, host);
});

function request(line: string, headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, ...headers, 'connection: close', '', ''].join('\r\n');
}
