import assert from 'node:assert/strict';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import type { Measurement } from '../harness/measure.ts';
import { CORPUS, type CorpusDocument, createCorpus, FEED_URL } from './corpus.ts';
import { PEERS, type PeerName } from './peers.ts';

/** Every parser reads the same bytes in the same process. The benchmark first asserts that each finds all items. */
export default defineBenchmark({
  name: 'parse',
  question: 'How fast are feeds parsed, compared with popular parsers?',
  corpus: CORPUS,
  peers: ['feedsmith', 'rss-parser', 'feedparser', '@rowanmanning/feed-parser'],
  async run(ctx) {
    const documents = createCorpus();
    ctx.plan(documents.length);
    for (const document of documents) await assertAllItems(document);
    const results: Result[] = [];
    for (const document of documents) results.push({ document, measured: await measure(ctx, document) });
    report(ctx, results);
  },
});

interface Result {
  readonly document: CorpusDocument;
  readonly measured: Readonly<Record<PeerName, Measurement>>;
}

const OTHERS = ['feedsmith', 'rss-parser', 'feedparser', '@rowanmanning/feed-parser'] as const;

/** A fast parser must not lose items. */
async function assertAllItems({ name, bytes, items }: CorpusDocument): Promise<void> {
  for (const [peer, parse] of Object.entries(PEERS)) {
    assert.equal((await parse(bytes, FEED_URL)).items.length, items, `${peer} on ${name}`);
  }
}

function measure(ctx: BenchmarkContext, { name, bytes }: CorpusDocument): Promise<Result['measured']> {
  return ctx.measure(
    name,
    {
      ours: () => PEERS.ours(bytes, FEED_URL),
      feedsmith: () => PEERS.feedsmith(bytes, FEED_URL),
      'rss-parser': () => PEERS['rss-parser'](bytes, FEED_URL),
      feedparser: () => PEERS.feedparser(bytes, FEED_URL),
      '@rowanmanning/feed-parser': () => PEERS['@rowanmanning/feed-parser'](bytes, FEED_URL),
    },
    { durationMs: 500, rounds: 3 },
  );
}

function report(ctx: BenchmarkContext, results: readonly Result[]): void {
  ctx.table(
    'Documents a second',
    ['document', 'KB', 'ours', ...OTHERS, 'ours / fastest other'],
    results.map(({ document, measured }) => [
      document.name,
      Math.round(document.bytes.length / 1_000),
      measured.ours.rate.median,
      ...OTHERS.map(peer => measured[peer].rate.median),
      lead(ctx, measured),
    ]),
  );
  for (const { document, measured } of results) {
    ctx.figure({
      metric: `parse.${document.name.replaceAll(',', '').replaceAll(' ', '-')}.ours-to-fastest-other`,
      value: lead(ctx, measured),
      unit: 'times',
      goal: 1,
      better: 'higher',
    });
  }
}

function lead(ctx: BenchmarkContext, measured: Result['measured']): number {
  return Math.min(...OTHERS.map(peer => ctx.ratio(measured.ours.rate, measured[peer].rate)));
}
