import Type from 'typebox';
import { Problem } from '../../../../errors.ts';
import { KnownArticles } from '../../../../signals/accept/known-articles.ts';
import { NO_COUNTS } from '../../../../signals/counts/add-counts.ts';
import { countsOf } from '../../../../signals/counts/read-counts.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, object } from '../../schemas.ts';

const Count = Type.Integer({ minimum: 0 });

export const getArticleCounts = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}/counts',
  operationId: 'getArticleCounts',
  summary: 'Views, reads, shares and feedback of an article',
  tag: 'Signals',
  access: 'public',
  cache: { public: 10 },
  params: IdParams,
  responses: {
    200: {
      description: 'The counts so far',
      schema: object(
        { views: Count, reads: Count, shares: Count, saves: Count, likes: Count, dislikes: Count },
        { title: 'ArticleCounts' },
      ),
    },
  },
  problems: ['article-not-found'],
  handler: async ({ context, params }) => {
    const articles = new KnownArticles(context.database);
    await articles.load([params.id]);
    if (!articles.has(params.id)) throw new Problem('article-not-found');
    const { hides: _, ...shown } =
      (await countsOf(context.database, [params.id])).get(params.id) ?? NO_COUNTS;
    return { status: 200, body: shown };
  },
});
