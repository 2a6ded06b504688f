import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { ManualClock } from '../../lib/clock.ts';
import { systemRandom } from '../../lib/random.ts';
import { serve, testOutbound } from '../../platform/outbound/outbound.testing.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { openDiskCache } from './disk-cache.ts';
import { gif, jpeg, png } from './pictures.testing.ts';
import { createImageProxy, type ImageProxy } from './proxy.ts';

/** Publishers of pictures, good and bad, on loopback. */
const requests: { url: string; headers: IncomingHttpHeaders }[] = [];
const HANDLERS: Readonly<Record<string, RequestListener>> = {
  '/good.png': (_, response) => response.setHeader('content-type', 'text/html').end(png(40, 30)),
  '/tracker.gif': (_, response) => response.end(gif(1, 1)),
  '/bomb.png': (_, response) => response.end(png(60_000, 60_000)),
  '/wide.jpg': (_, response) => response.end(jpeg(16_385, 2)),
  '/logo.svg': (_, response) =>
    response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="x"><script>alert(1)</script></svg>'),
  '/page.png': (_, response) =>
    response.setHeader('content-type', 'image/png').end('<html><script>1</script>'),
  '/huge.png': (_, response) => response.end(Buffer.concat([png(10, 10), Buffer.alloc(400_000)])),
  '/missing.png': (_, response) => response.writeHead(404).end(png(10, 10)),
  '/broken.png': (_, response) => response.writeHead(500).end(),
  '/silent.png': () => undefined,
  '/inside.png': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/x.png' }).end(),
  '/other.png': (_, response) => response.writeHead(302, { location: '/good.png' }).end(),
};
const site = await serve((request, response) => {
  requests.push({ url: request.url ?? '', headers: request.headers });
  const handler = HANDLERS[new URL(request.url ?? '/', 'http://x').pathname];
  if (handler) handler(request, response);
  else response.end(png(5, 5));
});
const outbound = testOutbound();

test('PARSE-5: the type of a picture comes from its bytes, and it is fetched once', async () => {
  const { proxy } = await newProxy();
  requests.length = 0;
  const responses = await Promise.all(Array.from({ length: 20 }, () => proxy.get(`${site}/good.png`)));
  for (const answer of responses) assert.equal(answer.kind === 'picture' && answer.type, 'image/png');
  await proxy.get(`${site}/good.png`);
  assert.equal(requests.length, 1, 'twenty concurrent readers and a later one cause one request');
  const { cookie, referer, 'x-forwarded-for': forwarded, 'user-agent': agent } = requests[0]?.headers ?? {};
  assert.deepEqual([cookie, referer, forwarded], [undefined, undefined, undefined]);
  assert.match(agent ?? '', /^Broadsheet/);
});

test('PARSE-5: the cache outlives the process', async () => {
  const { proxy, directory } = await newProxy();
  await proxy.get(`${site}/good.png?kept`);
  requests.length = 0;
  const again = await newProxy({ directory });
  assert.equal((await again.proxy.get(`${site}/good.png?kept`)).kind, 'picture');
  assert.equal(requests.length, 0);
});

test('privacy: a tracking pixel is replaced by ours and fetched at most once', async () => {
  const { proxy } = await newProxy();
  requests.length = 0;
  for (let reader = 0; reader < 5; reader++) {
    const answer = await proxy.get(`${site}/tracker.gif?campaign=9`);
    assert.ok(answer.kind === 'picture' && answer.content.length === 42);
  }
  assert.equal(requests.length, 1);
});

for (const [name, reason, what] of [
  ['bomb.png', 'too-many-pixels', 'a few bytes that unfold to gigabytes'],
  ['wide.jpg', 'too-many-pixels', 'a side that is too long'],
  ['logo.svg', 'format', 'scripts in SVG'],
  ['page.png', 'format', 'a page that calls itself a picture'],
  ['huge.png', 'too-large-wire', 'more bytes than are taken'],
  ['missing.png', 'http-status', 'a 404, whatever comes with it'],
  ['inside.png', 'refused-address', 'a redirect to a private address'],
] as const)
  test(`PARSE-5: refused and not fetched again: ${what}`, async () => {
    const { proxy, clock, counted } = await newProxy();
    requests.length = 0;
    assert.deepEqual(await proxy.get(`${site}/${name}`), { kind: 'none', reason });
    assert.deepEqual(await proxy.get(`${site}/${name}`), { kind: 'none', reason });
    assert.equal(requests.length, 1);
    assert.deepEqual(await counted(), [
      `image_refused_total{reason="${reason}"} 2`,
      'image_requests_total{outcome="none"} 2',
    ]);
    await clock.advance(601_000);
    await proxy.get(`${site}/${name}`);
    assert.equal(requests.length, 2, 'it may have changed since');
  });

