import { eld } from 'eld/small';
import { detectLanguage } from '../../src/stories/language/detect-language.ts';
import { SAMPLES } from '../../src/stories/language/samples.testing.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';

/** The peer is the n-gram detector that is our fallback; the other steps must not add much. */
export default defineBenchmark({
  name: 'language',
  question:
    'What do letters, declared language and neighbours add to the cost of n-grams, and what do they gain?',
  corpus: {
    name: 'one sentence in each detected language',
    size: `${Object.keys(SAMPLES).length} sentences`,
  },
  peers: ['eld'],
  run: measureDetection,
});

async function measureDetection(ctx: BenchmarkContext): Promise<void> {
  ctx.plan(1);
  const samples = Object.entries(SAMPLES);
  const results = await ctx.measure(
    'sentences',
    {
      ours: () => samples.forEach(([, text]) => void detectLanguage(text)),
      eld: () => samples.forEach(([, text]) => void eld.detect(text).language),
    },
    { unitsPerCall: samples.length },
  );
  const right = {
    ours: samples.filter(([language, text]) => detectLanguage(text).language === language).length,
    eld: samples.filter(([language, text]) => eld.detect(text).language === language).length,
  };
  ctx.table(
    'Sentences',
    ['peer', 'right', 'a second'],
    [
      ['ours', right.ours, Math.round(results.ours.rate.median)],
      ['eld (small)', right.eld, Math.round(results.eld.rate.median)],
    ],
  );
  ctx.figure({ metric: 'language.right', value: right.ours, unit: 'languages', goal: 60, better: 'higher' });
  ctx.figure({
    metric: 'language.times-eld',
    value: ctx.ratio(results.ours.rate, results.eld.rate),
    unit: 'times',
    better: 'higher',
  });
}
