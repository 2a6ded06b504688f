import { seededRandom } from '../../src/lib/random.ts';

/**
 * A random sample of test cases, in order. `npm test` runs another sample of the hostile inputs each time;
 * `regression/hostile-input.ts` sets BROADSHEET_TEST_SAMPLE=all and runs them all. The runner prints the
 * seed; BROADSHEET_TEST_SEED repeats a run.
 */
export function sample<T>(all: readonly T[], size: number): readonly T[] {
  if (process.env['BROADSHEET_TEST_SAMPLE'] === 'all' || all.length <= size) return all;
  const random = seededRandom(Number(process.env['BROADSHEET_TEST_SEED'] ?? 1));
  const drawn = all.map((_, index) => ({ index, draw: random.fraction() })).sort((a, b) => a.draw - b.draw);
  const chosen = new Set(drawn.slice(0, size).map(({ index }) => index));
  return all.filter((_, index) => chosen.has(index));
}
