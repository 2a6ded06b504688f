import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { parseFeed } from 'feedsmith';
import { ManualClock } from '../src/lib/clock.ts';
import { startWorldServer, type WorldServer } from './server.ts';
import type { Publisher } from './types.ts';
import { createWorld } from './world.ts';

const STARTS_AT = Date.UTC(2026, 4, 4, 12);
const clock = new ManualClock(STARTS_AT);
const world = createWorld({ seed: 3, startsAt: STARTS_AT, publishers: 200 });
const healthy = world.publishers.filter(({ fault }) => fault === null);
let server: WorldServer;

before(async () => {
  server = await startWorldServer({ world, clock });
});
after(() => server.stop());

test('PARSE-1: every healthy feed parses and contains exactly the articles of the world', async () => {
  for (const publisher of healthy) {
    const { response, text } = await read(publisher);
    assert.equal(response.status, 200, publisher.slug);
    const feed = parse(text);
    assert.equal(feed.format, { rss2: 'rss', rss1: 'rdf', atom: 'atom', json: 'json' }[publisher.format]);
    assert.deepEqual(
      feed.titles,
      world.articlesOf(publisher, STARTS_AT).map(({ headline }) => headline),
      publisher.slug,
    );
  }
});

test('the world has every feed format and every encoding', () => {
  assert.deepEqual([...new Set(healthy.map(({ format }) => format))].sort(), [
    'atom',
    'json',
    'rss1',
    'rss2',
  ]);
  assert.deepEqual([...new Set(healthy.map(({ encoding }) => encoding))].sort(), [
    'iso-8859-1',
    'utf-8',
    'windows-1251',
  ]);
});

test('FETCH-1: a conditional request gets 304 until the feed changes', async () => {
  for (const publisher of healthy.slice(0, 25)) {
    const first = await fetch(server.feedUrlOf(publisher));
    await first.arrayBuffer();
    const validators = conditionsFrom(first);
    assert.equal(
      (await fetch(server.feedUrlOf(publisher), { headers: validators })).status,
      304,
      publisher.slug,
    );
    const changed = world.nextChangeAt(publisher, STARTS_AT + 12 * 3_600_000);
    const later = new ManualClock(changed);
    const tomorrow = await startWorldServer({ world, clock: later });
    assert.equal(
      (await fetch(tomorrow.feedUrlOf(publisher), { headers: validators })).status,
      200,
      publisher.slug,
    );
    await tomorrow.stop();
  }
});

test('all served content is labelled as made up', async () => {
  for (const publisher of healthy.slice(0, 12)) {
    const { text } = await read(publisher);
    const home = await (await fetch(`${server.homeUrlOf(publisher)}/`)).text();
    for (const page of [text, home]) assert.match(page, /Demo edition: made-up news/);
  }
});

test('SRC-2: the home page links to the feed and every article, and article pages contain structured data', async () => {
  const [publisher] = healthy;
  assert.ok(publisher);
  const home = await (await fetch(`${server.homeUrlOf(publisher)}/`)).text();
  assert.ok(home.includes(`href="${server.feedUrlOf(publisher)}"`));
  for (const article of world.articlesOf(publisher, STARTS_AT).slice(0, 5)) {
    const url = server.homeUrlOf(publisher) + article.path;
    assert.ok(home.includes(url));
    const page = await (await fetch(url)).text();
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    const linked: unknown = JSON.parse(data);
    assert.ok(
      linked && typeof linked === 'object' && 'headline' in linked && linked.headline === article.headline,
    );
    assert.ok(page.includes(`<link rel="canonical" href="${url}">`));
    assert.match(page, /Demo edition: made-up news/);
  }
});

