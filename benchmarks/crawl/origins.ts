import { type AddressInfo, createServer, type Socket } from 'node:net';
import { addressOf, indexOfAddress } from '../../world/serve/addressing.ts';
import { isPublishing } from './corpus.ts';

/**
 * The cheapest servers for measuring a crawler, because they share its cores: all sources on one port, each on a
 * separate address in 127/8. They only check whether a request is conditional.
 *
 * Four sources in five answer "not modified". Every fifth source has one new article at the top of its feed each time.
 */
export async function startOrigins(): Promise<Origins> {
  const versions = new Map<number, number>();
  const origins = { port: 0, requests: 0 };

  const documentOf = (index: number): string => {
    const version = versions.get(index) ?? 0;
    versions.set(index, version + 1);
    return feedDocument(`http://${addressOf(index)}:${origins.port}`, index, version);
  };
  const serve = (socket: Socket) => {
    const index = indexOfAddress(socket.localAddress ?? '') ?? 0;
    let rest = '';
    // A crawler that gives up resets the connection, which is not an error of the server.
    socket.on('error', () => socket.destroy());
    socket.on('data', chunk => {
      rest += chunk.toString('latin1');
      if (!rest.endsWith('\r\n\r\n')) return;
      const isConditional = rest.includes('if-none-match');
      rest = '';
      origins.requests++;
      if (isConditional && !isPublishing(index)) socket.write(NOT_MODIFIED);
      else socket.write(documentOf(index), 'latin1');
    });
  };
  const server = createServer({ noDelay: true }, serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 }, resolve);
  });
  origins.port = (server.address() as AddressInfo).port;
  return origins;
}

/** ASCII only, so that its length is also its size in bytes. */
function feedDocument(home: string, index: number, version: number): string {
  let body = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Source ${index}</title><link>${home}/</link><description>Made-up news</description>`;
  for (let number = version + ITEMS; number > version; number--)
    body += `<item><title>Report ${number} of source ${index}</title><link>${home}/a/${number}</link><guid isPermaLink="false">${index}-${number}</guid><pubDate>${dateOf(number)}</pubDate><description>What source ${index} has to say about matter ${number}, in one sentence.</description></item>`;
  body += '</channel></rss>';
  return `HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nETag: "v${version}"\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** One minute apart; all sources share them, so they are formatted once. */
function dateOf(number: number): string {
  dates[number] ??= new Date(Date.UTC(2026, 0, 1) + number * 60_000).toUTCString();
  return dates[number];
}

const dates: string[] = [];
const ITEMS = 20;
const NOT_MODIFIED = Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "v0"\r\n\r\n');

export interface Origins {
  readonly port: number;
  /** The number of requests answered so far. */
  readonly requests: number;
}
