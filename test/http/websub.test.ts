import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { rss } from '../../src/ingest/flow.testing.ts';
import { createParserPool } from '../../src/ingest/parse/parser-pool.ts';
import { addSources, pauseSource, removeSource } from '../../src/ingest/sources/registry.ts';
import { testHub } from '../../src/ingest/websub/hub.testing.ts';
import { startPushWorker } from '../../src/ingest/websub/ingest-push.ts';
import { renewSubscriptions } from '../../src/ingest/websub/renew.ts';
import { saveHubs, subscriptionsOf } from '../../src/ingest/websub/subscriptions.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { createKeys } from '../../src/lib/keys.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { createFileArchive } from '../../src/platform/archive/files/files.ts';
import { createBroker } from '../../src/platform/broker/index.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { int4, row, text } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { testOutbound } from '../../src/platform/outbound/outbound.testing.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { atEnd } from '../harness/cleanup.ts';
import { eventually } from '../harness/eventually.ts';
import { testProgram } from '../harness/program.ts';

/** SRC-7 from a feed that names a hub to the article that the hub pushes; a real hub calls the program. */
const site = await testProgram({ settings: { roles: 'web' } });
const { database } = site;
await maintainPartitions(database, new Date());
const hub = await testHub();
const telemetry = createMemoryTelemetry();
const shared = { database, telemetry, clock: systemClock, random: systemRandom };
const keys = createKeys(site.config.secret ?? '', systemRandom);
const newId = createIdSource(systemClock, systemRandom);
const broker = createBroker({ ...shared, keys });
const log = createLog(shared);
const readers = createParserPool({ threads: 1, clock: systemClock });
const outbound = testOutbound();
const archive = createFileArchive({ ...shared, directory: join(site.config.data, 'archive') });
const settings = { concurrency: 1, hostDelayMs: 1, leaseMs: 5_000, agent: 'Broadsheet' };
const pushWorker = startPushWorker({
  ...shared,
  broker,
  log,
  parserPool: readers,
  outbound,
  archive,
  keys,
  newId,
  settings,
});
atEnd(async () => {
  await pushWorker.stop();
  await readers.close();
  await log.close();
  await broker.close();
});
const renew = () =>
  renewSubscriptions({ database, outbound, keys, log: telemetry.log, origin: `${site.url}/` });

test('SRC-7: a feed that names a hub is subscribed and verified, and its pushes become articles', async () => {
  const { id, subscription } = await subscribed('/one');
  assert.equal(subscription['hub.topic'], 'http://a.example/one');
  assert.ok((subscription['hub.secret']?.length ?? 0) >= 40);
  assert.equal(
    await hub.deliver(subscription, rss([{ path: 'http://a.example/pushed', title: 'Pushed' }])),
    202,
  );
  await eventually(async () => assert.deepEqual(await titlesOf(id), ['Pushed']));
  assert.deepEqual(await pushesOf(id), [{ outcome: 'changed', found: 1, stored: 1 }]);
  const [stored] = await subscriptionsOf(database, id);
  assert.equal(stored?.state, 'active');
  assert.ok(stored.lastPushAt);
});

test('SRC-7: every signature method is supported; forged, missing and foreign signatures are ignored', async () => {
  const { id, subscription } = await subscribed('/two');
  const feed = (title: string) => rss([{ path: `http://a.example/${title}`, title }]);
  for (const method of ['sha1', 'sha256', 'sha384', 'sha512'])
    assert.equal(await hub.deliver(subscription, feed(method), { method }), 202);
  assert.equal(await hub.deliver(subscription, feed('forged'), { secret: 'guessed' }), 202);
  assert.equal(await hub.deliver(subscription, feed('unsigned'), { signature: '' }), 202);
  assert.equal(await hub.deliver(subscription, feed('md5'), { method: 'md5' }), 202);
  assert.equal(await hub.deliver(subscription, feed('short'), { signature: 'sha256=ab' }), 202);
  await eventually(async () => assert.equal((await titlesOf(id)).length, 4));
  assert.deepEqual(await titlesOf(id), ['sha1', 'sha256', 'sha384', 'sha512']);
  assert.equal((await broker.peek('websub.pushes')).length, 0);
});

test('SRC-7: a push without a content type is read; one that is too large is left to polling', async () => {
  const { id, subscription } = await subscribed('/plain');
  const body = Buffer.from(rss([{ path: 'http://a.example/plain', title: 'Plain' }]));
  const signature = createHmac('sha256', subscription['hub.secret'] ?? '')
    .update(body)
    .digest('hex');
  const headers = { 'x-hub-signature': `sha256=${signature}` };
  const response = await fetch(subscription['hub.callback'] ?? '', { method: 'POST', headers, body });
  assert.equal(response.status, 202);
  await eventually(async () => assert.deepEqual(await titlesOf(id), ['Plain']));
  assert.equal(await hub.deliver(subscription, 'x'.repeat(5_000_000)), 413);
});

