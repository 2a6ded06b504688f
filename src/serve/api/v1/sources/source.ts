import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import {
  crawlNow,
  editSource,
  pause,
  remove,
  requireSource,
  resume,
  takeOverAddress,
} from '../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../app/context.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { listArticlesOfSource } from '../../../../ingest/dedup/articles.ts';
import { listFetches } from '../../../../ingest/sources/fetches.ts';
import { checkHeaders, checkHomePage, checkSettings } from '../../../../ingest/sources/settings.ts';
import { normaliseSourceAddress } from '../../../../ingest/sources/typed-address.ts';
import type { Principal } from '../../../../model/principal.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { IdParams, object, oneOf, orNull, PageQuery, pageOf } from '../../schemas.ts';
import {
  Address,
  FetchSchema,
  HeadersSchema,
  SourceFields,
  SourceSchema,
  showFetch,
  showSource,
} from '../../source-schemas.ts';
import { ArticleSummarySchema, showArticleSummary } from '../articles/schemas.ts';

const READ = { scope: 'sources:read' } as const;
const WRITE = { scope: 'sources:write', role: 'operator' } as const;
const SHOWN = { 200: { description: 'The source', schema: SourceSchema } } as const;

export const getSource = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/{id}',
  operationId: 'getSource',
  summary: 'One source, with its health for operators',
  tag: 'Sources',
  access: READ,
  params: IdParams,
  responses: SHOWN,
  problems: ['source-not-found'],
  handler: ({ context, principal, params }) => shown(context, principal, params.id),
});

export const patchSource = defineRoute({
  method: 'PATCH',
  path: '/api/v1/sources/{id}',
  operationId: 'changeSource',
  summary: 'Change the settings of a source',
  description: 'Omitted settings stay unchanged. Headers are replaced as a whole; null removes them.',
  tag: 'Sources',
  access: WRITE,
  params: IdParams,
  body: object({ ...SourceFields, headers: Type.Optional(orNull(HeadersSchema)) }),
  responses: SHOWN,
  problems: ['forbidden', 'source-not-found'],
  handler: async ({ context, principal, client, params, body }) => {
    const { kind } = await requireSource(context, params.id);
    if (body.settings) checkSettings(kind, body.settings);
    checkHeaders(kind, body.headers);
    checkHomePage(body.homePage);
    await editSource(context, actingPerson(principal, client), params.id, body);
    return shown(context, principal, params.id);
  },
});

export const deleteSource = defineRoute({
  method: 'DELETE',
  path: '/api/v1/sources/{id}',
  operationId: 'removeSource',
  summary: 'Remove a source, with or without its articles',
  description: 'Cannot be undone. Many articles take a while; repeat the request if it is interrupted.',
  tag: 'Sources',
  access: WRITE,
  params: IdParams,
  query: object({ articles: Type.Optional(oneOf(['keep', 'remove'])) }),
  responses: {
    200: {
      description: 'The number of removed articles',
      schema: object({ removedArticles: Type.Integer() }),
    },
  },
  problems: ['forbidden', 'source-not-found'],
  handler: async ({ context, principal, client, params, query }) => {
    const by = actingPerson(principal, client);
    const removedArticles = await remove(context, by, params.id, query.articles ?? 'keep');
    return { status: 200, body: { removedArticles } };
  },
});

export const pauseSourceRoute = actionRoute('pause', pause, {
  operationId: 'pauseSource',
  summary: 'Pause a source',
});

export const resumeSourceRoute = actionRoute('resume', resume, {
  operationId: 'resumeSource',
  summary: 'Resume a paused or dead source',
});

export const crawlSource = actionRoute('crawl', crawlNow, {
  operationId: 'crawlSource',
  summary: 'Make a source due now',
  description: 'It is fetched as soon as its host may be contacted.',
  problems: ['conflict'],
});

export const takeOver = defineRoute({
  method: 'POST',
  path: '/api/v1/sources/{id}/take-over',
  operationId: 'takeOverAddress',
  summary: 'Continue at the address that a source has moved to, or at another',
  description: 'Articles and settings stay; the source becomes due now and its problems are reset.',
  tag: 'Sources',
  access: WRITE,
  params: IdParams,
  body: object({ url: Type.Optional(Address) }),
  responses: SHOWN,
  problems: ['forbidden', 'source-not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body }) => {
    const url = body.url === undefined ? undefined : normaliseSourceAddress(body.url);
    await takeOverAddress(context, actingPerson(principal, client), params.id, url);
    return shown(context, principal, params.id);
  },
});

export const getFetches = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/{id}/fetches',
  operationId: 'listFetches',
  summary: 'The last fetches of a source and its pages, newest first',
  tag: 'Sources',
  access: { scope: 'sources:read', role: 'operator' },
  params: IdParams,
  query: object(PageQuery),
  responses: { 200: { description: 'A page of fetches', schema: pageOf(FetchSchema) } },
  problems: ['forbidden', 'source-not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query }) => {
    await requireSource(context, params.id);
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: `fetches ${params.id}`, owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const fetches = await listFetches(context.database, params.id, {
      ...(after ? { after: { at: new Date(after['at'] ?? ''), id: after['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, fetches, limit, ({ at, id }) => ({
      at: at.toISOString(),
      id,
    }));
    return { status: 200, body: { items: items.map(showFetch), nextCursor } };
  },
});

export const getSourceArticles = defineRoute({
  method: 'GET',
  path: '/api/v1/sources/{id}/articles',
  operationId: 'listArticlesOfSource',
  summary: 'The articles of a source, newest first',
  tag: 'Articles',
  access: READ,
  params: IdParams,
  query: object(PageQuery),
  responses: { 200: { description: 'A page of articles', schema: pageOf(ArticleSummarySchema) } },
  problems: ['source-not-found', 'invalid-cursor'],
  handler: async ({ context, principal, params, query }) => {
    await requireSource(context, params.id);
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: `articles ${params.id}`, owner: principal.userId };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const articles = await listArticlesOfSource(context.database, params.id, {
      ...(after ? { after: { publishedAt: new Date(after['at'] ?? ''), id: after['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, articles, limit, ({ publishedAt, id }) => ({
      at: publishedAt.toISOString(),
      id,
    }));
    return { status: 200, body: { items: items.map(showArticleSummary), nextCursor } };
  },
});

/** An action on a source without parameters; responds with the updated source. */
function actionRoute(
  name: string,
  action: typeof pause,
  { problems = [], ...operation }: Pick<Route, 'operationId' | 'summary' | 'description' | 'problems'>,
): Route {
  return defineRoute({
    method: 'POST',
    path: `/api/v1/sources/{id}/${name}`,
    ...operation,
    tag: 'Sources',
    access: WRITE,
    params: IdParams,
    responses: SHOWN,
    problems: ['forbidden', 'source-not-found', ...problems],
    handler: async ({ context, principal, client, params }) => {
      await action(context, actingPerson(principal, client), params.id);
      return shown(context, principal, params.id);
    },
  });
}

async function shown(context: AppContext, principal: Principal, id: string) {
  const source = await requireSource(context, id);
  return { status: 200, body: showSource(source, principal, new Date(context.clock.now())) } as const;
}
