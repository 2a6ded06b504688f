import type {
  DocumentItem,
  FeedCategory,
  FeedEnclosure,
  FeedMedia,
  FeedPerson,
} from '../../../model/feed-document.ts';
import { escapeMarkup } from '../../sanitise/escaping.ts';
import { parseFeedDate } from '../text/dates.ts';
import { withoutControls } from '../text/entities.ts';
import { collapse, looksLikeHtml } from '../text/html-text.ts';
import { firstImage, resolveHtmlUrls } from '../text/html-urls.ts';
import { resolveUrl } from '../text/urls.ts';
import { addCategory } from './categories.ts';
import { parseTolerantly } from './json-text.ts';
import { LIMITS } from './limits.ts';
import { addEnclosure, addMedia, pictureAt } from './media.ts';
import { ItemNames, itemName } from './names.ts';
import { NotAFeed } from './not-a-feed.ts';
import { addPerson, parsePerson } from './people.ts';
import type { Recoveries } from './recoveries.ts';
import type { FeedWithItems } from './xml-feed.ts';

/** JSON Feed 1.0 and 1.1. Types are unreliable: ids may be numbers, lists may be single values. */
export function readJsonFeed(source: string, url: string | null, recoveries: Recoveries): FeedWithItems {
  const feed = parseTolerantly(source, recoveries);
  if (!isObject(feed)) throw new NotAFeed('unknown-json', 'The document is JSON, but not an object');
  const version = text(feed['version']) ?? '';
  const isDeclared = /jsonfeed\.org/i.test(version);
  if (!isDeclared && !(Array.isArray(feed['items']) && text(feed['title']))) {
    throw new NotAFeed('unknown-json', 'The document is JSON, but not a JSON Feed');
  }
  const home = resolveUrl(text(feed['home_page_url']), url);
  const reading: JsonFeedScope = { base: url ?? home, recoveries };
  const authors = people(feed, reading);
  const all = list(feed['items']).filter(isObject);
  if (all.length > LIMITS.items) recoveries.add('too-many-items', `only the first ${LIMITS.items} were read`);
  const names = new ItemNames();
  const items = all.slice(0, LIMITS.items).map(item => {
    const account = recoveries.account();
    const read = readItem(item, reading, authors);
    if (names.isFirst(itemName(read))) recoveries.refund(account, read.content?.length ?? 0);
    return read;
  });
  const icon = resolveUrl(text(feed['favicon']), reading.base);
  return {
    format: version.endsWith('1.1') ? 'json-feed-1.1' : 'json-feed-1.0',
    title: plain(feed['title']),
    link: home,
    self: resolveUrl(text(feed['feed_url']), url),
    hubs: list(feed['hubs']).flatMap(hub => resolveUrl(isObject(hub) ? text(hub['url']) : null, null) ?? []),
    next: resolveUrl(text(feed['next_url']), reading.base),
    description: html(feed['description'], reading),
    language: text(feed['language']),
    published: null,
    updated: null,
    image: resolveUrl(text(feed['icon']), reading.base) ?? icon,
    icon,
    authors,
    categories: [],
    rights: null,
    generator: null,
    ttlMinutes: null,
    updatePeriod: null,
    updateFrequency: null,
    skipHours: [],
    skipDays: [],
    sitemaps: [],
    items,
  };
}

interface JsonFeedScope {
  readonly base: string | null;
  readonly recoveries: Recoveries;
}

type JsonObject = Readonly<Record<string, unknown>>;

function readItem(
  item: JsonObject,
  reading: JsonFeedScope,
  feedAuthors: readonly FeedPerson[],
): DocumentItem {
  const id = text(item['id']) ?? text(item['guid']);
  const link =
    resolveUrl(text(item['url']), reading.base) ??
    resolveUrl(text(item['external_url']), reading.base) ??
    (id !== null && /^\.{0,2}\/[^\s]/.test(id) ? resolveUrl(id, reading.base) : null);
  const markup = text(item['content_html']);
  const bare = text(item['content_text']);
  const content =
    markup !== null
      ? resolveHtmlUrls(markup, reading.base ?? link, reading.recoveries.addresses)
      : bare === null
        ? null
        : escapeMarkup(bare);
  const summary = html(item['summary'], reading) ?? content;
  const own = people(item, reading);
  const media = pictures(item, reading);
  return {
    id,
    title: plain(item['title']),
    link,
    originalLink: null,
    published: moment(item['date_published'], reading),
    updated: moment(item['date_modified'], reading),
    authors: own.length > 0 ? own : feedAuthors,
    contributors: [],
    summary,
    content,
    categories: tags(item['tags']),
    enclosures: attachments(item['attachments'], reading),
    image: media[0]?.url ?? resolveUrl(firstImage(content ?? ''), link ?? reading.base),
    media,
    comments: null,
    commentsFeed: null,
    commentCount: null,
    language: text(item['language']),
    source: null,
    geo: null,
    rights: null,
    durationSeconds: null,
  };
}

function people(of: JsonObject, { base }: JsonFeedScope): FeedPerson[] {
  const found: FeedPerson[] = [];
  for (const person of [...list(of['authors']), ...list(of['author'])]) {
    if (!isObject(person)) addPerson(found, parsePerson(text(person) ?? ''));
    else {
      const parsed = parsePerson(text(person['name']) ?? text(person['email']) ?? '');
      if (parsed !== null) addPerson(found, { ...parsed, url: resolveUrl(text(person['url']), base) });
    }
  }
  return found;
}

function pictures(item: JsonObject, { base }: JsonFeedScope): FeedMedia[] {
  const media: FeedMedia[] = [];
  for (const name of ['image', 'banner_image']) {
    const value = item[name];
    const url = resolveUrl(isObject(value) ? text(value['url']) : text(value), base);
    if (url !== null) addMedia(media, pictureAt(url));
  }
  return media;
}

function attachments(value: unknown, { base }: JsonFeedScope): FeedEnclosure[] {
  const enclosures: FeedEnclosure[] = [];
  for (const attachment of list(value).filter(isObject)) {
    const url = resolveUrl(text(attachment['url']), base);
    const type = text(attachment['mime_type']);
    const length = Number(attachment['size_in_bytes'] ?? Number.NaN);
    if (url !== null)
      addEnclosure(enclosures, { url, type, length: Number.isSafeInteger(length) ? length : null });
  }
  return enclosures;
}

function tags(value: unknown): FeedCategory[] {
  const categories: FeedCategory[] = [];
  for (const tag of list(value)) {
    const term = collapse(text(tag) ?? '');
    if (term !== '') addCategory(categories, { name: term, term, scheme: null });
  }
  return categories;
}

function moment(value: unknown, { recoveries }: JsonFeedScope): number | null {
  const written = text(value);
  if (written === null) return null;
  const parsed = parseFeedDate(written);
  if (parsed === null) recoveries.add('bad-date', written);
  return parsed;
}

function html(value: unknown, { base, recoveries }: JsonFeedScope): string | null {
  const written = text(value);
  if (written === null) return null;
  return looksLikeHtml(written)
    ? resolveHtmlUrls(written, base, recoveries.addresses)
    : escapeMarkup(written);
}

/** Titles are plain text here; apparent tags and references in them are text. */
function plain(value: unknown): string | null {
  return collapse(text(value)?.slice(0, LIMITS.titleLength) ?? '') || null;
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return (
    withoutControls(value.length > LIMITS.textLength ? value.slice(0, LIMITS.textLength) : value).trim() ||
    null
  );
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
