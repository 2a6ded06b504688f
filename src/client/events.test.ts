import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { atEnd } from '../../test/harness/cleanup.ts';
import { createEventClient, type ReaderEvent } from './index.ts';

/** A server that answers with the statuses in `answers` and records the accepted events; 0 drops the connection. */
const received: unknown[][] = [];
const answers: number[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const status = answers.shift() ?? 202;
  const { events } = JSON.parse(Buffer.concat(chunks).toString()) as { events: unknown[] };
  if (status === 0) return void response.destroy();
  if (status === 202) received.push(events);
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  const refused = [{ index: 0, code: 'unknown-article', message: 'there is no article with this id' }];
  return void response.end(JSON.stringify({ accepted: events.length - 1, refused }));
});
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
atEnd(() => new Promise<void>(resolve => server.close(() => resolve())));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test('events are sent in batches and in order, and refused events are reported', async () => {
  const refused: string[] = [];
  const client = createEventClient({
    baseUrl,
    onRefused: (event, { code }) => refused.push(`${nameOf(event)} ${code}`),
  });
  for (let number = 0; number < 250; number++) client.add(share(number));
  await client.flush();
  assert.equal(client.pending, 0);
  assert.deepEqual(
    received.map(batch => batch.length),
    [100, 100, 50],
  );
  assert.deepEqual(
    received.flat(),
    Array.from({ length: 250 }, (_, number) => share(number)),
  );
  assert.deepEqual(refused, [
    'share-0 unknown-article',
    'share-100 unknown-article',
    'share-200 unknown-article',
  ]);
});

test('events without a response or with 429 or 5xx are sent again; those with another error are not', async () => {
  received.length = 0;
  answers.push(0, 503, 429, 202, 413);
  const client = createEventClient({ baseUrl });
  client.add(share(1));
  for (let attempt = 0; attempt < 3; attempt++) {
    await client.flush();
    assert.equal(client.pending, 1, `attempt ${attempt}`);
  }
  await client.flush();
  assert.deepEqual([client.pending, received], [0, [[share(1)]]]);
  client.add(share(2));
  await client.flush();
  assert.deepEqual([client.pending, received.length], [0, 1]);
  // Without a browser there is no beacon, so the event stays pending.
  client.add(share(3));
  client.leave();
  assert.equal(client.pending, 1);
  await client.flush();
  assert.deepEqual(received.at(-1), [share(3)]);
});

test('EVT-1: when the page closes, pending events are sent by beacon, and those that the browser refuses stay pending', async () => {
  received.length = 0;
  const bodies: Blob[] = [];
  const urls: string[] = [];
  let room = 2;
  Object.defineProperty(globalThis.navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: Blob) => {
      if (room-- <= 0) return false;
      urls.push(url);
      bodies.push(body);
      return true;
    },
  });
  atEnd(async () => void Reflect.deleteProperty(globalThis.navigator, 'sendBeacon'));
  answers.push(503);
  const client = createEventClient({ baseUrl });
  client.add(share(0));
  await client.flush();
  for (let number = 1; number < 90; number++) client.add(share(number));
  client.leave();
  assert.equal(client.pending, 0);
  assert.deepEqual(urls, [`${baseUrl}api/v1/events`]);
  assert.equal(bodies[0]?.type, 'application/json');
  const { events } = JSON.parse((await bodies[0]?.text()) ?? '{}') as { events: unknown[] };
  assert.deepEqual(
    events,
    Array.from({ length: 90 }, (_, number) => share(number)),
  );
  // A beacon has no headers, so with a token it would be anonymous.
  const withToken = createEventClient({ baseUrl, token: 'secret' });
  withToken.add(share(100));
  withToken.leave();
  assert.deepEqual([withToken.pending, bodies.length], [1, 1]);
  await withToken.flush();
  room = 0;
  client.add(share(101));
  client.leave();
  assert.equal(client.pending, 1);
  await client.flush();
  assert.deepEqual(received, [[share(100)], [share(101)]]);
});

function share(number: number): ReaderEvent {
  return {
    kind: 'share',
    article: '0190e1a2-0000-7000-8000-000000000001',
    id: `share-${number}`,
    via: 'link',
  };
}

function nameOf(event: ReaderEvent): string {
  return event.kind === 'share' ? event.id : event.kind;
}
