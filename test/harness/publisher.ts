import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from './cleanup.ts';

/** Starts a publisher on loopback with these pages only; returns its origin. */
export async function startPublisher(pages: Pages | ((origin: string) => Pages)): Promise<string> {
  let known: Pages = {};
  const server = createServer((request, response) => {
    const [type, body] = known[request.url ?? ''] ?? ['text/plain', null];
    response.writeHead(body === null ? 404 : 200, { 'content-type': type }).end(body ?? '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  atEnd(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  known = typeof pages === 'function' ? pages(origin) : pages;
  return origin;
}

type Pages = Readonly<Record<string, readonly [type: string, body: string | Buffer]>>;
