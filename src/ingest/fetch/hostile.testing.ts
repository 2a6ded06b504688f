import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { atEnd } from '../../../test/harness/cleanup.ts';

/** A server that sends only what the test writes: `answer` gets the raw connection after the request. */
export async function rawSite(answer: (socket: Socket, path: string) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The crawler resets the connection when it gives up.
    socket.on('error', () => socket.destroy());
    socket.once('data', request => answer(socket, request.toString('latin1').split(' ')[1] ?? '/'));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  atEnd(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return `http://127.0.0.1:${address.port}`;
}

export function head(lines: readonly string[], status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${lines.map(line => `${line}\r\n`).join('')}\r\n`;
}

/** Writes until the connection closes. */
export function endlessly(socket: Socket, piece: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Writes one piece every `ms` milliseconds. */
export function dripping(socket: Socket, piece: string, ms: number): void {
  const timer = setInterval(() => socket.write(piece), ms);
  socket.on('close', () => clearInterval(timer));
}

/** Half a gigabyte of blanks. */
export function gzipBomb(): Buffer {
  return gzipSync(Buffer.alloc(512 * 1_048_576, 0x20), { level: 9 });
}

export function brotliBomb(): Buffer {
  return brotliCompressSync(Buffer.alloc(256 * 1_048_576, 0x20), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
  });
}

export function chunk(body: Buffer | string): string {
  return `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
}
