import assert from 'node:assert/strict';
import normalizeUrl from 'normalize-url';
import { canonicalUrl } from '../../src/ingest/dedup/canonical-url.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { CORPUS, createAddresses } from './corpus.ts';

/**
 * The runtime's URL parser is the lower bound: it only parses and serialises. `normalize-url` does part of our work,
 * with the closest options.
 */
export default defineBenchmark({
  name: 'canonical-url',
  question:
    "What does the canonical key of an address cost, compared with normalize-url and the platform's parser?",
  corpus: CORPUS,
  peers: ['normalize-url', 'tldts'],
  run: measureKeys,
});

async function measureKeys(ctx: BenchmarkContext): Promise<void> {
  ctx.plan(1);
  const addresses = createAddresses();
  const over = (key: (url: string) => string | null) => () => {
    let length = 0;
    for (const address of addresses) length += key(address)?.length ?? 0;
    return length;
  };
  for (const address of addresses) assert.notEqual(canonicalUrl(address), null, address);
  const peers = {
    canonicalUrl: over(canonicalUrl),
    'normalize-url': over(url => normalizeUrl(url, OPTIONS)),
    URL: over(url => new URL(url).href),
  };
  const results = await ctx.measure('1,000 addresses', peers, { unitsPerCall: addresses.length });
  const rows = Object.values(results).map(({ peer, rate }) => [
    peer,
    Math.round(rate.median),
    micros(rate.median),
  ]);
  ctx.table('Addresses to keys', ['peer', 'addresses a second', 'microseconds each'], rows);
  ctx.figure({
    metric: 'canonical-url.cost',
    value: micros(results.canonicalUrl.rate.median),
    unit: 'microseconds',
    better: 'lower',
  });
  const ratio = ctx.ratio(results.canonicalUrl.rate, results['normalize-url'].rate);
  ctx.figure({
    metric: 'canonical-url.times-normalize-url',
    value: ratio,
    unit: 'times',
    goal: 1,
    better: 'higher',
  });
}

function micros(perSecond: number): number {
  return Math.round(1e8 / perSecond) / 100;
}

const OPTIONS = {
  forceHttps: true,
  stripHash: true,
  removeTrailingSlash: true,
  removeDirectoryIndex: true,
} as const;
