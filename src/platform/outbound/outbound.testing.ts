import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { systemClock } from '../../lib/clock.ts';
import { type FailureKind, OutboundFailure } from './failure.ts';
import type { OutboundOptions } from './options.ts';
import { createOutbound } from './outbound.ts';
import type { Outbound, OutboundRequest } from './port.ts';

/** An outbound client for servers on loopback, which checks deadlines often. */
export function testOutbound(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({
    clock: systemClock,
    log: { warn: () => undefined },
    options: {
      userAgent: 'Broadsheet/test (+https://example.org/)',
      allow: ['127.0.0.0/8'],
      tickMs: 5,
      ...options,
    },
  });
  atEnd(() => outbound.close());
  return outbound;
}

export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  const port = await listen(server, host);
  return `http://${host}:${port}`;
}

/** Answers every connection with these bytes as soon as a request arrives; `end` closes it after them. */
export async function serveBytes(bytes: string | Buffer, end = true): Promise<string> {
  return serveSocket(socket => {
    if (end) socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1');
  });
}

/** Calls `answer` for each network chunk that arrives. */
export async function serveSocket(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = createTcpServer(socket => {
    socket.on('error', () => socket.destroy());
    socket.on('data', request => answer(socket, request.toString('latin1')));
  });
  return `http://127.0.0.1:${await listen(server, '127.0.0.1')}`;
}

export async function listen(server: Server, host: string, port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address: string | AddressInfo | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

/** Asserts that the request fails with this kind, and returns the failure. */
export async function fails(
  outbound: Outbound,
  kind: FailureKind,
  request: string | Omit<OutboundRequest, 'purpose'>,
): Promise<OutboundFailure> {
  const response = outbound.request({
    purpose: 'the test',
    ...(typeof request === 'string' ? { url: request } : request),
  });
  const failure: unknown = await response.then(
    answer => assert.fail(`got a response with status ${answer.status} instead of ${kind}`),
    error => error,
  );
  assert.ok(failure instanceof OutboundFailure, String(failure));
  assert.equal(failure.kind, kind, failure.message);
  return failure;
}
