import { someStory, tasteOf } from '../../src/feeds/feeds.testing.ts';
import { BaseScores } from '../../src/feeds/ranking/base-scores.ts';
import { rankForReader } from '../../src/feeds/ranking/rank.ts';
import { ReaderWeights } from '../../src/feeds/ranking/reader-weights.ts';
import { STANDARD } from '../../src/feeds/ranking/settings.ts';
import type { Taste } from '../../src/feeds/ranking/taste.ts';
import { StoryWindow } from '../../src/feeds/window/story-window.ts';
import { seededRandom } from '../../src/lib/random.ts';
import type { BenchmarkContext } from '../harness/benchmark.ts';
import { quantile } from '../harness/statistics.ts';

/**
 * FEED-2: ranking alone, from a window in memory, one reader after the other, with a story change in between. The best
 * of three per reader excludes other load on the machine; CPU time is too coarse, because it counts milliseconds.
 */
export function measureRanking(ctx: BenchmarkContext, sizes: readonly number[]): void {
  const found = sizes.map(size => ({ size, ...rankingsOver(size, ctx.quick ? 100 : 500) }));
  ctx.table(
    'Ranking for one reader, from memory: milliseconds',
    ['stories in the window', 'p50', 'p99', 'after a change: p50', 'p99', 'base recomputed'],
    found.map(({ size, calm: unchanged, stirred: changed, anew: refreshMs }) => [
      size,
      quantile(unchanged, 0.5).toFixed(2),
      quantile(unchanged, 0.99).toFixed(2),
      quantile(changed, 0.5).toFixed(2),
      quantile(changed, 0.99).toFixed(2),
      refreshMs.toFixed(1),
    ]),
  );
  const goalSize = found.find(({ size }) => size === (ctx.quick ? 5_000 : 50_000));
  if (goalSize)
    ctx.figure({
      metric: 'feeds.ranking-p99',
      value: quantile(goalSize.stirred, 0.99),
      unit: 'ms',
      goal: 5,
      better: 'lower',
    });
}

function rankingsOver(size: number, readers: number) {
  const random = seededRandom(11);
  const now = Date.UTC(2026, 5, 3);
  const window = new StoryWindow();
  const put = (number: number, at: number) =>
    window.put(
      someStory(idOf(number), {
        at,
        topics: { [Math.floor(random.fraction() ** 2 * 120)]: 1, [Math.floor(random.fraction() * 120)]: 0.5 },
        sources: Array.from(
          { length: Math.min(20, Math.floor(1 / (1 - random.fraction() * 0.97))) },
          (_, n) => `s${(number * 7 + n * 37) % 2_000}`,
        ),
        entities: [`name-${Math.floor(random.fraction() ** 2 * 5_000)}`],
      }),
    );
  for (let number = 0; number < size; number++)
    put(number, now - Math.floor((number / size) * 47 * 3_600_000));
  const base = new BaseScores(window, () => 0);
  const deps = { window, base, settings: STANDARD, reader: new ReaderWeights(window), now };
  const tastes = Array.from({ length: readers }, () => someTaste(random.fraction));
  const rank = (taste: Taste) => msOf(() => rankForReader(deps, taste, 300));
  const change = () => put(Math.floor(random.fraction() * size), now);
  const refreshMs = msOf(() => base.refresh(now, STANDARD));
  for (const taste of tastes) rank(taste);
  const unchanged = tastes.map(taste => bestOf(() => rank(taste)));
  const changed = tastes.map(taste =>
    bestOf(() => {
      change();
      return rank(taste);
    }),
  );
  return { calm: unchanged.sort((a, b) => a - b), stirred: changed.sort((a, b) => a - b), anew: refreshMs };
}

function someTaste(fraction: () => number): Taste {
  const topics = Array.from({ length: 12 }, () => [Math.floor(fraction() ** 2 * 120), fraction() / 2]);
  const entities = new Map(
    Array.from({ length: 15 }, () => [`name-${Math.floor(fraction() ** 2 * 5_000)}`, fraction()]),
  );
  const sources = new Map(
    Array.from({ length: 8 }, () => [`s${Math.floor(fraction() * 2_000)}`, fraction()]),
  );
  return tasteOf(Object.fromEntries(topics), { entities, sources, language: 'en' });
}

function bestOf(measure: () => number): number {
  return Math.min(measure(), measure(), measure());
}

function msOf(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

function idOf(number: number): string {
  return `019b7000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
