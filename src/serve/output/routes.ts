import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import type { OutputFeed } from '../../app/output/document.ts';
import {
  type FeedContent,
  isPublicName,
  privateFeed,
  publicFeed,
  storyFeed,
} from '../../app/output/feed-content.ts';
import { savedSearchFeed } from '../../app/output/saved-search-feed.ts';
import { searchFeed } from '../../app/output/search-feed.ts';
import { trendingFeed } from '../../app/output/trending-feed.ts';
import { Problem } from '../../errors.ts';
import { isFeedOf } from '../../feeds/pages/feed.ts';
import { useFeedToken } from '../../feeds/readers/tokens.ts';
import { cacheControl, sendTagged } from '../http/headers.ts';
import type { Admit } from '../http/server.ts';
import { writeAtom } from './atom.ts';
import { writeJsonFeed } from './json-feed.ts';
import { writeRss } from './rss.ts';
import { feedStyle } from './style.ts';

/**
 * FEED-12: every feed for other programs.
 *
 *   /feeds/top.atom  /feeds/latest.rss  /feeds/trending.json  /feeds/search.atom?q=ferry  /feeds/topic/chess.json  /feeds/story/{id}.atom  /feeds/private/{token}.rss
 */
export function registerOutput(
  app: FastifyInstance,
  context: AppContext,
  admit: Admit,
  stylesheet: string,
): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    admit({ access: 'public', cache: { public: 0 } }, request, reply);
  const style = feedStyle(context.config.name, stylesheet);
  app.get('/feeds/style.xsl', { onRequest }, async (request, reply) =>
    sendTagged(
      request,
      reply.header('cache-control', 'public, max-age=3600').type('text/xsl; charset=utf-8'),
      style,
    ),
  );
  app.get('/feeds/:file', { onRequest }, async (request, reply) => {
    const { stem, format } = partsOf(request, 'file');
    if (stem === 'search') {
      const found = await searchFeed(context, queryOf(request, 'q'), numberIn(request));
      return send(context, request, reply, format, found, PUBLIC);
    }
    if (stem === 'trending')
      return send(context, request, reply, format, await trendingFeed(context, numberIn(request)), PUBLIC);
    if (!isPublicName(stem) || isFeedOf(stem)) throw new Problem('not-found');
    const selection = { name: stem, of: '', language: languageIn(request), number: numberIn(request) };
    return send(context, request, reply, format, await publicFeed(context, selection), PUBLIC);
  });
  app.get('/feeds/:kind/:file', { onRequest }, async (request, reply) => {
    const { stem, format } = partsOf(request, 'file');
    const kind = paramOf(request, 'kind');
    if (kind === 'private') return sendPrivate(context, request, reply, format, stem);
    if (kind === 'story')
      return send(context, request, reply, format, await storyFeed(context, stem), PUBLIC);
    if (!isPublicName(kind) || !isFeedOf(kind)) throw new Problem('not-found');
    const selection = { name: kind, of: stem, language: languageIn(request), number: numberIn(request) };
    return send(context, request, reply, format, await publicFeed(context, selection), PUBLIC);
  });
}

async function sendPrivate(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  format: OutputFormat,
  token: string,
) {
  const known = await useFeedToken(context.database, token, new Date(context.clock.now()));
  if (!known) throw new Problem('not-found');
  // The address is the credential: caches and referrers must not reveal it.
  reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
  const { userId, feed, savedSearchId } = known;
  const number = numberIn(request);
  const content =
    feed === 'search'
      ? await savedSearchFeed(context, userId, savedSearchId ?? '', number)
      : await privateFeed(context, userId, feed, number);
  return send(context, request, reply, format, content, 'private');
}

function send(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  format: OutputFormat,
  content: FeedContent,
  cache: Parameters<typeof cacheControl>[0],
): FastifyReply {
  const feed = addressed(context, request, content, cache !== 'private');
  const { type, write } = FORMATS[format];
  reply
    .header('cache-control', cacheControl(cache))
    .header('content-security-policy', SHOWN_AS_PAGE)
    .header('link', linkHeader(feed))
    .type(`${type}; charset=utf-8`);
  return sendTagged(request, reply, write(feed));
}

/** RFC 5005: links to the feed itself, its first and its next page. */
function addressed(
  { origin, config }: AppContext,
  request: FastifyRequest,
  { items, hasMore, page, ...about }: FeedContent,
  isPublic: boolean,
): OutputFeed {
  const number = numberIn(request);
  const at = (wanted: number) => {
    const url = new URL(request.url, origin);
    if (wanted === 1) url.searchParams.delete('page');
    else url.searchParams.set('page', String(wanted));
    return url.href;
  };
  const newest = Math.max(0, ...items.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    ...about,
    page: `${origin}${page}`,
    items,
    self: at(number),
    first: at(1),
    previous: number > 1 ? at(number - 1) : null,
    next: hasMore && number < MAX_PAGES ? at(number + 1) : null,
    hub: isPublic ? (config.websubHub ?? null) : null,
    updatedAt: new Date(newest),
  };
}

/** WebSub requires these links in headers, before the document. */
function linkHeader({ self, hub }: OutputFeed): string {
  const links = [`<${self}>; rel="self"`, ...(hub === null ? [] : [`<${hub}>; rel="hub"`])];
  return links.join(', ');
}

function partsOf(request: FastifyRequest, name: string): { stem: string; format: OutputFormat } {
  const file = paramOf(request, name);
  const dot = file.lastIndexOf('.');
  const format = file.slice(dot + 1);
  if (dot < 1 || !isFormat(format)) throw new Problem('not-found');
  return { stem: file.slice(0, dot), format };
}

function paramOf({ params }: FastifyRequest, name: string): string {
  const value = typeof params === 'object' && params !== null ? { ...params } : {};
  const text = (value as Record<string, unknown>)[name];
  return typeof text === 'string' && !text.includes('\0') ? text : '';
}

function queryOf({ query }: FastifyRequest, name: string): string {
  const value = (typeof query === 'object' && query !== null ? { ...query } : {}) as Record<string, unknown>;
  return typeof value[name] === 'string' ? value[name] : '';
}

function numberIn(request: FastifyRequest): number {
  const number = Number(queryOf(request, 'page') || '1');
  if (!Number.isInteger(number) || number < 1 || number > MAX_PAGES) throw new Problem('not-found');
  return number;
}

function languageIn(request: FastifyRequest): string | null {
  const language = queryOf(request, 'language');
  return /^[a-z]{2,3}$/.test(language) ? language : null;
}

const FORMATS = {
  atom: { type: 'application/atom+xml', write: writeAtom },
  rss: { type: 'application/rss+xml', write: writeRss },
  json: { type: 'application/feed+json', write: writeJsonFeed },
} as const;

type OutputFormat = keyof typeof FORMATS;

function isFormat(text: string): text is OutputFormat {
  return Object.hasOwn(FORMATS, text);
}

const PUBLIC = { public: 60 } as const;
const MAX_PAGES = 30;
/** A browser that renders the feed may load only our style sheets. */
const SHOWN_AS_PAGE =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; frame-ancestors 'none'";
