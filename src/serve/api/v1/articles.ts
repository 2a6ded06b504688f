import Type from 'typebox';
import type { AppContext } from '../../../app/context.ts';
import { Problem } from '../../../errors.ts';
import { findArticle, revisionsOf } from '../../../ingest/dedup/articles.ts';
import { diffText } from '../../../ingest/dedup/diff/diff-text.ts';
import type { Article } from '../../../model/article.ts';
import { findArticleContext } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { Id, IdParams, object } from '../schemas.ts';
import {
  ArticleSchema,
  RevisionSchema,
  RevisionSummarySchema,
  showArticle,
  showRevision,
  showRevisionSummary,
} from './articles/schemas.ts';

const READ = { scope: 'sources:read' } as const;

export const getArticle = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}',
  operationId: 'getArticle',
  summary: 'An article in its first version, with its story',
  tag: 'Articles',
  access: READ,
  params: IdParams,
  responses: { 200: { description: 'The article', schema: ArticleSchema } },
  problems: ['article-not-found'],
  handler: async ({ context, params }) => {
    const article = await requireArticle(context, params.id);
    const [revisions, articleContext] = await Promise.all([
      revisionsOf(context.database, article.id),
      findArticleContext(context.database, article.id),
    ]);
    return { status: 200, body: showArticle(article, revisions.length, articleContext) };
  },
});

export const getRevisions = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}/revisions',
  operationId: 'listRevisions',
  summary: 'The later revisions of an article, in order',
  tag: 'Articles',
  access: READ,
  params: IdParams,
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(RevisionSummarySchema) }) },
  },
  problems: ['article-not-found'],
  handler: async ({ context, params }) => {
    const article = await requireArticle(context, params.id);
    const revisions = await revisionsOf(context.database, article.id);
    return { status: 200, body: { items: revisions.map(showRevisionSummary) } };
  },
});

export const getRevision = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}/revisions/{revision}',
  operationId: 'getRevision',
  summary: 'One revision with a word-by-word diff',
  tag: 'Articles',
  access: READ,
  params: object({ id: Id, revision: Id }),
  responses: { 200: { description: 'The revision', schema: RevisionSchema } },
  problems: ['article-not-found'],
  handler: async ({ context, params }) => {
    const article = await requireArticle(context, params.id);
    const revisions = await revisionsOf(context.database, article.id);
    const index = revisions.findIndex(({ id }) => id === params.revision);
    const revision = revisions[index];
    if (!revision) throw new Problem('article-not-found', 'The article has no such revision.');
    const before = revisions[index - 1] ?? article;
    const difference = {
      title: diffText(before.title, revision.title),
      text: diffText(before.bodyText, revision.bodyText),
    };
    return { status: 200, body: showRevision(revision, difference) };
  },
});

export async function requireArticle({ database }: AppContext, id: string): Promise<Article> {
  const article = await findArticle(database, id);
  if (!article) throw new Problem('article-not-found');
  return article;
}
