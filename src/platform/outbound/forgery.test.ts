import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { systemClock } from '../../lib/clock.ts';
import { fails, listen, serve, testOutbound } from './outbound.testing.ts';
import { createOutbound } from './outbound.ts';

/** In these tests 127.0.0.1 represents the public internet, every other loopback address the internal network. */
const PUBLIC = ['127.0.0.1/32'];

test('request forgery: every spelling of an internal address is refused before anything is sent', async () => {
  const strict = testOutbound({ allow: [] });
  const received: unknown[] = [];
  const origin = await serve(request => received.push(request.url));
  const { port } = new URL(origin);
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    'localhost',
    'localhost.',
    'x.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00::1]',
    'metadata.google.internal',
  ]) {
    const failure = await fails(strict, 'refused-address', `http://${host}:${port}/secret`);
    assert.equal(failure.fault, 'host');
    assert.ok(!failure.message.includes('secret'), 'paths may hold secrets');
  }
  assert.deepEqual(received, []);
});

test('request forgery: a name that resolves to an internal address is refused, directly and after a redirect', async () => {
  const names = await startNameServer(name => (name === 'inner.example' ? ['127.0.0.2'] : ['127.0.0.1']));
  const outbound = testOutbound({ allow: PUBLIC, dns: { servers: [names.address] } });
  const received: (string | undefined)[] = [];
  const { port } = await serveOn('127.0.0.2', (request, response) => {
    received.push(request.url);
    response.end('inner secret');
  });
  await fails(outbound, 'refused-address', `http://inner.example:${port}/`);
  for (const location of [
    `http://inner.example:${port}/`,
    `http://127.0.0.2:${port}/`,
    `//127.2:${port}/`,
    `http://[::ffff:127.0.0.2]:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    const origin = await serve((_, response) => response.writeHead(302, { location }).end());
    const { port: at } = new URL(origin);
    const failure = await fails(outbound, 'refused-address', `http://public.example:${at}/`);
    assert.equal(failure.redirects.length, 1);
  }
  assert.deepEqual(received, []);
});

test('request forgery: when a name has public and internal addresses, only the public ones are used', async () => {
  const names = await startNameServer(() => ['127.0.0.2', '10.0.0.1', '127.0.0.1']);
  const outbound = testOutbound({ allow: PUBLIC, dns: { servers: [names.address] } });
  const origin = await serve((_, response) => response.end('public'));
  const { port } = new URL(origin);
  const answer = await outbound.request({ url: `http://both.example:${port}/`, purpose: 'the test' });
  assert.equal(answer.remoteAddress, '127.0.0.1');
});

test('request forgery: a name that is rebound from a public to an internal address never leads to the internal one', async () => {
  let turn = 0;
  const names = await startNameServer(() => [turn++ === 0 ? '127.0.0.1' : '127.0.0.2']);
  const received: string[] = [];
  const { port } = await serveOn('127.0.0.1', (_, response) => {
    received.push('public');
    // Without keep-alive, so that each request needs a new connection.
    response.writeHead(200, { connection: 'close' }).end();
  });
  await serveOn('127.0.0.2', (_, response) => response.end(String(received.push('inner'))), port);
  const outbound = testOutbound({ allow: PUBLIC, dns: { servers: [names.address] } });
  const url = `http://rebind.example:${port}/`;
  for (let request = 0; request < 5; request++)
    assert.equal((await outbound.request({ url, purpose: 'the test' })).remoteAddress, '127.0.0.1');
  // A new client resolves the name again, gets the internal address, and refuses it.
  await fails(testOutbound({ allow: PUBLIC, dns: { servers: [names.address] } }), 'refused-address', url);
  assert.deepEqual([...new Set(received)], ['public']);
});

test('FETCH-3: an allowed name may lead to an internal address and is looked up in the hosts file first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-hosts-'));
  atEnd(() => rm(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# inner names\n127.0.0.3\twiki.example WIKI2 # ours\n::1 other\n');
  const names = await startNameServer(() => ['127.0.0.9']);
  const outbound = testOutbound({
    allow: ['wiki.example', 'wiki2'],
    dns: { servers: [names.address], hostsFile },
  });
  const { port } = await serveOn('127.0.0.3', (_, response) => response.end());
  for (const host of ['wiki.example', 'wiki2']) {
    const answer = await outbound.request({ url: `http://${host}:${port}/`, purpose: 'the test' });
    assert.equal(answer.remoteAddress, '127.0.0.3');
  }
  assert.deepEqual(names.queries, []);
  await fails(outbound, 'refused-address', `http://127.0.0.3:${port}/`);
  await fails(outbound, 'refused-address', `http://elsewhere.example:${port}/`);
});

test('request forgery: schemes, credentials and ports of other services are refused', async () => {
  const outbound = testOutbound();
  for (const url of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1/',
    'data:,x',
    'ws://127.0.0.1/',
    'not a url',
    'http://me:secret@127.0.0.1/',
    'http://me@127.0.0.1/',
    'http://127.0.0.1:22/',
    'http://127.0.0.1:25/',
    'http://127.0.0.1:6379/',
    'http://127.0.0.1:11211/',
    'http://127.0.0.1:5432/',
    'https://127.0.0.1:2375/',
  ]) {
    const failure = await fails(outbound, 'refused-url', url);
    assert.ok(!failure.message.includes('secret'), failure.message);
  }
});

test('request forgery: proxies in environment variables are not used', async () => {
  const received: unknown[] = [];
  const proxy = await serve((request, response) => response.end(String(received.push(request.url))));
  const origin = await serve((_, response) => response.end('direct'));
  const variables = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  for (const name of variables) process.env[name] = name.startsWith('NODE') ? '1' : proxy;
  try {
    await testOutbound().request({ url: origin, purpose: 'the test' });
  } finally {
    for (const name of variables) delete process.env[name];
  }
  assert.deepEqual(received, []);
});

test('FETCH-3: a refused address is logged', async () => {
  const warnings: unknown[] = [];
  const outbound = createOutbound({
    clock: systemClock,
    log: { warn: message => warnings.push(message) },
    options: { userAgent: 'test' },
  });
  await fails(outbound, 'refused-address', 'http://10.0.0.1/');
  assert.equal(warnings.length, 1);
  await outbound.close();
});

async function serveOn(host: string, listener: RequestListener, port = 0): Promise<{ port: number }> {
  return { port: await listen(createServer(listener), host, port) };
}
