import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { ManualClock, systemClock } from '../../lib/clock.ts';
import { createDnsResolver } from './dns-resolver.ts';
import { fails, serve, testOutbound } from './outbound.testing.ts';

/** Short enough to wait for, long enough for a busy machine to answer. */
const QUICK = { tryMs: 2_000, tries: 1 };

test('faults 6: unanswered queries do not delay other queries, however many there are', async () => {
  const server = await startNameServer(name => (name.startsWith('silent') ? null : ['127.0.0.1']));
  const names = createDnsResolver({
    clock: systemClock,
    settings: { servers: [server.address], tryMs: 60_000, tries: 1 },
  });
  const silent = Array.from({ length: 100 }, (_, n) => names.addressesOf(`silent${n}.example`));
  const ended = Promise.allSettled(silent);
  let stillSilent = true;
  void ended.then(() => {
    stillSilent = false;
  });
  // Wait until all have arrived: the resolver repeats lost queries later, which is not the subject here.
  await eventually(() => assert.equal(server.queries.length, 100));
  const found = await Promise.all(
    Array.from({ length: 50 }, (_, n) => names.addressesOf(`quick${n}.example`)),
  );
  assert.equal(stillSilent, true, 'the answered queries waited for the silent ones');
  assert.deepEqual(new Set(found.flat()), new Set(['127.0.0.1']));
  names.close();
  for (const outcome of await ended) assert.equal(outcome.status, 'rejected');
});

test('faults 6: a dead DNS server is skipped for one that responds', async () => {
  const dead = await startNameServer(() => null);
  const alive = await startNameServer(() => ['127.0.0.1']);
  const names = createDnsResolver({
    clock: systemClock,
    settings: { servers: [dead.address, alive.address], tryMs: 1_000, tries: 4 },
  });
  assert.deepEqual(await names.addressesOf('news.example'), ['127.0.0.1']);
  names.close();
});

test('faults 6: a request for a name that no DNS server answers ends in time', async () => {
  const server = await startNameServer(name => (name === 'silent.example' ? null : ['127.0.0.1']));
  const outbound = testOutbound({ dns: { servers: [server.address] }, limits: { dnsMs: 2_000 } });
  const origin = await serve((_, response) => response.end());
  const { port } = new URL(origin);
  const failure = await fails(outbound, 'timeout-dns', `http://silent.example:${port}/`);
  assert.equal(failure.fault, 'host');
  const answer = await outbound.request({ url: `http://quick.example:${port}/`, purpose: 'the test' });
  assert.ok(answer.timings.dns > 0);
});

test("faults 6: no answer for any name is our fault; no answer for one name while others resolve is the host's", async () => {
  const server = await startNameServer(name => (name.startsWith('silent') ? null : ['127.0.0.1']));
  const names = createDnsResolver({ clock: systemClock, settings: { servers: [server.address], ...QUICK } });
  await assert.rejects(names.addressesOf('silent1.example'), { kind: 'timeout-dns', fault: 'ours' });
  const silent = assert.rejects(names.addressesOf('silent2.example'), { kind: 'timeout-dns', fault: 'host' });
  await names.addressesOf('news.example');
  await silent;
  names.close();
});

test('a name that does not exist is a failure of the host; no server at all is ours', async () => {
  const server = await startNameServer(() => []);
  const outbound = testOutbound({ dns: { servers: [server.address], ...QUICK } });
  const missing = await fails(outbound, 'dns', 'http://missing.example/');
  assert.equal(missing.fault, 'host');
  assert.match(missing.message, /no such name/);
  const offline = testOutbound({ dns: { servers: ['127.0.0.77:9'], ...QUICK } });
  assert.equal((await fails(offline, 'dns', 'http://any.example/')).fault, 'ours');
});

test('concurrent lookups share one query, answers are cached for their TTL and failures for a few seconds', async () => {
  const server = await startNameServer(name => (name === 'missing.example' ? [] : ['127.0.0.1']));
  const clock = new ManualClock();
  const names = createDnsResolver({ clock, settings: { servers: [server.address], ...QUICK } });
  await Promise.all(Array.from({ length: 20 }, () => names.addressesOf('news.example')));
  await names.addressesOf('news.example');
  assert.equal(server.queries.length, 1);
  await clock.advance(1_001);
  await names.addressesOf('news.example');
  assert.equal(server.queries.length, 2);
  await assert.rejects(names.addressesOf('missing.example'));
  await assert.rejects(names.addressesOf('missing.example'));
  assert.equal(server.queries.length, 3);
  await clock.advance(5_001);
  await assert.rejects(names.addressesOf('missing.example'));
  assert.equal(server.queries.length, 4);
  names.close();
});