test('webhooks: a repeated delivery is acknowledged and has no effect', async () => {
  const { id, subscription } = await subscribed('/three');
  const body = rss([{ path: 'http://a.example/replayed', title: 'Replayed' }]);
  for (let time = 0; time < 3; time++) assert.equal(await hub.deliver(subscription, body), 202);
  await eventually(async () => assert.equal((await pushesOf(id)).length, 1));
  assert.deepEqual(await titlesOf(id), ['Replayed']);
});

test('SRC-7: an unrequested verification is refused: wrong topic, wrong id, unrequested unsubscribe', async () => {
  const { id, subscription } = await subscribed('/four');
  assert.equal((await hub.verify(subscription, { 'hub.topic': 'http://a.example/other' })).status, 404);
  assert.equal((await hub.verify(subscription, { 'hub.mode': 'unsubscribe' })).status, 404);
  assert.equal((await hub.verify(subscription, { 'hub.mode': 'sing' })).status, 404);
  assert.equal((await hub.verify(subscription, { 'hub.challenge': '<script>\n' })).status, 404);
  const stranger = { ...subscription, 'hub.callback': `${site.url}/websub/${newId()}` };
  assert.equal((await hub.verify(stranger)).status, 404);
  assert.equal(await hub.deliver(stranger, rss([])), 410);
  assert.equal(await hub.deliver({ ...subscription, 'hub.callback': `${site.url}/websub/x` }, rss([])), 410);
  assert.equal((await subscriptionsOf(database, id))[0]?.state, 'active');
});

test('SRC-7: a denied subscription is retried a week later', async () => {
  const { id, subscription } = await subscribed('/five', { verified: false });
  assert.equal((await hub.verify(subscription, { 'hub.mode': 'denied' })).status, 200);
  assert.equal((await subscriptionsOf(database, id))[0]?.state, 'denied');
  assert.equal((await requestsFor('/five')).length, 1);
  await later(id, '8 days');
  assert.equal((await requestsFor('/five')).length, 2);
});

test('SRC-7: a lease is renewed before it ends; an expired one is requested again', async () => {
  const { id } = await subscribed('/six');
  await later(id, '39 minutes');
  assert.equal((await requestsFor('/six')).length, 1, 'two thirds of an hour have not passed');
  await later(id, '2 minutes');
  assert.equal((await requestsFor('/six')).length, 2);
  assert.equal(
    (await subscriptionsOf(database, id))[0]?.state,
    'active',
    'the subscription stays active meanwhile',
  );
  await later(id, '30 minutes');
  assert.equal((await requestsFor('/six')).length, 3);
  assert.equal((await subscriptionsOf(database, id))[0]?.state, 'asked');
});

test('SRC-7: a source with a working hub is polled rarely; one with a silent hub is polled as usual', async () => {
  const { id, subscription } = await subscribed('/seven');
  await polled(id, { isNew: false });
  await renew();
  assert.ok((await nextPoll(id)).minutes < 60, 'the hub has not pushed yet');
  await hub.deliver(subscription, rss([{ path: 'http://a.example/told', title: 'Told' }]));
  await eventually(async () => assert.equal((await titlesOf(id)).length, 1));
  await renew();
  assert.ok((await nextPoll(id)).minutes > 300, 'it pushes');
  await polled(id, { isNew: true });
  await renew();
  assert.ok((await nextPoll(id)).minutes < 60, 'polling found articles that the hub did not push');
  await database.execute(sql`
    update source_schedule set last_new_at = last_new_at - interval '11 minutes' where source_id = ${id}
  `);
  await database.execute(sql`
    update websub_subscriptions set last_push_at = last_push_at - interval '1 hour' where source_id = ${id}
  `);
  const before = (await requestsFor('/seven')).length;
  assert.equal((await requestsFor('/seven')).length, before);
  assert.equal((await subscriptionsOf(database, id))[0]?.lastPushAt, null);
  assert.ok(before >= 2, 'the subscription was requested again');
});

