import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { fails, listen, serve, serveSocket, testOutbound } from './outbound.testing.ts';

const EMPTY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

test('FETCH-1: one connection serves many requests, one after the other', async () => {
  const outbound = testOutbound();
  const sockets = new Set<Socket>();
  const origin = await serve((request, response) => {
    sockets.add(request.socket);
    response.end('x');
  });
  for (let n = 0; n < 10; n++) await outbound.request({ url: `${origin}/${n}`, purpose: 'the test' });
  assert.equal(sockets.size, 1);
  assert.deepEqual(outbound.usage(), { exchanges: 0, connections: 1, idleConnections: 1, waiting: 0 });
});

test('idle connections are closed after their timeout, or earlier when the server says so', async () => {
  const outbound = testOutbound({ connections: { idleMs: 50 } });
  const origin = await serve((_, response) => response.end());
  await outbound.request({ url: origin, purpose: 'the test' });
  await eventually(() => assert.equal(outbound.usage().connections, 0));
  const patient = testOutbound();
  for (const [hint, kept] of [
    ['timeout=0', 0],
    ['timeout=1', 1],
  ] as const) {
    const hinting = await serveSocket(socket =>
      socket.write(EMPTY.replace('\r\n', `\r\nKeep-Alive: ${hint}\r\n`)),
    );
    await patient.request({ url: hinting, purpose: 'the test' });
    assert.equal(patient.usage().connections, kept);
  }
  await eventually(() => assert.equal(patient.usage().connections, 0));
});

test('a connection that may hold a second response is not reused', async () => {
  const outbound = testOutbound();
  for (const bytes of [
    `${EMPTY}HTTP/1.1 200 OK\r\n`,
    EMPTY.replace('1.1', '1.0'),
    EMPTY.replace('\r\n', '\r\nConnection: close\r\n'),
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ]) {
    const origin = await serveSocket(socket => socket.write(bytes));
    await outbound.request({ url: origin, purpose: 'the test' });
    assert.equal(outbound.usage().connections, 0, bytes);
  }
});

test('an unrequested response closes the connection and is never delivered', async () => {
  const outbound = testOutbound();
  let socketOfServer: Socket | undefined;
  const origin = await serveSocket(socket => {
    socketOfServer = socket;
    socket.write(EMPTY);
  });
  await outbound.request({ url: origin, purpose: 'the test' });
  socketOfServer?.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison');
  await eventually(() => assert.equal(outbound.usage().connections, 0));
  assert.equal((await outbound.request({ url: origin, purpose: 'the test' })).bodyBytes, 0);
});

test('a connection that closes when it is reused: GET is repeated once, POST never uses an idle connection', async () => {
  const outbound = testOutbound();
  const seen: string[] = [];
  const usesOf = new Map<Socket, number>();
  const origin = await serveSocket((socket, request) => {
    const uses = (usesOf.get(socket) ?? 0) + 1;
    usesOf.set(socket, uses);
    seen.push(`${request.slice(0, 4).trim()} ${uses}`);
    if (uses === 1) socket.write(EMPTY);
    else socket.destroy();
  });
  await outbound.request({ url: origin, purpose: 'the test' });
  assert.equal((await outbound.request({ url: origin, purpose: 'the test' })).status, 200);
  assert.deepEqual(seen, ['GET 1', 'GET 2', 'GET 1']);
  seen.length = 0;
  await outbound.request({ url: origin, purpose: 'the test', method: 'POST', body: 'x' });
  assert.deepEqual(seen, ['POST 1']);
  const always = await serveSocket(socket => socket.destroy());
  await fails(outbound, 'reset', always);
});

test('connections are limited per origin and in total; waiting requests get their turn', async () => {
  const outbound = testOutbound({ connections: { perOrigin: 2, total: 3 } });
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => held.push(response));
  const port = await listen(server, '127.0.0.1');
  const other = await serve((_, response) => held.push(response));
  const request = (url: string) => outbound.request({ url, purpose: 'the test' });
  const requests = [
    ...Array.from({ length: 5 }, () => request(`http://127.0.0.1:${port}/`)),
    request(other),
    request(other),
  ];
  await eventually(() => assert.equal(held.length, 3));
  assert.deepEqual(outbound.usage(), { exchanges: 7, connections: 3, idleConnections: 0, waiting: 4 });
  const answering = setInterval(() => held.shift()?.end(), 1);
  const answers = await Promise.all(requests);
  clearInterval(answering);
  assert.equal(answers.length, 7);
  assert.ok(outbound.usage().connections <= 3);
});

test('idle connections make room for new ones', async () => {
  const outbound = testOutbound({ connections: { total: 3 } });
  for (let n = 0; n < 10; n++) {
    const origin = await serve((_, response) => response.end());
    await outbound.request({ url: origin, purpose: 'the test' });
  }
  assert.equal(outbound.usage().connections, 3);
});

test('a request that waits too long for a connection fails, and the fault is ours', async () => {
  const outbound = testOutbound({
    connections: { perOrigin: 1, waitMs: 50 },
    limits: { headersMs: 60_000, totalMs: 60_000 },
  });
  const silent = await serveSocket(() => undefined);
  const stop = new AbortController();
  const first = fails(outbound, 'aborted', { url: silent, signal: stop.signal });
  assert.equal((await fails(outbound, 'timeout-queue', silent)).fault, 'ours');
  stop.abort();
  await first;
  assert.deepEqual(outbound.usage(), { exchanges: 0, connections: 0, idleConnections: 0, waiting: 0 });
});
