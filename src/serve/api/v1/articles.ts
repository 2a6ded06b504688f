import Type from 'typebox';
import { articleInContext, articleRevisions, comparedRevision } from '../../../app/articles/articles.ts';
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
    const { article, revisions, context: articleContext } = await articleInContext(context, params.id);
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
    const revisions = await articleRevisions(context, params.id);
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
    const { revision, difference } = await comparedRevision(context, params.id, params.revision);
    return { status: 200, body: showRevision(revision, difference) };
  },
});
