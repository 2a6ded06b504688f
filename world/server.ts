import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { type Addressing, findPublisher, homeOf } from './serve/addressing.ts';
import { type Answer, page, plain } from './serve/answer.ts';
import { FEED_NAMES } from './serve/feeds.ts';
import { indexPage } from './serve/index-page.ts';
import { createSite } from './serve/site.ts';
import type { Publisher } from './types.ts';
import type { World } from './world.ts';

/** Serves every publisher of a world over real HTTP: feeds, home pages, articles, pictures, robots.txt. */
export async function startWorldServer({
  world,
  clock = systemClock,
  host = '127.0.0.1',
  port = 0,
  addressing = 'path',
  visiblePort,
}: WorldServerOptions): Promise<WorldServer> {
  const site = createSite(world);
  const closing = new AbortController();
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = answerTo(request);
    if (answer.delayMs) await clock.sleep(answer.delayMs, closing.signal);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    response.end(request.method === 'HEAD' || answer.status === 304 ? undefined : answer.body);
  };
  const answerTo = ({ method, url = '/', headers, socket }: IncomingMessage): Answer => {
    if (method !== 'GET' && method !== 'HEAD')
      return plain(405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
    const found = findPublisher(world, {
      url,
      host: headers.host ?? '',
      localAddress: socket.localAddress ?? '',
    });
    if (!found) return answerOutside(url);
    const home = found.isByPath ? homeUrlOf(found.publisher, 'path') : homeUrlOf(found.publisher);
    const conditions = {
      ifNoneMatch: headers['if-none-match'],
      ifModifiedSince: headers['if-modified-since'],
    };
    return site({ publisher: found.publisher, path: found.path, home, time: clock.now(), ...conditions });
  };
  const answerOutside = (url: string): Answer => {
    if (url === '/') return page(indexPage(world, homeUrlOf));
    return url === '/robots.txt'
      ? plain(200, 'User-agent: *\nAllow: /\n')
      : plain(404, 'No such publisher.\n');
  };
  const boundPort = () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the world is not being served');
    return address.port;
  };
  const homeUrlOf = (publisher: Publisher, scheme = addressing) =>
    homeOf(publisher, scheme, host, visiblePort ?? boundPort());

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, addressing === 'address' ? '0.0.0.0' : host, resolve);
  });
  return {
    url: `http://${host}:${boundPort()}/`,
    port: boundPort(),
    homeUrlOf,
    feedUrlOf: publisher => `${homeUrlOf(publisher)}/${FEED_NAMES[publisher.format]}`,
    stop: () =>
      new Promise(resolve => {
        closing.abort(new Error('the world is closing'));
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface WorldServerOptions {
  readonly world: World;
  readonly clock?: Clock;
  readonly host?: string;
  /** 0 takes a free port. Article URLs contain the port, so a permanent demo needs a fixed one. */
  readonly port?: number;
  readonly addressing?: Addressing;
  /** The port in URLs, for clients that resolve hosts themselves; 80 is omitted. */
  readonly visiblePort?: number;
}

export interface WorldServer {
  readonly url: string;
  readonly port: number;
  homeUrlOf(publisher: Publisher): string;
  feedUrlOf(publisher: Publisher): string;
  stop(): Promise<void>;
}
