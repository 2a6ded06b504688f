import { extractFeatures } from '../../src/stories/clusters/features.ts';
import { StoryIndex } from '../../src/stories/clusters/story-index.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { SyntheticArticles } from './synthetic-articles.ts';

/**
 * STORY-5: the window is filled by restoring random features, since a million decisions would take ten minutes; then
 * articles are read and placed like in the flow, and timed.
 */
export default defineBenchmark({
  name: 'clusters',
  question:
    'Are 1,000 articles per second read and placed in stories, at a cost that stays flat up to a million?',
  corpus: { name: 'made-up news (seed 1)', size: '1,000,000 articles, 2,000 placed at each size' },
  peers: [],
  async run(ctx) {
    const sizes = ctx.quick ? [10_000, 40_000] : [100_000, 300_000, 1_000_000];
    const most = sizes.at(-1) ?? 0;
    const news = new SyntheticArticles(1, most / 3);
    const index = new StoryIndex({ maxArticles: most * 1.1 });
    const rows: number[][] = [];
    let filled = 0;
    for (const size of sizes) {
      fill(index, news, filled, size);
      filled = size;
      ctx.say(`${size} articles`);
      rows.push(placeSome(ctx, index, news, size));
    }
    ctx.table(
      'A window that grows',
      [
        'articles',
        'read and placed a second',
        'microseconds to read',
        'microseconds to place',
        'correct, of events that had a story',
        'bytes an article',
      ],
      rows,
    );
    const [first, last] = [rows[0]?.[3] ?? 0, rows.at(-1)?.[3] ?? 0];
    ctx.figure({
      metric: 'clusters.growth',
      value: last / first,
      unit: 'times',
      goal: 1.15,
      better: 'lower',
    });
  },
});

function fill(index: StoryIndex, news: SyntheticArticles, from: number, to: number): void {
  index.restore(
    (function* () {
      for (let number = from; number < to; number++) {
        const { event, features: drawn } = news.drawn(START + number * 600);
        yield { id: idOf(number), features: drawn, story: storyOf(event) };
      }
    })(),
  );
}

function placeSome(
  ctx: BenchmarkContext,
  index: StoryIndex,
  news: SyntheticArticles,
  size: number,
): number[] {
  const count = ctx.quick ? 500 : 2_000;
  const at = START + size * 600;
  // The first few hundred warm up the compiler.
  for (let number = 0; number < WARM_UP; number++)
    index.place({ id: idOf(size * 20 + number), features: extractFeatures(news.next(at).article) });
  const some = Array.from({ length: count }, () => news.next(at));
  const known = some.map(({ event }) => index.members(storyOf(event)).length > 0);
  const [readMicros, read] = timed(() => some.map(({ article }) => extractFeatures(article)));
  const [placeMicros] = timed(() =>
    read.map((found, number) => index.place({ id: idOf(size * 10 + number), features: found })),
  );
  const right = some.filter(
    ({ event }, number) => known[number] && index.storyOf(idOf(size * 10 + number)) === storyOf(event),
  );
  const perSecond = (count / (readMicros + placeMicros)) * 1e6;
  const { articleCount, bytes } = index.memory();
  const each = Object.values(bytes).reduce((sum, part) => sum + part, 0) / articleCount;
  const metric = `clusters.at-${size}`;
  ctx.figure({
    metric: `${metric}.rate`,
    value: perSecond,
    unit: 'per-second',
    goal: 1_000,
    better: 'higher',
  });
  ctx.figure({ metric: `${metric}.memory`, value: each, unit: 'bytes', better: 'lower' });
  const share = right.length / known.filter(Boolean).length;
  return [size, perSecond, readMicros / count, placeMicros / count, share, Math.round(each)];
}

function storyOf(event: number): string {
  return `story ${event}`;
}

/** CPU microseconds, since the machine may have other load. */
function timed<Result>(work: () => Result): [number, Result] {
  const began = process.cpuUsage();
  const result = work();
  return [process.cpuUsage(began).user, result];
}

function idOf(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

const WARM_UP = 300;
const START = Date.UTC(2026, 0, 1);
