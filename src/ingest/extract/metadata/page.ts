import type { ExtractedImage, FeedLink } from '../../../model/extracted-article.ts';
import { attribute } from '../dom/element.ts';
import type { ArticleData } from './json-ld.ts';
import { firstMeta, type Signals } from './signals.ts';

export function findLanguage(signals: Signals, data: ArticleData | null): string | null {
  const claimed =
    signals.language ||
    firstMeta(signals, [
      'content-language',
      'og:locale',
      'language',
      'dc.language',
      'dcterms.language',
      'inlanguage',
    ]) ||
    (data?.language ?? '');
  const tag = claimed.split(/[,;\s]/)[0]?.replaceAll('_', '-') ?? '';
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : null;
}

export function findCanonical(signals: Signals, base: string): string | null {
  const link = signals.links.find(element => /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel')));
  return resolve(link ? attribute(link, 'href') : firstMeta(signals, ['og:url']), base);
}

export function findLeadImage(
  signals: Signals,
  data: ArticleData | null,
  base: string,
): ExtractedImage | null {
  const shared = firstMeta(signals, [
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
    'thumbnail',
    'sailthru.image.full',
    'parsely-image-url',
  ]);
  if (shared) {
    const url = resolve(shared, base);
    if (url) return { url, width: size(signals, 'og:image:width'), height: size(signals, 'og:image:height') };
  }
  const linked = signals.links.find(element => /image_src/i.test(attribute(element, 'rel')));
  const url = resolve(data?.image?.url ?? (linked ? attribute(linked, 'href') : ''), base);
  return url ? { url, width: data?.image?.width || null, height: data?.image?.height || null } : null;
}

function size(signals: Signals, name: string): number | null {
  const value = Number.parseInt(firstMeta(signals, [name]), 10);
  return value > 0 ? value : null;
}

export function findSection(signals: Signals, data: ArticleData | null): string | null {
  return (
    firstMeta(signals, [
      'article:section',
      'og:article:section',
      'parsely-section',
      'section',
      'articlesection',
      'cxenseparse:section',
    ]) ||
    data?.section ||
    null
  );
}

/** `link rel=alternate` of a feed's type, comments' feeds last because they are hardly ever what is meant. */
export function findFeeds(signals: Signals, base: string): FeedLink[] {
  const feeds = new Map<string, FeedLink>();
  for (const element of signals.links) {
    const type = attribute(element, 'type').toLowerCase().trim();
    const rel = attribute(element, 'rel').toLowerCase();
    if (
      !/(?:^|\s)(?:alternate|feed)(?:\s|$)/.test(rel) ||
      !(FEED_TYPES.test(type) || /(?:^|\s)feed/.test(rel))
    )
      continue;
    const url = resolve(attribute(element, 'href'), base);
    if (url && !feeds.has(url))
      feeds.set(url, { url, title: attribute(element, 'title').trim() || null, type: type || null });
  }
  const ofComments = (feed: FeedLink): number =>
    /comment|kommentar/i.test(`${feed.url} ${feed.title}`) ? 1 : 0;
  return [...feeds.values()].sort((one, other) => ofComments(one) - ofComments(other));
}

const FEED_TYPES =
  /^(?:application|text)\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b|^application\/(?:feed\+)?json$|^text\/xml$|^application\/xml$/;

/** The address as an absolute one of the web, or null where it is none. */
export function resolve(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  return address.trim() && url && /^https?:$/.test(url.protocol) ? url.href : null;
}
