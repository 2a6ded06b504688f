import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { ExampleHosts } from './example-hosts.ts';
import { fails, serve, testOutbound } from './outbound.testing.ts';

/** Every name resolves to this machine, as an attacker would arrange it; only `news.example.org` is allowed to. */
const names = await startNameServer(name => (name.startsWith('missing') ? [] : ['127.0.0.1']));
const server = new URL(
  await serve((request, response) => {
    const to = /^\/to\/(.*)$/.exec(request.url ?? '')?.[1];
    response.setHeader('connection', 'close');
    if (to === undefined) response.end(`${request.headers.host} is served`);
    else response.writeHead(302, { location: decodeURIComponent(to) }).end();
  }),
);
const SERVER = { address: server.hostname, port: Number(server.port) };

test('RUN-1: names below .example lead to the given server until it is removed', async () => {
  const { exampleHosts, outbound, ask } = create();
  await fails(outbound, 'refused-address', 'http://paper.example/');
  exampleHosts.serveFrom(SERVER);
  const before = names.queries.length;
  assert.equal(await ask('http://paper.example/'), 'paper.example is served');
  assert.equal(await ask('http://desk.paper.example/'), 'desk.paper.example is served');
  assert.equal(await ask('http://PAPER.EXAMPLE/'), 'paper.example is served');
  assert.equal(await ask('http://missing.example/'), 'missing.example is served');
  assert.equal(names.queries.length, before, 'no DNS server is queried for them');
  exampleHosts.serveFrom(null);
  await fails(outbound, 'refused-address', 'http://paper.example/');
  await fails(outbound, 'dns', 'http://missing.example/');
});

test('RUN-1: a trailing root dot makes no difference', async () => {
  const { exampleHosts, outbound, ask } = create();
  await fails(outbound, 'refused-address', 'http://paper.example./');
  exampleHosts.serveFrom(SERVER);
  assert.equal(await ask('http://paper.example./'), 'paper.example. is served');
  await fails(outbound, 'refused-address', 'http://paper.example.org./');
});

test('FETCH-3: no other name leads to that server: not .example itself, no name that only contains it, no address', async () => {
  const { exampleHosts, outbound } = create();
  exampleHosts.serveFrom(SERVER);
  for (const host of [
    'example',
    'example.',
    'evil.example.com',
    'paper.example.evil.org',
    'paperexample',
    'paper.example-evil.org',
    'localhost',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
  ])
    await fails(outbound, 'refused-address', `http://${host}:${SERVER.port}/`);
  await fails(outbound, 'refused-url', 'http://paper.example@127.0.0.1/');
});

test('FETCH-3: only plain http leads to that server; an https address is resolved and checked', async () => {
  const { exampleHosts, outbound } = create();
  exampleHosts.serveFrom(SERVER);
  await fails(outbound, 'refused-address', 'https://paper.example/');
  await fails(outbound, 'refused-address', `https://paper.example:${SERVER.port}/`);
  await fails(outbound, 'refused-url', 'http://paper.example:6379/');
  await fails(outbound, 'refused-url', 'ftp://paper.example/');
});

test('FETCH-3: a redirect from outside reaches the server, and is refused without one', async () => {
  const { exampleHosts, outbound, ask } = create();
  const outside = `http://news.example.org:${SERVER.port}/to/${encodeURIComponent('http://paper.example/')}`;
  const failure = await fails(outbound, 'refused-address', outside);
  assert.equal(failure.url, 'http://paper.example/');
  exampleHosts.serveFrom(SERVER);
  assert.equal(await ask(outside), 'paper.example is served');
});

test('FETCH-3: the server cannot redirect further into this machine or network', async () => {
  const { exampleHosts, outbound } = create();
  exampleHosts.serveFrom(SERVER);
  for (const inner of [
    `http://127.0.0.1:${SERVER.port}/`,
    `http://localhost:${SERVER.port}/`,
    `http://[::1]:${SERVER.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://evil.example.com/',
    'https://paper.example/',
  ]) {
    const failure = await fails(
      outbound,
      'refused-address',
      `http://paper.example/to/${encodeURIComponent(inner)}`,
    );
    assert.equal(failure.url, inner);
  }
});

function create() {
  const exampleHosts = new ExampleHosts();
  const outbound = testOutbound({
    exampleHosts,
    allow: ['news.example.org'],
    dns: { servers: [names.address] },
  });
  const ask = async (url: string) => {
    const { body } = await outbound.request({ url, purpose: 'the test' });
    return Buffer.from(body).toString();
  };
  return { exampleHosts, outbound, ask };
}
