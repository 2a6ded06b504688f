import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { FEED, HOSTS_WITH_NEWS } from './corpus.ts';

/**
 * Thousands of hosts in one process: it listens on every loopback address and answers like hosts of which one in five
 * has a new feed. It does as little as possible, so that the measurement shows the clients.
 */
const body = gzipSync(FEED);
const head =
  'Server: bench\r\nETag: "v1"\r\nCache-Control: max-age=300\r\nDate: Mon, 02 Nov 2026 08:00:00 GMT\r\n';
const unchanged = (more: string) => Buffer.from(`HTTP/1.1 304 Not Modified\r\n${head}${more}\r\n`);
const changed = (more: string) =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\n${head}${more}Content-Type: application/rss+xml\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
    ),
    body,
  ]);
const KEPT = {
  unchanged: unchanged('Keep-Alive: timeout=120\r\n'),
  changed: changed('Keep-Alive: timeout=120\r\n'),
};
const CLOSED = { unchanged: unchanged('Connection: close\r\n'), changed: changed('Connection: close\r\n') };

const server = createServer({ noDelay: true }, socket => {
  socket.on('error', () => socket.destroy());
  socket.on('data', request => answer(socket, request));
});

function answer(socket: Socket, request: Buffer): void {
  const closes = request.toString('latin1', 4, 10) === '/close';
  const hasNews = HOSTS_WITH_NEWS.test(socket.localAddress ?? '');
  const bytes = (closes ? CLOSED : KEPT)[hasNews ? 'changed' : 'unchanged'];
  if (closes) socket.end(bytes);
  else socket.write(bytes);
}

server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit());
