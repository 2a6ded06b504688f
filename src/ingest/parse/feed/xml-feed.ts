import type { DocumentItem, FeedDocument, SitemapReference } from '../../../model/feed-document.ts';
import { resolveUrl } from '../text/urls.ts';
import { ChannelDraft } from './channel-draft.ts';
import { CHANNEL_ELEMENTS } from './channel-elements.ts';
import { ItemDraft } from './item-draft.ts';
import { ITEM_ELEMENTS } from './item-elements.ts';
import { ItemNames, itemName } from './names.ts';
import { NotAFeed } from './not-a-feed.ts';
import type { Recoveries } from './recoveries.ts';
import { findRoot, formatOf, rootScope } from './root.ts';
import { DocumentScope } from './scope.ts';
import { readSitemapItem, readSitemapReference } from './sitemaps.ts';
import type { XmlElement } from './xml/element.ts';
import { XmlReader } from './xml/reader.ts';

/** Parses RSS, RDF, Atom, CDF and sitemaps: each item at its end, then the head around them. */
export function readXmlFeed(source: string, url: string | null, recoveries: Recoveries): FeedWithItems {
  const { start, isCertain } = findRoot(source, recoveries);
  const items: DocumentItem[] = [];
  const sitemaps: SitemapReference[] = [];
  const names = new ItemNames();
  let site: string | null = null;
  const scope = new DocumentScope(url, recoveries, () => (site ??= findSite(source, start)));
  const reader = new XmlReader(
    source,
    start,
    {
      rootScope,
      isItem: key => ITEMS.has(key),
      isText: key => TEXT_ELEMENTS.has(key),
      isProse: key => PROSE.has(key),
      onItem: element => names.isFirst(addItem(element, scope, items, sitemaps)),
    },
    recoveries,
  );
  const root = reader.read(url);
  const format = formatOf(root);
  if (format === 'news-sitemap') return newsSitemap(items, scope, format);
  const channel = readChannel(root, scope);
  const head = channel.finish();
  if (!isCertain && items.length === 0 && head.title === null) {
    throw new NotAFeed('unknown-xml', `<${root.name}> contains nothing of a feed`);
  }
  return { ...head, format, items: withFeedAuthors(items, head.authors), sitemaps };
}

export type FeedWithItems = Omit<FeedDocument, 'encoding' | 'recovered'>;

/** Adds the item or sitemap of an element; returns the name that identifies it. */
function addItem(
  element: XmlElement,
  scope: DocumentScope,
  items: DocumentItem[],
  sitemaps: SitemapReference[],
): string | null {
  if (element.key === 'sitemap:sitemap') {
    const reference = readSitemapReference(element, scope);
    if (reference === null) return null;
    sitemaps.push(reference);
    return reference.url;
  }
  const item = element.key === 'sitemap:url' ? readSitemapItem(element, scope) : readItem(element, scope);
  if (item === null) return null;
  items.push(item);
  return itemName(item);
}

/** One item of RSS, RDF, Atom or CDF: real feeds mix their elements, so one table has all of them. */
function readItem(element: XmlElement, scope: DocumentScope): DocumentItem {
  const draft = new ItemDraft(scope);
  for (const child of element.children) ITEM_ELEMENTS.get(child.key)?.(draft, child);
  const about = element.attribute('rdf:about');
  if (about !== null) {
    draft.id.offer(8, about.trim());
    if (/^https?:/i.test(about.trim())) draft.link.offer(12, scope.address(element, about));
  }
  readChannelDefinition(element, draft);
  draft.language.offer(1, element.language);
  return draft.finish();
}

/** Channel Definition Format keeps the address and the date in attributes. */
function readChannelDefinition(element: XmlElement, draft: ItemDraft): void {
  const href = element.attribute('href');
  if (href !== null) draft.link.offer(13, draft.scope.address(element, href));
  const lastModified = element.attribute('lastmod');
  if (lastModified !== null) draft.updated.offer(20, draft.scope.moment(lastModified));
}

/** The elements of the head are in the channel; RDF has the image beside it, and some feeds have no channel. */
function readChannel(root: XmlElement, scope: DocumentScope): ChannelDraft {
  const draft = new ChannelDraft(scope);
  const channel = root.children.find(child => child.key.endsWith(':channel'));
  for (const container of channel === undefined ? [root] : [channel, root]) {
    for (const child of container.children) CHANNEL_ELEMENTS.get(child.key)?.(draft, child);
    const href = container.attribute('href');
    if (href !== null) draft.link.offer(15, scope.address(container, href));
    const modified = container.attribute('lastmod');
    if (modified !== null) draft.updated.offer(20, scope.moment(modified));
    draft.language.offer(9, container.language);
  }
  return draft;
}

/** RFC 4287, 4.2.1: the authors of the feed apply to entries without authors. Other formats mean the same. */
function withFeedAuthors(
  items: readonly DocumentItem[],
  authors: FeedDocument['authors'],
): readonly DocumentItem[] {
  if (authors.length === 0) return items;
  return items.map(item => (item.authors.length > 0 ? item : { ...item, authors }));
}

function newsSitemap(
  items: readonly DocumentItem[],
  scope: DocumentScope,
  format: 'news-sitemap',
): FeedWithItems {
  const first = items[0];
  if (first === undefined) throw new NotAFeed('sitemap', 'The sitemap lists pages, but no news');
  const head = new ChannelDraft(scope).finish();
  return { ...head, format, title: first.source?.title ?? null, language: first.language, items };
}

/** The first absolute link of the head, as the last fallback for the base. */
function findSite(source: string, start: number): string | null {
  const head = source.slice(start, start + MAX_HEAD_LENGTH);
  const link = /<link>\s*(?:<!\[CDATA\[)?\s*(https?:\/\/[^\s<\]]+)/i.exec(head)?.[1];
  const href = /<(?:\w+:)?link\s[^>]*href\s*=\s*["'](https?:\/\/[^"']+)/i.exec(head)?.[1];
  return resolveUrl(link ?? href, null);
}

const MAX_HEAD_LENGTH = 4_096;
const ITEMS = new Set(['rss:item', 'rss:entry', 'atom:entry', 'atom:item', 'sitemap:url', 'sitemap:sitemap']);
/** Texts that readers see. */
const PROSE: ReadonlySet<string> = new Set(
  (
    'rss:title rss:description rss:summary rss:content rss:abstract rss:body rss:fullitem rss:copyright ' +
    'rss:encoded rss:tagline rss:subtitle rss:category atom:title atom:summary atom:content atom:subtitle ' +
    'atom:tagline atom:info atom:rights atom:copyright atom:generator atom:name content:encoded xhtml:body ' +
    'xhtml:div dc:title dc:description dc:rights dc:subject dcterms:abstract media:title media:description ' +
    'media:text itunes:summary itunes:subtitle itunes:title googleplay:description news:title'
  ).split(' '),
);
/** Elements whose markup belongs to their text. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  ...PROSE,
  ...['rss:link', 'rss:guid', 'rss:pubdate', 'rss:comments'],
]);
