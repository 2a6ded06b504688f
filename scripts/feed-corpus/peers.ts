import { parseFeed as parseWithRowanmanning } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import RssParser from 'rss-parser';
import { parseFeedDocument } from '../../src/ingest/parse/feed/index.ts';
import { type CorpusCase, shownText, valueAt } from '../../test/corpus/feed-corpus.ts';
import { viewOf } from '../../test/corpus/feed-view.ts';

/**
 * Each parser's result in the terms of the corpus, for fields that all of them support. When a parser has several
 * fields for a value, the first non-empty one counts.
 */
export const PEERS: Readonly<Record<string, (found: CorpusCase) => Promise<unknown>>> = {
  ours: async ({ bytes, url, contentType }) =>
    viewOf(parseFeedDocument(bytes, { url: url ?? null, contentType: contentType ?? null })),
  feedsmith: async found => common(valueAt(parseWithFeedsmith(textOf(found)), 'feed')),
  'rss-parser': async found => common(await new RssParser().parseString(textOf(found))),
  feedparser: async found => common(await parseWithFeedparser(found)),
  '@rowanmanning/feed-parser': async found => common(parseWithRowanmanning(textOf(found)).toJSON()),
};

/** The fields that every parser supports. */
export const COMMON_PATHS =
  /^(?:title|link|items\.length|items\[\d+\]\.(?:id|title|link|published|body|authors?|categories|enclosures))$/;

/** The peers take text, decoded with the charset of the response. */
function textOf({ bytes, contentType }: CorpusCase): string {
  const label = /charset=([^\s;]+)/.exec(contentType ?? '')?.[1] ?? 'utf-8';
  return new TextDecoder(label).decode(bytes);
}

async function parseWithFeedparser(found: CorpusCase): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const parser = new FeedParser(found.url === undefined ? {} : { feedurl: found.url });
  const items: unknown[] = [];
  parser.on('data', item => items.push(item));
  parser.on('error', reject);
  parser.on('end', () => resolve({ ...parser.meta, items }));
  parser.end(textOf(found));
  return promise;
}

function common(feed: unknown): unknown {
  const items = valueAt(feed, 'items') ?? valueAt(feed, 'entries') ?? [];
  return {
    title: text(first(feed, 'title.value', 'title')),
    link: text(first(feed, 'link', 'url', 'home_page_url') ?? alternate(feed)),
    items: Array.isArray(items) ? items.map(commonItem) : [],
  };
}

function commonItem(item: unknown): unknown {
  const body = first(
    item,
    'content:encoded',
    'content.encoded',
    'content.value',
    'content_html',
    'content',
    'description',
    'summary',
    'content_text',
  );
  const date = first(
    item,
    'pubDate',
    'pubdate',
    'published',
    'date_published',
    'isoDate',
    'dc.dates.0',
    'dc.date',
    'updated',
  );
  const authors = names(first(item, 'authors', 'author', 'creator', 'dc.creators', 'dc.creator'));
  return {
    id: text(first(item, 'guid.value', 'guid', 'id', 'meta.rdf:about')),
    title: text(first(item, 'title.value', 'title')),
    link: text(first(item, 'link', 'url') ?? alternate(item)),
    published: isoDate(date),
    body: shownText(text(body)),
    author: authors[0] ?? null,
    authors,
    categories: names(first(item, 'categories', 'tags', 'dc.subjects')),
    enclosures: urls(first(item, 'enclosures', 'enclosure', 'media', 'attachments')),
  };
}

function first(of: unknown, ...paths: string[]): unknown {
  for (const path of paths) {
    const value = /^[^.]*:/.test(path) ? direct(of, path) : valueAt(of, path);
    if (value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) return value;
  }
  return null;
}

function direct(of: unknown, name: string): unknown {
  return (typeof of === 'object' && of !== null ? Reflect.get(of, name) : null) ?? null;
}

function alternate(of: unknown): unknown {
  const links = valueAt(of, 'links');
  if (!Array.isArray(links)) return null;
  const found = links.find(link => ['alternate', null].includes(text(valueAt(link, 'rel'))));
  return valueAt(found, 'href');
}

function names(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === null ? [] : [value];
  return list.flatMap(one => text(first(one, 'name', 'label', 'term')) ?? text(one) ?? []);
}

function urls(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === null ? [] : [value];
  return list.flatMap(one => text(first(one, 'url', 'href')) ?? []);
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() || null : null;
}

function isoDate(value: unknown): string | null {
  const moment = value instanceof Date ? value : new Date(String(value));
  return value === null || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
