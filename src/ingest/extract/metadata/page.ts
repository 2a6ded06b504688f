import type { ExtractedImage, FeedLink, RobotsDirectives } from '../../../model/extracted-article.ts';
import { attribute } from '../dom/element.ts';
import type { ArticleData } from './json-ld.ts';
import { firstMeta, type PageSignals } from './page-signals.ts';

export function findLanguage(signals: PageSignals, data: ArticleData | null): string | null {
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

export function findCanonical(signals: PageSignals, base: string): string | null {
  const link = signals.links.find(element => /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, 'rel')));
  return resolve(link ? attribute(link, 'href') : firstMeta(signals, ['og:url']), base);
}

export function findLeadImage(
  signals: PageSignals,
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

function size(signals: PageSignals, name: string): number | null {
  const value = Number.parseInt(firstMeta(signals, [name]), 10);
  return value > 0 ? value : null;
}

export function findSection(signals: PageSignals, data: ArticleData | null): string | null {
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

/** `link rel=alternate` of a feed's type, comments' feeds last because they are hardly ever wanted. */
export function findFeeds(signals: PageSignals, base: string): FeedLink[] {
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

/** The absolute web address, or null when it is invalid. */
export function resolve(address: string, base: string): string | null {
  const url = URL.parse(address.trim(), base);
  return address.trim() && url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The page's own summary, or else the first paragraph of the text. */
export function findLead(
  signals: PageSignals,
  data: ArticleData | null,
  lines: readonly string[],
): string | null {
  const summary =
    firstMeta(signals, [
      'og:description',
      'description',
      'twitter:description',
      'dc.description',
      'dcterms.abstract',
      'sailthru.description',
    ]) ||
    (data?.description ?? '');
  const plain = summary
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain || lines.find(line => line.length >= 60) || lines[0] || null;
}

/** A hint, not a proof: the page says so to machines, or a short text ends with an offer to subscribe. */
export function looksPaywalled(data: ArticleData | null, signals: PageSignals, text: string): boolean {
  if (data?.free === false) return true;
  const tier = firstMeta(signals, [
    'article:content_tier',
    'og:article:content_tier',
    'content_tier',
    'cxenseparse:access',
    'article:tier',
  ]);
  if (/locked|metered|paid|premium|subscriber/i.test(tier)) return true;
  return text.length < SHORT_TEXT && SUBSCRIPTION_OFFER.test(text.slice(-TAIL_LENGTH));
}

const SHORT_TEXT = 2_500;
const TAIL_LENGTH = 600;
const SUBSCRIPTION_OFFER =
  /jetzt (?:abonnieren|weiterlesen|freischalten|testen)|weiterlesen mit|(?:mit|als) (?:\S+ )?abo\b|nur für abonnent|bereits abonnent|subscribe (?:now )?to (?:read|continue)|subscribers? only|already a subscriber|to continue reading|réservé aux abonnés|solo para suscriptores|para suscriptores/i;

/**
 * SRC-9: what the page allows us to store and show. Directives for all robots apply; those that name a search
 * engine are no permission for us, so they can only forbid more.
 */
export function readRobots(signals: PageSignals): RobotsDirectives {
  const directives = ['robots', 'googlebot', 'googlebot-news']
    .flatMap(name => signals.meta.get(name) ?? [])
    .flatMap(value => value.toLowerCase().split(','))
    .map(directive => directive.trim());
  const none = directives.includes('none');
  return {
    noindex: none || directives.includes('noindex'),
    noarchive: none || directives.includes('noarchive') || directives.includes('nocache'),
    nosnippet: directives.includes('nosnippet') || maxSnippet(directives) === 0,
    maxSnippet: maxSnippet(directives),
  };
}

/** The smallest requested length; -1 or no value means no limit. */
function maxSnippet(directives: readonly string[]): number | null {
  const limits = directives.flatMap(directive => {
    const match = /^max-snippet\s*:\s*(-?\d+)$/.exec(directive);
    const limit = match ? Number(match[1]) : -1;
    return limit >= 0 ? [limit] : [];
  });
  return limits.length > 0 ? Math.min(...limits) : null;
}
