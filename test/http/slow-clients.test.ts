import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../harness/cleanup.ts';
import { testProgram } from '../harness/program.ts';
import { conversation, exchange } from './support/raw.ts';
import { sendRequest } from './support/send-request.ts';

/** HTTP-2: what a client that does not read, or reads slowly, costs. */
const TIMEOUT_MS = 2_000;
const site = await testProgram({ settings: { roles: 'web', 'request-timeout': `${TIMEOUT_MS}ms` } });
/** Of some 800 kB: a dozen answers fill the buffers of the system. */
const LARGE = '/api/openapi.json';

test('a client that never reads is disconnected, and most of its requests are never handled', async () => {
  const sent = 1_000;
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  atEnd(() => void socket.destroy());
  socket.on('error', () => undefined);
  const closed = new Promise(resolve => socket.once('close', resolve));
  // Nothing listens for data, so nothing is read. The further requests make the client notice its end.
  socket.write(get(LARGE).repeat(sent));
  const further = setInterval(() => socket.write(get(LARGE)), 20);
  await closed.finally(() => clearInterval(further));
  const handled = site.telemetry.lines.filter(line => line['route'] === LARGE).length;
  assert.ok(handled > 0 && handled < sent / 2, `${handled}`);
  assert.equal((await sendRequest(site, { path: '/readyz' })).status, 200);
});

test('a slow client that keeps reading gets everything', async () => {
  const count = 40;
  const size = (await sendRequest(site, { path: LARGE })).bytes.length;
  const bytesPerMs = (count * size) / (2.5 * TIMEOUT_MS);
  const begun = performance.now();
  const text = await conversation(site, socket => {
    socket.write(get(LARGE).repeat(count - 1) + get(LARGE, 'close'));
    // From now on it flows only as far as the clock allows.
    socket.pause();
    let read = 0;
    const pace = setInterval(() => {
      const allowed = Math.floor((performance.now() - begun) * bytesPerMs) - read;
      const length = Math.min(allowed, socket.readableLength);
      if (length <= 0) return void socket.read(0);
      socket.read(length);
      read += length;
    }, 2);
    socket.once('close', () => clearInterval(pace));
  });
  assert.ok(performance.now() - begun > 2 * TIMEOUT_MS);
  assert.equal(text.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, count);
  assert.ok(text.length > count * size);
});

test('many pipelined requests are answered in their order', async () => {
  const paths = Array.from(
    { length: 100 },
    (_, n) => ['/healthz', '/nothing', '/manifest.webmanifest'][n % 3] ?? '',
  );
  const requests = paths.map((path, at) => get(path, at === paths.length - 1 ? 'close' : 'keep-alive'));
  const text = await exchange(site, requests.join(''));
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
  assert.deepEqual(
    statuses,
    paths.map(path => (path === '/nothing' ? '404' : '200')),
  );
});

function get(path: string, connection = 'keep-alive'): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`;
}
