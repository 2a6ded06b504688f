import { createServer, type Socket } from 'node:net';
import { Draw } from './draw.ts';
import { addressOf, indexOfAddress } from './serve/addressing.ts';

/**
 * The cheapest server that a crawler can be measured against: 20,000 sources, each on an address of its own in
 * 127/8, on one port. It reads no more of a request than its entity tag and sends bytes that were prepared.
 *
 * Each source has a version. A conditional request finds it unchanged with probability `unchangedShare` and is
 * told so; otherwise the version rises by one, which puts one new article on top of the feed document.
 */
export async function startCrawlLoad({
  sources = 20_000,
  port = 0,
  unchangedShare = 0.8,
  items = 20,
  seed = 1,
}: CrawlLoadOptions = {}): Promise<CrawlLoad> {
  const versions = new Uint32Array(sources);
  const draw = new Draw(seed);
  const counts = { requests: 0, unchanged: 0, full: 0 };
  const sockets = new Set<Socket>();

  const answer = (index: number, request: string): string => {
    counts.requests++;
    if (!request.startsWith('GET /feed.xml '))
      return request.startsWith('GET /robots.txt ') ? ROBOTS : MISSING;
    const version = versions[index] ?? 0;
    const given = entityTagIn(request);
    if (given !== null && given === version && draw.chance(unchangedShare)) {
      counts.unchanged++;
      return `HTTP/1.1 304 Not Modified\r\nETag: "v${version}"\r\n\r\n`;
    }
    counts.full++;
    const shown = given === version ? version + 1 : version;
    versions[index] = shown;
    const body = feedDocument(index, shown, items, boundPort());
    return `HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nETag: "v${shown}"\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const server = createServer(socket => {
    const index = indexOfAddress(socket.localAddress ?? '') ?? 0;
    let rest = '';
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A crawler that gives up resets the connection; that is its right and no fault of the load.
    socket.on('error', () => socket.destroy());
    socket.on('data', chunk => {
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
        socket.write(answer(index, rest.slice(0, end + 2)), 'latin1');
        rest = rest.slice(end + 4);
      }
    });
  });
  const boundPort = () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the load is not being served');
    return address.port;
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '0.0.0.0', backlog: 4096 }, resolve);
  });
  return {
    sources,
    port: boundPort(),
    counts,
    feedUrlOf: index => `http://${addressOf(index)}:${boundPort()}/feed.xml`,
    versionOf: index => versions[index] ?? 0,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function entityTagIn(request: string): number | null {
  const [, version] = /\r\nif-none-match: "v(\d+)"\r\n/i.exec(request) ?? [];
  return version === undefined ? null : Number(version);
}

/** ASCII only, so that its length is also its size in bytes. Dates count the minutes since 2026 began. */
function feedDocument(index: number, version: number, items: number, port: number): string {
  const home = `http://${addressOf(index)}:${port}`;
  let text = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Source ${index}</title><link>${home}/</link><description>Demo edition: made-up news</description>`;
  for (let number = version + items; number > version; number--) {
    const date = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toUTCString();
    text += `<item><title>Report ${number} of source ${index}</title><link>${home}/a/${number}</link><guid isPermaLink="false">${index}-${number}</guid><pubDate>${date}</pubDate><description>What source ${index} has to say about matter ${number}, in one sentence.</description></item>`;
  }
  return `${text}</channel></rss>`;
}

const ROBOTS =
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 24\r\n\r\nUser-agent: *\nDisallow:\n';
const MISSING = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';

export interface CrawlLoadOptions {
  readonly sources?: number;
  readonly port?: number;
  readonly unchangedShare?: number;
  readonly items?: number;
  readonly seed?: number;
}

export interface CrawlLoad {
  readonly sources: number;
  readonly port: number;
  readonly counts: { readonly requests: number; readonly unchanged: number; readonly full: number };
  feedUrlOf(index: number): string;
  /** How many new articles the source has had so far. */
  versionOf(index: number): number;
  stop(): Promise<void>;
}
