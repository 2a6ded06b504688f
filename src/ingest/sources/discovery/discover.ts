import { Problem } from '../../../errors.ts';
import type { OutboundResponse } from '../../../platform/outbound/port.ts';
import { type Reason, reason } from '../../../reasons.ts';
import { AGENT } from '../../../version.ts';
import { isAllowed, parseRobots, type RobotsRules, sitemapsOf } from '../../fetch/robots.ts';
import { NotAFeed } from '../../parse/feed/index.ts';
import { createParserPool, type DocumentBytes, type ParserPool } from '../../parse/parser-pool.ts';
import type { FeedCandidate, PagePreview } from '../../parse/preview.ts';
import { parseTypedAddress, type TypedAddress } from '../typed-address.ts';
import { feedsOfKnownSite } from './known-sites.ts';
import { type DiscoveryRequestDeps, DiscoveryRequests, toProblem } from './polite-requests.ts';

/**
 * SRC-2: finds sources at an address that a person typed. In this order, until something is found:
 *
 *   a well-known site  -> the addresses of its feeds
 *   a feed             -> itself
 *   a page             -> the feeds that it names -> news sitemaps and common paths -> the page itself, as a list
 *
 * Every candidate was fetched and parsed. Throws a Problem when the address is invalid or cannot be read.
 */
export async function discover(deps: DiscoveryRequestDeps, typed: string): Promise<Discovery> {
  const address = parseTypedAddress(typed);
  // Foreign documents are parsed in a thread: it blocks no request, and its time is limited.
  const parserPool = createParserPool({ threads: 1, clock: deps.clock, timeoutMs: READING_MS });
  try {
    const requests = new DiscoveryRequests(deps);
    return await searchAt(address, requests, new FeedSearch(requests, parserPool));
  } finally {
    await parserPool.close();
  }
}

async function searchAt(
  address: TypedAddress,
  requests: DiscoveryRequests,
  search: FeedSearch,
): Promise<Discovery> {
  await search.tryAll(feedsOfKnownSite(address.url));
  if (search.candidates.length > 0) return search.result(address.url);
  const answer = await open(requests, address);
  if (answer === null || (await search.addIfFeed(answer))) return search.result(answer?.url ?? address.url);
  const { feeds, list } = await search.readPage(answer);
  await search.tryAll(mainFirst(feeds));
  if (search.candidates.length === 0) await tryCommonPaths(search, requests, answer.url);
  if (search.candidates.length > 0) return search.result(answer.url);
  // A site may hide its pages from programs and not its feeds; but an error page is not a list of articles.
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

/** Without a scheme https is tried first, then http. */
async function open(
  requests: DiscoveryRequests,
  { url, hasScheme }: TypedAddress,
): Promise<OutboundResponse | null> {
  try {
    return await requests.request(url);
  } catch (error) {
    const problem = toProblem(error);
    if (hasScheme) throw problem;
    return requests.request(url.replace(/^https:/, 'http:')).catch(() => {
      throw problem;
    });
  }
}

/** Feeds of comments come last. */
function mainFirst(links: readonly { url: string; title: string | null }[]): string[] {
  const isMinor = ({ url, title }: { url: string; title: string | null }) =>
    /comment|kommentar|commentaire|comentario/i.test(`${url} ${title ?? ''}`);
  return [...links.filter(link => !isMinor(link)), ...links.filter(isMinor)]
    .slice(0, MAX_LINKS)
    .map(({ url }) => url);
}

async function tryCommonPaths(search: FeedSearch, requests: DiscoveryRequests, url: string): Promise<void> {
  const rules = await robotsAt(requests, url);
  const named = rules === null ? [] : sitemapsOf(rules).map(each => URL.parse(each, url)?.href ?? '');
  const news = named.filter(each => /news/i.test(each));
  const common = COMMON_PATHS.map(path => new URL(path, url).href);
  const below =
    new URL(url).pathname.length > 1 ? [new URL(`${url.replace(/[?#].*$|\/$/g, '')}/feed`).href] : [];
  const polite = [...news, ...below, ...common].filter(
    each => each !== '' && (rules === null || isAllowed(rules, AGENT, each)),
  );
  for (const each of polite) {
    await search.tryAll([each]);
    // The first feed is enough; the others are mostly the same in another format.
    if (search.candidates.length > 0) return;
  }
}

async function robotsAt(requests: DiscoveryRequests, url: string): Promise<RobotsRules | null> {
  try {
    const answer = await requests.request(new URL('/robots.txt', url).href);
    return answer?.status === 200 ? parseRobots(Buffer.from(answer.body).toString('utf8')) : null;
  } catch (error) {
    toProblem(error);
    return null;
  }
}

/** Fetches candidates and collects those that are feeds. */
class FeedSearch {
  readonly candidates: FeedCandidate[] = [];
  readonly rejected: RejectedAddress[] = [];
  readonly #requests: DiscoveryRequests;
  readonly #parserPool: ParserPool;
  #parts: string[] = [];

  constructor(requests: DiscoveryRequests, parserPool: ParserPool) {
    this.#requests = requests;
    this.#parserPool = parserPool;
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

  /** The newest part of a news sitemap that is split into several files. */
  async #tryInside(url: string): Promise<void> {
    const [newest] = this.#parts.splice(0);
    if (newest === undefined) this.#reject(url, reason('not-a-feed'));
    else await this.#try(newest);
  }

  /** True when the response is a feed. */
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

export interface Discovery {
  /** The address after redirects. */
  readonly url: string;
  /** Best first. */
  readonly candidates: readonly FeedCandidate[];
  /** Addresses that looked like feeds and are not. */
  readonly rejected: readonly RejectedAddress[];
  /** False when the limit of time or requests ended the search. */
  readonly isComplete: boolean;
}

export interface RejectedAddress {
  readonly url: string;
  readonly reason: Reason;
}