test('FETCH-3: private addresses are refused, whatever their notation', async () => {
  const { proxy } = await newProxy();
  for (const address of [
    'http://10.0.0.1/x.png',
    'http://[::1]/x.png',
    'http://0xa9fea9fe:1/x.png',
    'http://2852039166/x.png',
    'ftp://example.org/x.png',
    'file:///etc/passwd',
    'no address',
  ])
    assert.equal((await proxy.get(address)).kind, 'none', address);
});

test('OBS-2: answers to readers are counted by origin', async () => {
  const { proxy, counted } = await newProxy();
  for (let reader = 0; reader < 3; reader++) await proxy.get(`${site}/good.png?counted`);
  const { length } = png(40, 30);
  assert.deepEqual(await counted(), [
    `image_bytes_total{from="cache"} ${2 * length}`,
    `image_bytes_total{from="publisher"} ${length}`,
    'image_requests_total{outcome="cache"} 2',
    'image_requests_total{outcome="publisher"} 1',
  ]);
});

test('PARSE-5: redirects to public addresses are followed', async () => {
  const { proxy } = await newProxy();
  assert.equal((await proxy.get(`${site}/other.png`)).kind, 'picture');
});

test('FETCH-4: a failing host is skipped and retried later; other hosts do not wait', async () => {
  const { proxy, clock } = await newProxy();
  const other = await serve((_, response) => response.end(png(9, 9)));
  for (let n = 0; n < 5; n++) assert.equal((await proxy.get(`${site}/broken.png?${n}`)).kind, 'away');
  requests.length = 0;
  assert.equal((await proxy.get(`${site}/good.png?breaker`)).kind, 'busy');
  assert.equal(requests.length, 0);
  assert.equal((await proxy.get(`${other}/fine.png`)).kind, 'picture');
  await clock.advance(60_001);
  assert.equal((await proxy.get(`${site}/good.png?breaker`)).kind, 'picture');
});

test('FETCH-4: a host that never responds delays only its own pictures', async () => {
  const { proxy } = await newProxy({ headersMs: 2_000 });
  const quick = await serve((_, response) => response.end(png(9, 9)));
  const slow = Array.from({ length: 12 }, (_, n) => proxy.get(`${site}/silent.png?${n}`));
  assert.equal((await proxy.get(`${quick}/fine.png`)).kind, 'picture');
  const responses = new Set((await Promise.all(slow)).map(({ kind }) => kind));
  assert.deepEqual([...responses].sort(), ['away', 'busy'], 'the others were not tried');
});

async function newProxy({ directory, headersMs = 60_000 }: ProxyOptions = {}): Promise<NewProxy> {
  const cacheDirectory = directory ?? (await mkdtemp(join(tmpdir(), 'broadsheet-images-')));
  if (directory === undefined) atEnd(() => rm(cacheDirectory, { recursive: true, force: true }));
  const clock = new ManualClock();
  const { metrics } = createMemoryTelemetry();
  const cache = await openDiskCache({ directory: cacheDirectory, maxBytes: 1_000_000, random: systemRandom });
  const proxy = createImageProxy({
    outbound,
    cache,
    clock,
    log: createMemoryTelemetry().log,
    metrics,
    size: { longestSide: 16_384, maxPixels: 50_000_000 },
    limits: { headersMs, totalMs: 60_000, wireBytes: 200_000, decodedBytes: 200_000 },
  });
  const counted = async () =>
    (await metrics.expose()).body
      .split('\n')
      .filter(line => line.startsWith('image_'))
      .sort();
  return { proxy, clock, directory: cacheDirectory, counted };
}

interface ProxyOptions {
  readonly directory?: string;
  /** Short only where a test waits for it: a busy machine answers late. */
  readonly headersMs?: number;
}

interface NewProxy {
  readonly proxy: ImageProxy;
  readonly clock: ManualClock;
  readonly directory: string;
  /** The samples of the proxy's metrics. */
  readonly counted: () => Promise<string[]>;
}
