import { type Options, selectAll } from 'css-select';
import type { FeedLink } from '../../model/extracted-article.ts';
import { attribute, type HtmlChild, type HtmlElement, visitElements } from './dom/element.ts';
import { parseHtml } from './dom/parse-html.ts';
import { textOf } from './dom/text.ts';
import { type ArticleLink, articleLinksIn } from './link-groups.ts';
import { findFeeds, resolve } from './metadata/page.ts';
import { collectSignals } from './metadata/page-signals.ts';

/** SRC-2: the feeds that a page names in its head, then the links in it that look like feeds. */
export function findFeedLinks(html: string, url: string): FeedLink[] {
  const document = parseHtml(html);
  const signals = collectSignals(document);
  const base = resolve(signals.base, url) ?? url;
  const feeds = new Map(findFeeds(signals, base).map(feed => [feed.url, feed]));
  visitElements(document, element => {
    if (element.tag !== 'a' || !looksLikeFeed(element)) return undefined;
    const address = resolve(attribute(element, 'href').replace(/^feed:(?:\/\/)?(?=https?:)/i, ''), base);
    if (address && !feeds.has(address))
      feeds.set(address, { url: address, title: textOf(element) || null, type: null });
    return undefined;
  });
  return [...feeds.values()];
}

function looksLikeFeed(element: HtmlElement): boolean {
  const href = attribute(element, 'href');
  if (/(?:^|\s)(?:application|text)\/(?:rss|atom)\+xml/i.test(attribute(element, 'type'))) return true;
  if (/^feed:/i.test(href)) return true;
  const path = href.replace(/[?#].*$/, '');
  if (/\.(?:rss|atom|rdf)$|\/(?:feed|rss|atom)\/?$|(?:rss|atom|feed)[\w-]*\.(?:xml|php|json)$/i.test(path))
    return true;
  return /[?&](?:feed|format|type|alt)=(?:rss2?|atom|rdf|100)\b/i.test(href);
}

/** SRC-5: the links of a list page to articles, found by heuristics, in page order. */
export function detectArticleLinks(html: string, url: string): ArticleLink[] {
  const document = parseHtml(html);
  return articleLinksIn(document, url, baseOf(document, url));
}

/**
 * SRC-5: the articles that a CSS selector finds. It may select the links or the boxes around them; of a box the link with
 * the longest text is taken. Throws when the selector is invalid.
 */
export function selectArticleLinks(html: string, url: string, selector: string): ArticleLink[] {
  const document = parseHtml(html);
  const base = baseOf(document, url);
  const found = new Map<string, string>();
  for (const element of selectElements(document, selector)) {
    const link = linkOf(element);
    const address = link && resolve(attribute(link, 'href'), base)?.replace(/#.*$/, '');
    const title =
      link && (textOf(link) || attribute(link, 'title') || attribute(link, 'aria-label') || textOf(element));
    if (address && title && !found.has(address)) found.set(address, title);
  }
  return [...found].map(([address, title]) => ({ url: address, title }));
}

function linkOf(element: HtmlElement): HtmlElement | null {
  if (element.tag === 'a') return element;
  let best: HtmlElement | null = null;
  let length = -1;
  visitElements(element, inner => {
    const text = inner.tag === 'a' && 'href' in inner.attributes ? textOf(inner).length : -1;
    if (text > length) {
      best = inner;
      length = text;
    }
    return undefined;
  });
  if (best) return best;
  for (let at = element.parent; at; at = at.parent) if (at.tag === 'a') return at;
  return null;
}

function baseOf(document: HtmlElement, url: string): string {
  return resolve(collectSignals(document).base, url) ?? url;
}

/** The elements that a CSS selector finds, in the order of the page. Throws on an invalid selector. */
function selectElements(root: HtmlElement, selector: string): HtmlElement[] {
  return selectAll<HtmlChild, HtmlElement>(selector, root, { adapter: ADAPTER });
}

const ADAPTER: NonNullable<Options<HtmlChild, HtmlElement>['adapter']> = {
  isTag: (node): node is HtmlElement => typeof node !== 'string',
  getAttributeValue: (element, name) => element.attributes[name],
  getChildren: node => (typeof node === 'string' ? [] : node.children),
  getName: element => element.tag,
  getParent: element => element.parent,
  getSiblings: node => (typeof node === 'string' ? [] : (node.parent?.children ?? [node])),
  getText: node => (typeof node === 'string' ? node : textOf(node)),
  hasAttrib: (element, name) => name in element.attributes,
  removeSubsets: nodes => [...new Set(nodes)],
};
