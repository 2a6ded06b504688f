import type { CrawlContext } from './context.ts';
import { type Crawling, startCrawling } from './schedule/crawler.ts';

/**
 * From the web to an article, in order:
 *
 *   schedule/claim      hosts that are due, each for one visitor at a time
 *   crawl/visit         their sources and waiting pages, one request after the other
 *   crawl/fetch-source  the request, within every limit (platform/outbound); the answer goes to the archive
 *   read/feed           in a thread: parse/feed -> canonical address -> sanitise
 *   crawl/waiting-pages an article whose feed gives only a summary waits for its page: read/page -> extract
 *   dedup/store         each article once, with its keys, and the event for everybody else
 *   schedule/complete   the record of the fetch and the next time, in the same transaction
 *                                                                                     (log) articles.new
 */
export function startIngest(context: CrawlContext): Crawling {
  return startCrawling(context);
}
