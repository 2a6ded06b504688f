import { buildSnapshot } from '../../src/signals/trending/build-snapshot.ts';
import { scoreOf } from '../../src/signals/trending/weights.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { CATEGORIES, countEverything, countryOf, measureOf, TOPICS } from './corpus.ts';
import { rightAmong } from './truth.ts';
import { IDS, zipfItems } from './zipf.ts';

/**
 * TREND-3: recall of the top hundred when every second has more pairs than its sub-window keeps. The lists combine
 * shares and reads, as readers see them.
 */
export async function measureRecall(ctx: BenchmarkContext): Promise<void> {
  const seconds = ctx.quick ? 15 : 50;
  const events = ctx.quick ? 600_000 : 8_000_000;
  const rows: (string | number)[][] = [];
  let worst = 100;
  // The flattest distribution is the hardest.
  for (const exponent of ctx.quick ? [1] : [1, 1.1, 1.2]) {
    ctx.say(`recall at Zipf ${exponent}`);
    const stream = zipfItems(events, exponent, 2);
    const counts = countEverything(stream, events / seconds);
    const truths = LISTS.map(({ isIn, itemOf }) => truthOf(stream, isIn, itemOf));
    for (const window of ['1m', '1h', '24h'] as const) {
      const { entries, lists } = buildSnapshot(counts, window);
      const right = LISTS.map(({ list }, index) => {
        const top = (lists[list] ?? []).slice(0, 100).map(entry => Number(entries[entry]?.[0]));
        return rightAmong(top, truths[index] ?? new Float64Array());
      });
      const over = (lists['articles/blend/global'] ?? []).slice(0, 100).map(entry => {
        const [id, shares, reads] = entries[entry] ?? ['', 0, 0];
        return scoreOf('blend', shares, reads) / (truths[0]?.[Number(id)] || 1) - 1;
      });
      rows.push([exponent, window, ...right, `${(Math.max(...over) * 100).toFixed(1)} %`]);
      worst = Math.min(worst, right[0] ?? 0);
      if (Math.min(...over) < 0) throw new Error('a count is below its true value');
    }
  }
  ctx.table(
    `Correct of the first hundred, ${events} events in ${seconds} s of 10 million articles`,
    ['Zipf', 'window', 'all', 'a category', 'a topic', 'a country', 'stories', 'largest overcount'],
    rows,
  );
  ctx.figure({ metric: 'trending.recall-at-100', value: worst, unit: '%', goal: 99, better: 'higher' });
}

/** A share is worth three reads. */
function truthOf(
  stream: Uint32Array,
  isIn: (item: number, nth: number) => boolean,
  itemOf: (item: number) => number,
): Float64Array {
  const truth = new Float64Array(IDS);
  for (let nth = 0; nth < stream.length; nth++) {
    const item = stream[nth] ?? 0;
    if (!isIn(item, nth)) continue;
    const of = itemOf(item);
    truth[of] = (truth[of] ?? 0) + (measureOf(nth) === 'shares' ? 3 : 1);
  }
  return truth;
}

const same = (item: number) => item;
const LISTS = [
  { list: 'articles/blend/global', isIn: () => true, itemOf: same },
  { list: 'articles/blend/category/3', isIn: (item: number) => item % CATEGORIES === 3, itemOf: same },
  { list: 'articles/blend/topic/7', isIn: (item: number) => item % TOPICS === 7, itemOf: same },
  { list: 'articles/blend/country/0', isIn: (_: number, nth: number) => countryOf(nth) === 0, itemOf: same },
  { list: 'stories/blend/global', isIn: () => true, itemOf: (item: number) => item >>> 2 },
];
