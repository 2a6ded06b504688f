import { Problem } from '../../errors.ts';
import type { OutboundResponse } from '../../platform/outbound/port.ts';
import { detectArticleLinks, findFeedLinks } from '../extract/links.ts';
import { isAllowed, parseRobots, type RobotsRules, sitemapsOf } from '../fetch/robots.ts';
import { NotAFeed } from '../parse/feed/index.ts';
import { decodeBytes } from '../parse/text/encoding.ts';
import { feedsOfKnownSite } from './known-sites.ts';
import { Looking, type LookingTools, unreadable } from './look.ts';
import { previewFeed, SAMPLE_SIZE, type SourceCandidate } from './preview.ts';
import { readTypedAddress, type TypedAddress } from './typed-address.ts';

/**
 * SRC-2: what could be a source at an address that a person typed. In this order, and no further than needed:
 *
 *   a well-known site  -> where it keeps its feeds
 *   a feed             -> itself
 *   a page             -> the feeds that it names -> news sitemaps and common paths -> the page itself, as a list
 *
 * Every feed that is proposed was fetched and read. Throws a Problem when the address is none or cannot be read.
 */
export async function discover(tools: DiscoverTools, typed: string): Promise<Discovery> {
  const address = readTypedAddress(typed);
  const looking = new Looking(tools);
  const search = new Search(looking);
  await search.tryAll(feedsOfKnownSite(address.url));
  if (search.candidates.length > 0) return search.result(address.url);
  const answer = await open(looking, address);
  if (answer === null || search.take(answer)) return search.result(answer?.url ?? address.url);
  const page = decodeBytes(answer.body, answer.headers.first('content-type')).text;
  await search.tryAll(mainFirst(findFeedLinks(page, answer.url)));
  if (search.candidates.length === 0) await guess(search, looking, answer.url, tools.agent);
  if (search.candidates.length > 0) return search.result(answer.url);
  // A site may hide its pages from programs and not its feeds; but the page of an error is no list of articles.
  if (answer.status !== 200) throw new Problem('address-unreadable', refusal(answer));
  search.proposeList(page, answer.url);
  return search.result(answer.url);
}

function refusal({ url, status }: OutboundResponse): string {
  return `${new URL(url).host} answered with ${status}, and has no feed where feeds usually are`;
}

/** Without a scheme https is assumed; where nobody listens there, http is what was meant. */
async function open(looking: Looking, { url, hasScheme }: TypedAddress): Promise<OutboundResponse | null> {
  try {
    return await looking.ask(url);
  } catch (error) {
    const problem = unreadable(error);
    if (hasScheme) throw problem;
    return looking.ask(url.replace(/^https:/, 'http:')).catch(() => {
      throw problem;
    });
  }
}

/** The feeds of comments and of single topics stand behind the main one in every list of a page. */
function mainFirst(links: readonly { url: string; title: string | null }[]): string[] {
  const isMinor = ({ url, title }: { url: string; title: string | null }) =>
    /comment|kommentar|commentaire|comentario/i.test(`${url} ${title ?? ''}`);
  return [...links.filter(link => !isMinor(link)), ...links.filter(isMinor)]
    .slice(0, MOST_LINKS)
    .map(({ url }) => url);
}

async function guess(search: Search, looking: Looking, url: string, agent = AGENT): Promise<void> {
  const rules = await robotsAt(looking, url);
  const named = rules === null ? [] : sitemapsOf(rules).map(each => URL.parse(each, url)?.href ?? '');
  const news = named.filter(each => /news/i.test(each));
  const common = COMMON_PATHS.map(path => new URL(path, url).href);
  const below =
    new URL(url).pathname.length > 1 ? [new URL(`${url.replace(/[?#].*$|\/$/g, '')}/feed`).href] : [];
  const polite = [...news, ...below, ...common].filter(
    each => each !== '' && (rules === null || isAllowed(rules, agent, each)),
  );
  for (const each of polite) {
    await search.tryAll([each]);
    // The first that works is the one that people mean; the others would be the same in another format.
    if (search.candidates.length > 0) return;
  }
}

