import Type from 'typebox';
import { publishArticles } from '../../../../app/publish/publish-articles.ts';
import { sourcesOfPublisher } from '../../../../ingest/sources/publishers.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, object, oneOf, orNull } from '../../schemas.ts';

export const postArticles = defineRoute({
  method: 'POST',
  path: '/api/v1/publish/articles',
  operationId: 'publishArticles',
  summary: 'Submit articles to a source that you may publish to',
  description:
    'Each article is in our own form (`url`, `title`, and optionally `id`, `summary`, `bodyHtml`, `publishedAt`, `modifiedAt`, `authors`, `categories`, `section`, `imageUrl`, `language`) or a schema.org `NewsArticle` as JSON-LD. They go through the same pipeline as crawled articles: one article for one address, ever; another text at a known address becomes its revision. Addresses must be on the site of the source. Unusable articles are reported, and the others are stored.',
  tag: 'Publishing',
  access: { scope: 'publish:write' },
  idempotent: true,
  body: object({
    sourceId: Id,
    articles: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 100 }),
  }),
  responses: {
    200: {
      description: 'The outcome of each, in request order',
      schema: object({
        articles: Type.Array(
          object({
            outcome: oneOf(['new', 'known', 'revised', 'invalid']),
            articleId: orNull(Id),
            reason: orNull(Type.String()),
          }),
        ),
      }),
    },
  },
  problems: ['forbidden', 'conflict', 'body-too-large'],
  handler: async ({ context, principal, body }) => ({
    status: 200,
    body: { articles: await publishArticles(context, principal.userId, body) },
  }),
});

export const getPublishSources = defineRoute({
  method: 'GET',
  path: '/api/v1/publish/sources',
  operationId: 'listPublishSources',
  summary: 'The sources that you may submit articles to',
  tag: 'Publishing',
  access: { scope: 'publish:write' },
  responses: {
    200: {
      description: 'The complete list',
      schema: object({ items: Type.Array(object({ id: Id, name: Type.String() })) }),
    },
  },
  handler: async ({ context, principal }) => ({
    status: 200,
    body: { items: await sourcesOfPublisher(context.database, principal.userId) },
  }),
});