test('pictures are real PNG and SVG files', async () => {
  const articles = healthy.flatMap(publisher => world.articlesOf(publisher, STARTS_AT).slice(0, 3));
  for (const type of ['png', 'svg']) {
    const article = articles.find(({ image }) => image?.endsWith(type));
    assert.ok(article);
    const response = await fetch(server.homeUrlOf(article.publisher) + article.image);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (type === 'png')
      assert.deepEqual(
        [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
        ['PNG', 640, 360],
      );
    else assert.match(bytes.toString(), /^<svg .*<\/svg>$/);
  }
});

test('a future article, an unknown picture and an unknown publisher are 404; other methods 405', async () => {
  const [publisher] = healthy;
  assert.ok(publisher);
  const [future] = world.articlesOf(publisher, STARTS_AT + 3_600_000 * 24);
  assert.equal((await fetch(server.homeUrlOf(publisher) + future?.path)).status, 404);
  assert.equal((await fetch(`${server.homeUrlOf(publisher)}/images/nothing.png`)).status, 404);
  assert.equal((await fetch(`${server.url}p/unknown/feed.xml`)).status, 404);
  assert.equal((await fetch(server.feedUrlOf(publisher), { method: 'POST' })).status, 405);
});

test('SRC-8: publishers have every kind of fault, as declared', async () => {
  const faults = new Map(world.brokenPublishers.map(publisher => [publisher.fault, publisher]));
  const broken = (fault: Publisher['fault']) => {
    const publisher = faults.get(fault);
    assert.ok(publisher, `${fault}`);
    return publisher;
  };
  assert.equal((await read(broken('gone'))).response.status, 410);
  const moved = await fetch(server.feedUrlOf(broken('moved')), { redirect: 'manual' });
  assert.equal(moved.status, 301);
  assert.equal((await fetch(moved.headers.get('location') ?? '')).status, 200);
  assert.equal(parse((await read(broken('empty'))).text).titles.length, 0);
  assert.ok(!(await read(broken('truncated'))).text.endsWith('</rss>\n'));
  assert.match((await read(broken('malformed'))).text, /&nbsp;& more/);
  const wrong = Buffer.from(await (await fetch(server.feedUrlOf(broken('wrong-encoding')))).arrayBuffer());
  assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(wrong));
});

test('SRC-8: the slow publisher answers after its delay, the forgetful one is sometimes missing', async () => {
  const ownClock = new ManualClock(STARTS_AT);
  const own = await startWorldServer({ world, clock: ownClock });
  const slow = world.brokenPublishers.find(({ fault }) => fault === 'slow');
  const forgetful = world.brokenPublishers.find(({ fault }) => fault === 'sometimes-missing');
  assert.ok(slow && forgetful);
  let isDone = false;
  const answer = fetch(own.feedUrlOf(slow)).then(response => {
    isDone = true;
    return response.status;
  });
  assert.equal((await fetch(own.feedUrlOf(healthy[0] ?? slow))).status, 200);
  assert.equal(isDone, false);
  while (!isDone) {
    await ownClock.advance(1_000);
    await fetch(own.url);
  }
  assert.equal(await answer, 200);
  const statuses = new Set<number>();
  for (let i = 0; i < 30; i++) {
    statuses.add((await fetch(own.feedUrlOf(forgetful))).status);
    await ownClock.advance(10 * 60_000);
  }
  assert.deepEqual([...statuses].sort(), [200, 404]);
  await own.stop();
});

test('each publisher can have a separate host, by name or by loopback address', async () => {
  const [publisher] = healthy;
  assert.ok(publisher);
  const named = await startWorldServer({ world, clock, addressing: 'host', visiblePort: 80 });
  assert.equal(named.homeUrlOf(publisher), `http://${publisher.domain}`);
  const page = await readFrom(named.port, publisher.domain, '/');
  assert.ok(page.includes(`<a href="http://${publisher.domain}/`));
  await named.stop();
  const addressed = await startWorldServer({ world, clock, addressing: 'address' });
  const response = await fetch(addressed.feedUrlOf(publisher));
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(`http://127.1.0.${publisher.index}:${addressed.port}/`));
  await addressed.stop();
});

async function read(publisher: Publisher): Promise<{ response: Response; text: string }> {
  const response = await fetch(server.feedUrlOf(publisher));
  return { response, text: new TextDecoder(publisher.encoding).decode(await response.arrayBuffer()) };
}

/** A client with a fixed address for a host. */
async function readFrom(port: number, host: string, path: string): Promise<string> {
  const [response] = await once(get({ port, path, host: '127.0.0.1', headers: { host } }), 'response');
  return (await response.toArray()).join('');
}

function conditionsFrom(response: Response): Record<string, string> {
  const etag = response.headers.get('etag');
  const lastModified = response.headers.get('last-modified');
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  };
}

/** Format and titles from an independent parser, for all names of entries. */
function parse(text: string): { format: string; titles: string[] } {
  const parsed = parseFeed(text);
  const entries = parsed.format === 'atom' ? parsed.feed.entries : parsed.feed.items;
  const titles = (entries ?? []).map(entry => {
    const title: unknown = entry.title;
    return typeof title === 'object' && title && 'value' in title ? String(title.value) : String(title);
  });
  return { format: parsed.format, titles };
}