async function robotsAt(looking: Looking, url: string): Promise<RobotsRules | null> {
  try {
    const answer = await looking.ask(new URL('/robots.txt', url).href);
    return answer?.status === 200 ? parseRobots(Buffer.from(answer.body).toString('utf8')) : null;
  } catch (error) {
    unreadable(error);
    return null;
  }
}

/** What was found so far. */
class Search {
  readonly candidates: SourceCandidate[] = [];
  readonly rejected: RejectedAddress[] = [];
  readonly #looking: Looking;
  #parts: string[] = [];

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  async tryAll(urls: readonly string[]): Promise<void> {
    for (const url of urls) await this.#try(url);
  }

  async #try(url: string): Promise<void> {
    if (!/^https?:/i.test(url)) return;
    try {
      const answer = await this.#looking.ask(url);
      if (answer === null) return;
      if (answer.status !== 200) this.#reject(url, `HTTP ${answer.status}`);
      else if (!this.take(answer)) await this.#tryInside(url);
    } catch (error) {
      this.#reject(url, unreadable(error).message);
    }
  }

  /** The newest part of a news sitemap that has become too long for one file. */
  async #tryInside(url: string): Promise<void> {
    const [newest] = this.#parts.splice(0);
    if (newest === undefined) this.#reject(url, 'it is no feed');
    else await this.#try(newest);
  }

  /** True when the answer is a feed. */
  take(answer: OutboundResponse): boolean {
    if (answer.status !== 200) return false;
    try {
      const { candidate, sitemaps } = previewFeed(
        answer.body,
        answer.url,
        answer.headers.first('content-type'),
      );
      this.#parts = sitemaps.filter(each => /news/i.test(each));
      if (candidate.format === 'sitemap-index') return false;
      const isKnown = this.candidates.some(({ url }) => url === candidate.url);
      if (!isKnown) this.candidates.push(candidate);
      return true;
    } catch (error) {
      if (error instanceof NotAFeed) return false;
      throw error;
    }
  }

  #reject(url: string, reason: string): void {
    this.rejected.push({ url, reason });
  }

  proposeList(page: string, url: string): void {
    const links = detectArticleLinks(page, url);
    if (links.length === 0) return;
    const title = /<title[^>]*>([^<]{1,300})/i.exec(page)?.[1]?.trim() ?? null;
    this.candidates.push({
      url,
      kind: 'scrape',
      title,
      format: 'page',
      language: /<html[^>]*\slang\s*=\s*["']?([\w-]{2,20})/i.exec(page)?.[1] ?? null,
      homePage: url,
      itemCount: links.length,
      sample: links.slice(0, SAMPLE_SIZE).map(link => ({ ...link, publishedAt: null })),
    });
  }

  result(url: string): Discovery {
    return { url, candidates: this.candidates, rejected: this.rejected, isComplete: !this.#looking.isOver };
  }
}

const AGENT = 'Broadsheet';
const MOST_LINKS = 8;
const COMMON_PATHS = [
  '/feed',
  '/rss',
  '/rss.xml',
  '/atom.xml',
  '/feed.xml',
  '/index.xml',
  '/feeds',
  '/feed.json',
  '/news-sitemap.xml',
];

export interface DiscoverTools extends LookingTools {
  /** The name by which robots.txt knows us. */
  readonly agent?: string;
}

export interface Discovery {
  /** Where the address led. */
  readonly url: string;
  /** The best first; empty when there is nothing to read. */
  readonly candidates: readonly SourceCandidate[];
  /** What looked like a feed and is none. */
  readonly rejected: readonly RejectedAddress[];
  /** False when time or requests ran out before everything was looked at. */
  readonly isComplete: boolean;
}

export interface RejectedAddress {
  readonly url: string;
  readonly reason: string;
}