test('SRC-7: a source that is paused or removed is unsubscribed', async () => {
  const { id, subscription } = await subscribed('/eight');
  await database.transaction(tx => pauseSource(tx, id));
  assert.equal(await hub.deliver(subscription, rss([])), 410);
  const requests = await requestsFor('/eight');
  assert.equal(requests.at(-1)?.['hub.mode'], 'unsubscribe');
  assert.deepEqual(await hub.verify(requests.at(-1) ?? {}), {
    status: 200,
    text: 'a-challenge',
    type: 'text/plain; charset=utf-8',
  });
  assert.equal((await requestsFor('/eight')).length, requests.length, 'the hub is notified once');
  const other = await subscribed('/nine');
  await database.transaction(tx => removeSource(tx, other.id));
  assert.equal(await hub.deliver(other.subscription, rss([])), 410);
});

test('SRC-7: a push that is not a feed makes the source due and is recorded', async () => {
  const { id, subscription } = await subscribed('/ten');
  await database.execute(sql`
    update source_schedule set next_crawl_at = now() + interval '1 hour' where source_id = ${id}
  `);
  assert.equal(await hub.deliver(subscription, '<html>light ping</html>'), 202);
  await eventually(async () => assert.equal((await pushesOf(id))[0]?.outcome, 'failed'));
  assert.ok((await nextPoll(id)).minutes <= 0);
});

test('ARC-1: a push is accepted while the archive is unavailable, and the source is fetched instead', async () => {
  const { id, subscription } = await subscribed('/unarchived');
  await database.execute(sql`
    update source_schedule set next_crawl_at = now() + interval '1 hour' where source_id = ${id}
  `);
  const path = join(site.config.data, 'archive');
  await rename(path, `${path}-away`);
  await writeFile(path, 'not a directory');
  try {
    assert.equal(await hub.deliver(subscription, rss([{ path: 'http://a.example/u', title: 'U' }])), 202);
    assert.ok((await nextPoll(id)).minutes <= 0);
    assert.deepEqual(await pushesOf(id), []);
  } finally {
    await rm(path);
    await rename(`${path}-away`, path);
  }
});

test('SRC-7: a feed that names another hub ends the first subscription', async () => {
  const { id } = await subscribed('/eleven');
  await database.transaction(tx =>
    saveHubs(tx, { newId, random: systemRandom, keys }, id, { hubs: ['javascript:1'], self: null }),
  );
  assert.equal((await subscriptionsOf(database, id))[0]?.state, 'ended');
  assert.equal((await requestsFor('/eleven')).at(-1)?.['hub.mode'], 'unsubscribe');
});

/** A source with a subscription that its hub has verified. */
async function subscribed(path: string, { verified = true } = {}) {
  const topic = `http://a.example${path}`;
  const [source] = await database.transaction(tx =>
    addSources(tx, { newId }, [{ name: path, url: topic, kind: 'feed', readsPages: false }]),
  );
  const id = source?.id ?? '';
  await database.transaction(tx =>
    saveHubs(tx, { newId, random: systemRandom, keys }, id, { hubs: [`${hub.url}/`], self: topic }),
  );
  const [subscription = {}] = await requestsFor(path);
  if (verified) assert.equal((await hub.verify(subscription)).text, 'a-challenge');
  return { id, subscription };
}

/** Runs the renewal first. */
async function requestsFor(path: string): Promise<Record<string, string>[]> {
  await renew();
  return hub.requests.filter(request => request['hub.topic'] === `http://a.example${path}`);
}

/** Moves the subscription's times into the past. */
async function later(id: string, by: string): Promise<void> {
  await database.execute(sql`
    update websub_subscriptions
    set renew_at = renew_at - ${by}::interval, lease_until = lease_until - ${by}::interval
    where source_id = ${id}
  `);
}

/** As the crawler records a poll. */
async function polled(id: string, { isNew }: { isNew: boolean }): Promise<void> {
  await database.execute(sql`
    update source_schedule
    set last_fetch_at = now(), next_crawl_at = now() + interval '15 minutes',
        last_new_at = case when ${isNew} then now() else last_new_at end
    where source_id = ${id}
  `);
}

async function nextPoll(id: string): Promise<{ minutes: number }> {
  return database.one(
    row({ minutes: int4 }),
    sql`select (extract(epoch from next_crawl_at - now()) / 60)::int as minutes from source_schedule where source_id = ${id}`,
  );
}

async function titlesOf(id: string): Promise<string[]> {
  const found = await database.many(
    row({ title: text }),
    sql`select title from articles where source_id = ${id} order by title`,
  );
  return found.map(({ title }) => title);
}

function pushesOf(id: string) {
  return database.many(
    row({ outcome: text, found: int4, stored: int4 }),
    sql`select outcome, found, stored from fetches where source_id = ${id} and purpose = 'push' order by at`,
  );
}
