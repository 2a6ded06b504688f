import { Problem } from '../../../errors.ts';
import type { OutboundResponse } from '../../../platform/outbound/port.ts';
import { type Reason, reason } from '../../../reasons.ts';
import { isAllowed, parseRobots, type RobotsRules, sitemapsOf } from '../../fetch/robots.ts';
import { NotAFeed } from '../../parse/feed/index.ts';
import { createParserPool, type DocumentBytes, type ParserPool } from '../../parse/parser-pool.ts';
import type { FeedCandidate, PagePreview } from '../../parse/preview.ts';
import { parseTypedAddress, type TypedAddress } from '../typed-address.ts';
import { feedsOfKnownSite } from './known-sites.ts';
import { type DiscoveryRequestDeps, DiscoveryRequests, toProblem } from './polite-requests.ts';

/**
 * SRC-2: what could be a source at an address that a person typed. In this order, and no further than needed:
 *
 *   a well-known site  -> where it keeps its feeds
 *   a feed             -> itself
 *   a page             -> the feeds that it names -> news sitemaps and common paths -> the page itself, as a list
 *
 * Every feed that is proposed was fetched and read. Throws a Problem when the address is none or cannot be read.
 */
export async function discover(tools: DiscoverDeps, typed: string): Promise<Discovery> {
  const address = parseTypedAddress(typed);
  // What strangers wrote is read in a thread: it holds up no request, and when it never ends, its thread does.
  const readers = createParserPool({ threads: 1, clock: tools.clock, timeoutMs: READING_MS });
  try {
    const looking = new DiscoveryRequests(tools);
    return await searchAt(address, looking, new FeedSearch(looking, readers), tools.agent);
  } finally {
    await readers.close();
  }
}

async function searchAt(
  address: TypedAddress,
  looking: DiscoveryRequests,
  search: FeedSearch,
  agent?: string,
): Promise<Discovery> {
  await search.tryAll(feedsOfKnownSite(address.url));
  if (search.candidates.length > 0) return search.result(address.url);
  const answer = await open(looking, address);
  if (answer === null || (await search.addIfFeed(answer))) return search.result(answer?.url ?? address.url);
  const { feeds, list } = await search.readPage(answer);
  await search.tryAll(mainFirst(feeds));
  if (search.candidates.length === 0) await tryCommonPaths(search, looking, answer.url, agent);
  if (search.candidates.length > 0) return search.result(answer.url);
  // A site may hide its pages from programs and not its feeds; but the page of an error is no list of articles.
  if (answer.status !== 200) throw new Problem('address-unreadable', noFeedFound(answer));
  if (list) search.candidates.push(list);
  return search.result(answer.url);
}

function noFeedFound({ url, status }: OutboundResponse): Reason {
  return reason('no-feed-found', { host: new URL(url).host, status: String(status) });
}

function reasonOf(problem: Problem): Reason {
  return problem.reason ?? reason('unreachable', { error: problem.message });
}

/** Without a scheme https is assumed; where nobody listens there, http is what was meant. */
async function open(
  looking: DiscoveryRequests,
  { url, hasScheme }: TypedAddress,
): Promise<OutboundResponse | null> {
  try {
    return await looking.request(url);
  } catch (error) {
    const problem = toProblem(error);
    if (hasScheme) throw problem;
    return looking.request(url.replace(/^https:/, 'http:')).catch(() => {
      throw problem;
    });
  }
}

/** The feeds of comments and of single topics stand behind the main one in every list of a page. */
function mainFirst(links: readonly { url: string; title: string | null }[]): string[] {
  const isMinor = ({ url, title }: { url: string; title: string | null }) =>
    /comment|kommentar|commentaire|comentario/i.test(`${url} ${title ?? ''}`);
  return [...links.filter(link => !isMinor(link)), ...links.filter(isMinor)]
    .slice(0, MAX_LINKS)
    .map(({ url }) => url);
}

async function tryCommonPaths(
  search: FeedSearch,
  looking: DiscoveryRequests,
  url: string,
  agent = AGENT,
): Promise<void> {
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

async function robotsAt(looking: DiscoveryRequests, url: string): Promise<RobotsRules | null> {
  try {
    const answer = await looking.request(new URL('/robots.txt', url).href);
    return answer?.status === 200 ? parseRobots(Buffer.from(answer.body).toString('utf8')) : null;
  } catch (error) {
    toProblem(error);
    return null;
  }
}

/** What was found so far. */
class FeedSearch {
  readonly candidates: FeedCandidate[] = [];
  readonly rejected: RejectedAddress[] = [];
  readonly #requests: DiscoveryRequests;
  readonly #parserPool: ParserPool;
  #parts: string[] = [];

  constructor(looking: DiscoveryRequests, readers: ParserPool) {
    this.#requests = looking;
    this.#parserPool = readers;
  }

  async tryAll(urls: readonly string[]): Promise<void> {
    for (const url of urls) await this.#try(url);
  }

  async #try(url: string): Promise<void> {
    if (!/^https?:/i.test(url)) return;
    try {
      const answer = await this.#requests.request(url);
      if (answer === null) return;
      if (answer.status !== 200) this.#reject(url, reason('http-status', { status: String(answer.status) }));
      else if (!(await this.addIfFeed(answer))) await this.#tryInside(url);
    } catch (error) {
      this.#reject(url, reasonOf(toProblem(error)));
    }
  }

  /** The newest part of a news sitemap that has become too long for one file. */
  async #tryInside(url: string): Promise<void> {
    const [newest] = this.#parts.splice(0);
    if (newest === undefined) this.#reject(url, reason('not-a-feed'));
    else await this.#try(newest);
  }

  /** True when the answer is a feed. */
  async addIfFeed(answer: OutboundResponse): Promise<boolean> {
    if (answer.status !== 200) return false;
    try {
      const { candidate, sitemaps } = await this.#parserPool.previewFeed(documentOf(answer));
      this.#parts = sitemaps.filter(each => /news/i.test(each));
      if (candidate.format === 'sitemap-index') return false;
      const isKnown = this.candidates.some(({ url }) => url === candidate.url);
      if (!isKnown) this.candidates.push(candidate);
      return true;
    } catch (error) {
      if (error instanceof NotAFeed) return false;
      throw toProblem(error);
    }
  }

  async readPage(answer: OutboundResponse): Promise<PagePreview> {
    try {
      return await this.#parserPool.previewPage(documentOf(answer));
    } catch (error) {
      throw toProblem(error);
    }
  }

  #reject(url: string, why: Reason): void {
    this.rejected.push({ url, reason: why });
  }

  result(url: string): Discovery {
    return { url, candidates: this.candidates, rejected: this.rejected, isComplete: !this.#requests.isOver };
  }
}

function documentOf({ body, url, headers }: OutboundResponse): DocumentBytes {
  return { bytes: body, url, contentType: headers.first('content-type') };
}

const READING_MS = 5_000;
const AGENT = 'Broadsheet';
const MAX_LINKS = 8;
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

export interface DiscoverDeps extends DiscoveryRequestDeps {
  /** The name by which robots.txt knows us. */
  readonly agent?: string;
}

export interface Discovery {
  /** Where the address led. */
  readonly url: string;
  /** The best first; empty when there is nothing to read. */
  readonly candidates: readonly FeedCandidate[];
  /** What looked like a feed and is none. */
  readonly rejected: readonly RejectedAddress[];
  /** False when time or requests ran out before everything was looked at. */
  readonly isComplete: boolean;
}

export interface RejectedAddress {
  readonly url: string;
  readonly reason: Reason;
}
