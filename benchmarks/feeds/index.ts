import { defineBenchmark } from '../harness/benchmark.ts';
import { measureRanking } from './ranking.ts';
import { measureRequests } from './requests.ts';

/** FEED-2, FEED-6 and the goal of 00-product: a feed page with warm and cold caches, and its cost by size. */
export default defineBenchmark({
  name: 'feeds',
  question: 'How long does a feed page take, from memory and recomputed, and how does that grow?',
  corpus: {
    name: 'made-up stories of two days and readers with a dozen topics each (seed 7)',
    size: '50,000 stories and 100,000 readers, and a tenth of that; the quick form 2,000 and 4,000',
  },
  peers: ['fastify', 'pg'],
  run: async ctx => {
    const sizes = ctx.quick ? [SMALL] : [TENTH, WHOLE];
    for (const size of sizes) await measureRequests(ctx, size, { isGoalSize: size === sizes.at(-1) });
    measureRanking(ctx, ctx.quick ? [500, 5_000] : [5_000, 50_000, 500_000]);
  },
});

const SMALL = { stories: 2_000, readers: 4_000 };
const TENTH = { stories: 5_000, readers: 10_000 };
const WHOLE = { stories: 50_000, readers: 100_000 };
