import { type BenchmarkContext, defineBenchmark } from '../harness/benchmark.ts';
import { measureFreshness } from './freshness.ts';
import { measureMemory } from './memory.ts';
import { measureQuery } from './query.ts';
import { measureRecall } from './recall.ts';
import { measureSpeed } from './speed.ts';

export default defineBenchmark({
  name: 'trending',
  question: 'How fast, exact and fresh are trending lists, and what does a request cost?',
  corpus: {
    name: 'signals drawn by Zipf’s law',
    size: '10 million articles, 12 categories, 128 topics, 200 countries',
  },
  peers: ['fastify', 'autocannon'],
  run: async (ctx: BenchmarkContext) => {
    await measureSpeed(ctx);
    await measureRecall(ctx);
    measureMemory(ctx);
    await measureFreshness(ctx);
    await measureQuery(ctx);
  },
});
