import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../src/lib/clock.ts';

export const HOSTS = 24;
export const HOST_DELAY_MS = 150;
export const LEASE_MS = 3_000;

/**
 * Hosts on their own loopback addresses, each with two feeds that publish numbered articles over time. Feed 0
 * has full texts, feed 1 only summaries, so that the crawler fetches its pages as well. Every request is
 * recorded: its host, its process, and the time from its arrival to the end of its response.
 */
export async function startCrawlWorld(): Promise<CrawlWorld> {
  const published = new Map<string, number>();
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    const note: SeenRequest = { host, path, process: processOf(request), from: systemClock.now(), to: null };
    seen.push(note);
    response.on('close', () => {
      note.to = systemClock.now();
    });
    // Leaves time to be killed or paused in.
    void systemClock.sleep(5 + (seen.length % 12) * 5).then(() => answer(host, path, response));
  });
  const answer = (host: string, path: string, response: ServerResponse) => {
    const [, feed] = /^\/feed\/([01])$/.exec(path) ?? [];
    if (feed !== undefined) response.end(feedDocument(host, feed, published.get(`${host}/${feed}`) ?? 0));
    else if (path.startsWith('/article/')) response.end(page(path));
    else response.writeHead(404).end();
  };
  server.keepAliveTimeout = 60_000;
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const feeds = Array.from({ length: HOSTS * 2 }, (_, n) => ({
    host: `127.3.0.${1 + Math.floor(n / 2)}:${port}`,
    feed: String(n % 2),
  }));
  return {
    seen,
    feeds: feeds.map(({ host, feed }) => ({ url: `http://${host}/feed/${feed}`, readsPages: feed === '1' })),
    publish: index => {
      const { host, feed } = feeds[index % feeds.length] ?? { host: '', feed: '' };
      published.set(`${host}/${feed}`, (published.get(`${host}/${feed}`) ?? 0) + 1);
    },
    articles: () =>
      feeds.flatMap(({ host, feed }) =>
        Array.from({ length: published.get(`${host}/${feed}`) ?? 0 }, (_, n) => articleUrl(host, feed, n)),
      ),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function processOf({ headers }: IncomingMessage): number {
  return Number(headers['user-agent']?.split('/')[1] ?? 0);
}

function articleUrl(host: string, feed: string, number: number): string {
  return `http://${host}/article/${feed}/${number}`;
}

function feedDocument(host: string, feed: string, count: number): string {
  const item = (number: number) => {
    const url = articleUrl(host, feed, number);
    const text = feed === '0' ? `What happened in matter ${number}. `.repeat(40) : 'A summary.';
    return `<item><title>Report ${number}</title><link>${url}</link><guid>${url}</guid><description>${text}</description></item>`;
  };
  const items = Array.from({ length: count }, (_, number) => item(count - 1 - number)).join('');
  return `<rss version="2.0"><channel><title>${host}</title><link>http://${host}/</link><description>d</description>${items}</channel></rss>`;
}

function page(path: string): string {
  const paragraph = `<p>The page ${path} tells at some length what happened at the harbour, who saw it, and what comes next.</p>`;
  return `<html lang="en"><head><title>${path}</title></head><body><article><h1>Report</h1>${paragraph.repeat(15)}</article></body></html>`;
}

export interface SeenRequest {
  readonly host: string;
  readonly path: string;
  /** The process id, from the user agent. */
  readonly process: number;
  /** Milliseconds since the epoch, when the request was read. */
  readonly from: number;
  /** When its answer was sent or its connection ended. */
  to: number | null;
}

export interface CrawlWorld {
  readonly seen: readonly SeenRequest[];
  readonly feeds: readonly { readonly url: string; readonly readsPages: boolean }[];
  publish(index: number): void;
  /** The addresses of all published articles. */
  articles(): string[];
  stop(): Promise<void>;
}
