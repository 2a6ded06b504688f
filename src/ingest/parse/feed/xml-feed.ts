import type { FeedDocument, FeedItem, SitemapReference } from '../../../model/feed-document.ts';
import { resolveUrl } from '../text/urls.ts';
import { ChannelDraft } from './channel-draft.ts';
import { CHANNEL_ELEMENTS } from './channel-elements.ts';
import { readItem } from './items.ts';
import { Names, nameOf } from './names.ts';
import { NotAFeed } from './not-a-feed.ts';
import type { Recoveries } from './recoveries.ts';
import { findRoot, formatOf, rootScope } from './root.ts';
import { DocumentScope } from './scope.ts';
import { readSitemapItem, readSitemapReference } from './sitemaps.ts';
import { TEXT_ELEMENTS } from './text-elements.ts';
import type { XmlElement } from './xml/element.ts';
import { XmlReader } from './xml/reader.ts';

/** Reads RSS, RDF, Atom, CDF and sitemaps: items as they come, then the head that stood around them. */
export function readXmlFeed(source: string, url: string | null, recoveries: Recoveries): ReadFeed {
  const { start, isCertain } = findRoot(source, recoveries);
  const items: FeedItem[] = [];
  const sitemaps: SitemapReference[] = [];
  const names = new Names();
  let site: string | null = null;
  const scope = new DocumentScope(url, recoveries, () => (site ??= findSite(source, start)));
  const reader = new XmlReader(
    source,
    start,
    {
      rootScope,
      isItem: key => ITEMS.has(key),
      isText: key => TEXT_ELEMENTS.has(key),
      onItem: element => names.isFirst(take(element, scope, items, sitemaps)),
    },
    recoveries,
  );
  const root = reader.read(url);
  const format = formatOf(root);
  if (format === 'news-sitemap') return newsSitemap(items, scope, format);
  const channel = readChannel(root, scope);
  const head = channel.finish();
  if (!isCertain && items.length === 0 && head.title === null) {
    throw new NotAFeed('unknown-xml', `<${root.name}> holds nothing that a feed would`);
  }
  return { ...head, format, items: withFeedAuthors(items, head.authors), sitemaps };
}

export type ReadFeed = Omit<FeedDocument, 'encoding' | 'recovered'>;

/** Keeps what the element tells; returns by what name it can be told from the others. */
function take(
  element: XmlElement,
  scope: DocumentScope,
  items: FeedItem[],
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
  return nameOf(item);
}

/** The head's elements stand in the channel; RDF puts the image beside it, and some forget the channel. */
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

/** RFC 4287, 4.2.1: the feed's authors are those of entries without their own. Others mean it the same way. */
function withFeedAuthors(items: readonly FeedItem[], authors: FeedDocument['authors']): readonly FeedItem[] {
  if (authors.length === 0) return items;
  return items.map(item => (item.authors.length > 0 ? item : { ...item, authors }));
}

function newsSitemap(items: readonly FeedItem[], scope: DocumentScope, format: 'news-sitemap'): ReadFeed {
  const first = items[0];
  if (first === undefined) throw new NotAFeed('sitemap', 'The sitemap names pages, but no news');
  const head = new ChannelDraft(scope).finish();
  return { ...head, format, title: first.source?.title ?? null, language: first.language, items };
}

/** The first absolute link of the head, as the base of last resort. */
function findSite(source: string, start: number): string | null {
  const head = source.slice(start, start + LONGEST_HEAD);
  const link = /<link>\s*(?:<!\[CDATA\[)?\s*(https?:\/\/[^\s<\]]+)/i.exec(head)?.[1];
  const href = /<(?:\w+:)?link\s[^>]*href\s*=\s*["'](https?:\/\/[^"']+)/i.exec(head)?.[1];
  return resolveUrl(link ?? href, null);
}

const LONGEST_HEAD = 4_096;
const ITEMS = new Set(['rss:item', 'rss:entry', 'atom:entry', 'atom:item', 'sitemap:url', 'sitemap:sitemap']);
