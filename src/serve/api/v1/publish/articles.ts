import Type from 'typebox';
import type { AppContext } from '../../../../app/context.ts';
import { Problem } from '../../../../errors.ts';
import { type StoredOutcome, storeArticles } from '../../../../ingest/dedup/store.ts';
import { isPublisher, sourcesOfPublisher } from '../../../../ingest/sources/publishers.ts';
import { findSource } from '../../../../ingest/sources/registry.ts';
import { parseSubmission } from '../../../../ingest/sources/submission.ts';
import type { NewArticle } from '../../../../model/article.ts';
import type { Principal } from '../../../../model/principal.ts';
import type { Source } from '../../../../model/source.ts';
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
  handler: async ({ context, principal, body }) => {
    const source = await requirePublisher(context, principal, body.sourceId);
    const reading = {
      sourceId: source.id,
      sites: [source.url, ...(source.homePage === null ? [] : [source.homePage])],
      submissionId: context.newId(),
      language: source.language,
      now: context.clock.now(),
    };
    const read = body.articles.map(article => parseSubmission(article, reading));
    return { status: 200, body: { articles: await store(context, read) } };
  },
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

/** Callers without permission must not learn which sources exist. */
async function requirePublisher(
  { database }: AppContext,
  { userId }: Principal,
  sourceId: string,
): Promise<Source> {
  if (!(await isPublisher(database, sourceId, userId)))
    throw new Problem('forbidden', 'You are not verified for this source.');
  const source = await findSource(database, sourceId);
  if (source?.kind !== 'submit' || source.status !== 'active')
    throw new Problem('conflict', 'This source does not accept articles at present.');
  return source;
}

async function store(context: AppContext, read: readonly (NewArticle | string)[]): Promise<PublishOutcome[]> {
  const articles = read.filter(each => typeof each !== 'string');
  const outcomes = await context.database.transaction(tx => storeArticles(tx, context, articles));
  const waiting = outcomes.values();
  return read.map(each =>
    typeof each === 'string'
      ? { outcome: 'invalid', articleId: null, reason: each }
      : stored(waiting.next().value),
  );
}

function stored(outcome: StoredOutcome | undefined): PublishOutcome {
  if (!outcome) throw new RangeError('every stored article has an outcome');
  return { outcome: outcome.kind, articleId: outcome.articleId, reason: null };
}

interface PublishOutcome {
  readonly outcome: StoredOutcome['kind'] | 'invalid';
  readonly articleId: string | null;
  readonly reason: string | null;
}
