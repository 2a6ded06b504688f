import assert from 'node:assert/strict';
import { createLabeller } from '../../src/stories/topics/labeller.ts';
import { featuresOf } from '../../src/stories/topics/model/features.ts';
import { probabilitiesOf } from '../../src/stories/topics/model/linear.ts';
import { builtInModel } from '../../src/stories/topics/model/model-file.ts';
import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { CORPUS, createArticles } from './corpus.ts';

/** No npm package classifies by a trained text model without native code, so the benchmark compares the parts with the whole. */
export default defineBenchmark({
  name: 'topics',
  question:
    'How many articles a second are labelled on one core, and what do the model and the keywords cost?',
  corpus: CORPUS,
  peers: [],
  run: measureLabels,
});

async function measureLabels(ctx: BenchmarkContext): Promise<void> {
  ctx.plan(1);
  const articles = createArticles();
  const model = builtInModel();
  const whole = createLabeller({ model });
  const keywords = createLabeller({});
  for (const article of articles.slice(0, 20)) assert.ok(whole(article).category.confidence > 0);
  const results = await ctx.measure(
    '1,000 articles',
    {
      whole: () => articles.forEach(article => void whole(article)),
      'keywords and hints': () => articles.forEach(article => void keywords(article)),
      model: () =>
        articles.forEach(article => void probabilitiesOf(model, featuresOf(article, model.buckets))),
    },
    { unitsPerCall: articles.length },
  );
  const rows = Object.values(results).map(({ peer, rate, cpuMicros }) => [
    peer,
    Math.round(rate.median),
    Math.round(1e6 / cpuMicros.median),
  ]);
  ctx.table('Articles labelled', ['part', 'a second', 'a second of processor time'], rows);
  ctx.figure({
    metric: 'topics.articles-per-core-second',
    value: Math.round(1e6 / results.whole.cpuMicros.median),
    unit: 'articles/s',
    goal: 2_000,
    better: 'higher',
  });
}
