import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { fails, serve, testOutbound } from './outbound.testing.ts';
import { StandIns } from './stand-ins.ts';

/** Every name leads to this machine, as an attacker would have it; only `news.example.org` may be asked there. */
const names = await startNameServer(name => (name.startsWith('missing') ? [] : ['127.0.0.1']));
const stage = new URL(
  await serve((request, response) => {
    const to = /^\/to\/(.*)$/.exec(request.url ?? '')?.[1];
    response.setHeader('connection', 'close');
    if (to === undefined) response.end(`${request.headers.host} is played`);
    else response.writeHead(302, { location: decodeURIComponent(to) }).end();
  }),
);
const STAGE = { address: stage.hostname, port: Number(stage.port) };

test('RUN-1: a name below .example is played while somebody plays it, and then is a name like any other', async () => {
  const { standIns, outbound, ask } = company();
  await fails(outbound, 'refused-address', 'http://paper.example/');
  standIns.playedBy(STAGE);
  const before = names.asked.length;
  assert.equal(await ask('http://paper.example/'), 'paper.example is played');
  assert.equal(await ask('http://desk.paper.example/'), 'desk.paper.example is played');
  assert.equal(await ask('http://PAPER.EXAMPLE/'), 'paper.example is played');
  assert.equal(await ask('http://missing.example/'), 'missing.example is played');
  assert.equal(names.asked.length, before, 'nobody is asked where a made-up name leads');
  standIns.playedBy(null);
  await fails(outbound, 'refused-address', 'http://paper.example/');
  await fails(outbound, 'dns', 'http://missing.example/');
});

test('RUN-1: the dot of the root changes nothing about whose name it is', async () => {
  const { standIns, outbound, ask } = company();
  await fails(outbound, 'refused-address', 'http://paper.example./');
  standIns.playedBy(STAGE);
  assert.equal(await ask('http://paper.example./'), 'paper.example. is played');
  await fails(outbound, 'refused-address', 'http://paper.example.org./');
});

test('FETCH-3: no other name is played: not .example itself, none that only contains it, no address', async () => {
  const { standIns, outbound } = company();
  standIns.playedBy(STAGE);
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
    await fails(outbound, 'refused-address', `http://${host}:${STAGE.port}/`);
  await fails(outbound, 'refused-url', 'http://paper.example@127.0.0.1/');
});

test('FETCH-3: only plain http is played; a secure address is looked up and judged', async () => {
  const { standIns, outbound } = company();
  standIns.playedBy(STAGE);
  await fails(outbound, 'refused-address', 'https://paper.example/');
  await fails(outbound, 'refused-address', `https://paper.example:${STAGE.port}/`);
  await fails(outbound, 'refused-url', 'http://paper.example:6379/');
  await fails(outbound, 'refused-url', 'ftp://paper.example/');
});

test('FETCH-3: a redirect from outside ends on the stage, and without a play it is refused', async () => {
  const { standIns, outbound, ask } = company();
  const outside = `http://news.example.org:${STAGE.port}/to/${encodeURIComponent('http://paper.example/')}`;
  const failure = await fails(outbound, 'refused-address', outside);
  assert.equal(failure.url, 'http://paper.example/');
  standIns.playedBy(STAGE);
  assert.equal(await ask(outside), 'paper.example is played');
});

test('FETCH-3: who is on the stage cannot send anybody further into this machine or network', async () => {
  const { standIns, outbound } = company();
  standIns.playedBy(STAGE);
  for (const inner of [
    `http://127.0.0.1:${STAGE.port}/`,
    `http://localhost:${STAGE.port}/`,
    `http://[::1]:${STAGE.port}/`,
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

function company() {
  const standIns = new StandIns();
  const outbound = testOutbound({ standIns, allow: ['news.example.org'], dns: { servers: [names.address] } });
  const ask = async (url: string) => {
    const { body } = await outbound.request({ url, purpose: 'the test' });
    return Buffer.from(body).toString();
  };
  return { standIns, outbound, ask };
}
