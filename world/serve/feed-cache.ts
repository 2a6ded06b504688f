import { hashOf } from '../draw.ts';
import type { Publisher } from '../types.ts';
import type { World } from '../world.ts';
import { type Answer, unchanged } from './answer.ts';
import { encodeText, encodeWrongly } from './encode.ts';
import { CONTENT_TYPES, FEED_NAMES, writeFeedDocument } from './feeds.ts';

const FEEDS_KEPT = 2_000;

/** Feed documents as encoded bytes; each is rendered again after a new article or a correction. */
export function createFeedCache(world: World): FeedCache {
  const kept = new Map<string, CachedFeed>();
  return {
    answer: (publisher, home, time, conditions) => {
      const key = `${publisher.index} ${home}`;
      let feed = kept.get(key);
      if (!feed || time >= feed.validUntil || time < feed.writtenAt) {
        feed = writeFeed(world, publisher, home, time);
        kept.delete(key);
        kept.set(key, feed);
        dropOldest(kept);
      }
      return isUnchanged(feed, conditions) ? feed.unchanged : feed.full;
    },
  };
}

function writeFeed(world: World, publisher: Publisher, home: string, time: number): CachedFeed {
  const articles = publisher.fault === 'empty' ? [] : world.articlesOf(publisher, time);
  const updatedAt = articles.reduce(
    (latest, article) => Math.max(latest, article.updatedAt),
    articles[0]?.publishedAt ?? world.startsAt,
  );
  const feedUrl = `${home}/${FEED_NAMES[publisher.format]}`;
  const text = writeFeedDocument({ publisher, articles, home, feedUrl, updatedAt });
  const body = bytesOf(publisher, text);
  const validators = validatorsOf(
    world.seed,
    publisher,
    articles.map(({ id, updatedAt: at }) => `${id}${at}`).join(),
    updatedAt,
  );
  const cacheControl = { 'cache-control': `public, max-age=${publisher.style === 'wire' ? 60 : 300}` };
  const headers = { 'content-type': contentTypeOf(publisher), ...cacheControl, ...validators };
  return {
    writtenAt: time,
    validUntil: world.nextChangeAt(publisher, time),
    etag: validators['etag'] ?? null,
    lastModified: Math.floor(updatedAt / 1000) * 1000,
    full: { status: 200, headers, body },
    unchanged: unchanged({ ...cacheControl, ...validators }),
  };
}

/** Some publishers send both validators, some one; some entity tags are weak or lack quotes. */
function validatorsOf(
  seed: number,
  { index }: Publisher,
  content: string,
  updatedAt: number,
): Record<string, string> {
  const digest = hashOf(seed, ['etag', index, content]).toString(36);
  const etag = [`"${digest}"`, `W/"${digest}"`, `"${digest}-gzip"`, digest][index % 4] ?? digest;
  const lastModified = new Date(updatedAt).toUTCString();
  if (index % 5 === 3) return { 'last-modified': lastModified };
  return index % 5 === 4 ? { etag } : { etag, 'last-modified': lastModified };
}

function isUnchanged(
  { etag, lastModified }: CachedFeed,
  { ifNoneMatch, ifModifiedSince }: Conditions,
): boolean {
  if (ifNoneMatch !== undefined && etag !== null)
    return ifNoneMatch === etag || ifNoneMatch.split(/,\s*/).includes(etag);
  return ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= lastModified;
}

function bytesOf(publisher: Publisher, text: string): Buffer {
  switch (publisher.fault) {
    case 'wrong-encoding':
      return encodeWrongly(text);
    case 'malformed':
      return Buffer.from(
        text
          .replaceAll('</title>', ' &nbsp;& more\u0003</title>')
          .replace('</item>', '')
          .replaceAll('&amp;', '&'),
      );
    case 'truncated':
      return Buffer.from(text.slice(0, Math.floor(text.length * 0.7)));
    default:
      return encodeText(text, publisher.encoding);
  }
}

function contentTypeOf({ format, encoding, index }: Publisher): string {
  if (format === 'json') return CONTENT_TYPES.json;
  const type = index % 7 === 2 ? 'text/xml' : CONTENT_TYPES[format];
  return index % 3 === 0 ? type : `${type}; charset=${encoding}`;
}

function dropOldest(kept: Map<string, CachedFeed>): void {
  if (kept.size <= FEEDS_KEPT) return;
  const oldest = kept.keys().next();
  if (!oldest.done) kept.delete(oldest.value);
}

interface CachedFeed {
  readonly writtenAt: number;
  readonly validUntil: number;
  readonly etag: string | null;
  readonly lastModified: number;
  readonly full: Answer;
  readonly unchanged: Answer;
}

export interface Conditions {
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
}

export interface FeedCache {
  answer(publisher: Publisher, home: string, time: number, conditions: Conditions): Answer;
}
