import assert from 'node:assert/strict';
import { type Random, seededRandom } from '../../src/lib/random.ts';
import { fingerprint } from '../../src/stories/fingerprints/fingerprint.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { minhashPeer, permutations, simhashPeer } from './peers.ts';

/**
 * This product computes a 64-bit SimHash over words and shingles and 128 slots of MinHash in one call; each peer
 * computes one of the two, and the SimHash has 32 bits.
 */
export default defineBenchmark({
  name: 'fingerprints',
  question: 'What does the fingerprint of a text cost, compared with npm packages and 128 permutations?',
  corpus: { name: 'made-up texts (seed 1)', size: '60 teasers of 40 words, 60 articles of 500 words' },
  peers: ['minhash', 'simhash-js'],
  async run(ctx) {
    ctx.plan(2);
    await measure(ctx, 'teasers', 40);
    await measure(ctx, 'articles', 500);
  },
});

async function measure(ctx: BenchmarkContext, name: string, words: number): Promise<void> {
  const random = seededRandom(1);
  const texts = Array.from({ length: 60 }, () => madeUpText(words, random));
  const over = (work: (text: string) => number) => () => texts.reduce((sum, text) => sum + work(text), 0);
  assert.notEqual(fingerprint(texts[0] ?? '').simhashLow, fingerprint(texts[1] ?? '').simhashLow);
  const measured = await ctx.measure(
    `${name} of ${words} words`,
    {
      ours: over(text => fingerprint(text).simhashLow),
      minhash: over(minhashPeer),
      'simhash-js': over(simhashPeer),
      permutations: over(permutations),
    },
    { unitsPerCall: texts.length },
  );
  const rows = Object.values(measured).map(({ peer, rate, cpuMicros }) => [
    peer,
    Math.round(rate.median),
    cpuMicros.median,
    ctx.ratio(measured.ours.rate, rate),
  ]);
  const columns = ['peer', 'texts a second', 'microseconds of CPU each', 'ours is faster by'];
  ctx.table(`${name} of ${words} words`, columns, rows);
  for (const peer of ['minhash', 'simhash-js', 'permutations'] as const)
    ctx.figure({
      metric: `fingerprints.${name}.times-${peer}`,
      value: ctx.ratio(measured.ours.rate, measured[peer].rate),
      unit: 'times',
      goal: 1,
      better: 'higher',
    });
}

function madeUpText(words: number, random: Random): string {
  return Array.from({ length: words }, () => {
    const number = Math.floor(20_000 * random.fraction() ** 2);
    return number
      .toString(36)
      .replace(/\d/g, 'ae')
      .padEnd(1 + (number % 9), 'ion');
  }).join(' ');
}
