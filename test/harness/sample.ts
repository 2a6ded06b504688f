import { seededRandom } from '../../src/lib/random.ts';

/**
 * Some of a long list of cases, in their order. `npm test` tries a sample of the matrices of hostile input, another in
 * each run; `regression/hostile-input.ts` sets BROADSHEET_TEST_SAMPLE=all and tries all of them. The runner prints the
 * seed; BROADSHEET_TEST_SEED repeats it.
 */
export function sample<T>(all: readonly T[], size: number): readonly T[] {
  if (process.env['BROADSHEET_TEST_SAMPLE'] === 'all' || all.length <= size) return all;
  const random = seededRandom(Number(process.env['BROADSHEET_TEST_SEED'] ?? 1));
  const drawn = all.map((_, index) => ({ index, draw: random.fraction() })).sort((a, b) => a.draw - b.draw);
  const chosen = new Set(drawn.slice(0, size).map(({ index }) => index));
  return all.filter((_, index) => chosen.has(index));
}
