import { type Random, seededRandom } from '../../src/lib/random.ts';
import { CopyIndex } from '../../src/stories/copies/copy-index.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { copyOf, idOf, unrelated } from './fingerprints.ts';

/**
 * Sketches are drawn instead of computed, so that a million need no million texts: unrelated texts agree in a slot
 * by chance only, copies with the given probability.
 */
export default defineBenchmark({
  name: 'copies',
  question: 'Does the copy index find 99 % at 0.85, at a cost that stays flat up to a million texts?',
  corpus: { name: 'drawn fingerprints (seed 1)', size: '1,000,000 texts, 10,000 copies at each size' },
  peers: [],
  async run(ctx) {
    const sizes = ctx.quick ? [20_000, 50_000] : [100_000, 300_000, 1_000_000];
    const random = seededRandom(1);
    const index = new CopyIndex();
    const rows: (string | number)[][] = [];
    let added = 0;
    for (const size of sizes) {
      const filled = timed(size - added, number => addUnrelated(index, added + number, random));
      added = size;
      rows.push([...figuresAt(ctx, index, size, random), filled]);
      ctx.say(`${size} texts`);
    }
    ctx.table(
      'An index that grows',
      [
        'texts',
        'found, of pairs that agree in 85 % of slots or more',
        'met, of pairs at 0.85',
        'comparisons for each copy',
        'bytes for each text',
        'microseconds of CPU to add a copy',
        'microseconds of CPU to add a text',
      ],
      rows,
    );
    hostile(ctx, random);
  },
});

function addUnrelated(index: CopyIndex, number: number, random: Random): void {
  index.add({
    id: idOf(number),
    fingerprint: unrelated(number, random),
    storedAt: number / 10,
    language: 'en',
  });
}

/** Copies are added to the index too, as in the flow; each has its own original. */
function figuresAt(ctx: BenchmarkContext, index: CopyIndex, size: number, random: Random): number[] {
  const { texts, bytes, compared } = index.figures;
  const copies = Math.min(10_000, size / 20);
  let [similar, found, met] = [0, 0, 0];
  const micros = timed(copies, number => {
    const original = Math.floor((number * size) / copies);
    const { fingerprint, places: slots } = copyOf(original, 0.85, random);
    const at = { id: idOf(size * 100 + number), storedAt: size / 10, language: 'en' };
    const before = index.figures.compared;
    const isFound = index.add({ ...at, fingerprint }).group === idOf(original);
    // Unrelated texts share no key, so every comparison is with the original.
    met += Number(index.figures.compared > before);
    if (slots < MIN_SLOTS) return;
    similar++;
    found += Number(isFound);
  });
  const metric = `copies.at-${size}`;
  const perCopy = (index.figures.compared - compared) / copies;
  const share = found / similar;
  ctx.figure({ metric: `${metric}.found`, value: share, unit: 'share', goal: 0.99, better: 'higher' });
  ctx.figure({ metric: `${metric}.met`, value: met / copies, unit: 'share', goal: 0.99, better: 'higher' });
  ctx.figure({ metric: `${metric}.comparisons`, value: perCopy, unit: 'for-each', goal: 6, better: 'lower' });
  ctx.figure({ metric: `${metric}.memory`, value: bytes / texts, unit: 'bytes', better: 'lower' });
  return [size, share, met / copies, perCopy, Math.round(bytes / texts), micros];
}

/** A text repeated a million times, and a sentence in a hundred thousand texts. */
function hostile(ctx: BenchmarkContext, random: Random): void {
  const identical = new CopyIndex();
  const count = ctx.quick ? 50_000 : 1_000_000;
  const one = unrelated(1, random);
  const same = timed(count, number =>
    identical.add({ id: idOf(number), fingerprint: one, storedAt: number / 10, language: 'en' }),
  );
  const boilerplate = new CopyIndex();
  const many = ctx.quick ? 10_000 : 100_000;
  const half = timed(many, number => {
    const { fingerprint } = copyOf(0, Math.sqrt(0.6), random);
    boilerplate.add({ id: idOf(number), fingerprint, storedAt: number / 10, language: 'en' });
  });
  const perText = boilerplate.figures.compared / many;
  ctx.table(
    'Hostile masses',
    ['what', 'articles', 'texts kept', 'comparisons for each', 'microseconds of CPU each'],
    [
      ['one text repeated', count, identical.figures.texts, identical.figures.compared / count, same],
      ['texts that share 60 % with one another', many, boilerplate.figures.texts, perText, half],
    ],
  );
  ctx.figure({
    metric: 'copies.identical.texts',
    value: identical.figures.texts,
    unit: 'texts',
    goal: 1,
    better: 'lower',
  });
  ctx.figure({
    metric: 'copies.boilerplate.comparisons',
    value: perText,
    unit: 'for-each',
    goal: 512,
    better: 'lower',
  });
}

function timed(count: number, work: (number: number) => void): number {
  const began = process.cpuUsage();
  for (let number = 0; number < count; number++) work(number);
  return process.cpuUsage(began).user / count;
}

/** The minimum of matching slots for an estimate of 0.85. */
const MIN_SLOTS = 109;
