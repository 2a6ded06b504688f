import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { OutgoingFailure, type OutgoingFailureReason } from './failure.ts';
import { type OutgoingOptions, outgoingFetch } from './outgoing.ts';

const OPERATOR = {
  purpose: 'the test server',
  trust: 'operator',
  timeoutMs: 2_000,
  maxBytes: 1_000,
} as const;

test('a response has its status, headers and body', async () => {
  const seen: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    response.writeHead(201, { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }).end('created');
  });
  const answer = await outgoingFetch(`${origin}/things?x=1`, {
    ...OPERATOR,
    method: 'POST',
    body: 'name=value',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'Accept-Encoding': 'gzip' },
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('x-one'), '1');
  assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.equal(await answer.text(), 'created');
  assert.equal(seen[0]?.url, '/things?x=1');
  assert.equal(seen[0]?.headers['user-agent'], 'Broadsheet');
  assert.equal(seen[0]?.headers['content-type'], 'application/x-www-form-urlencoded');
});

test('a response without a body has body null', async () => {
  const origin = await serve((_, response) => response.writeHead(204).end());
  assert.equal((await outgoingFetch(origin, OPERATOR)).body, null);
});

test('faults: the deadline ends requests to a server that is silent, stops after its headers, or trickles', async () => {
  const silent = await serve(() => undefined);
  const headersOnly = await serve((_, response) => void response.writeHead(200).flushHeaders());
  const trickle = await serve((_, response) => {
    const drip = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(drip));
  });
  for (const origin of [silent, headersOnly, trickle]) {
    const startedAt = performance.now();
    await refused('timed-out', origin, { timeoutMs: 150 });
    assert.ok(performance.now() - startedAt < 60_000, 'the deadline covers the whole exchange');
  }
});

test('faults: a response that is too large is cut off, with or without a content length', async () => {
  const announced = await serve((_, response) =>
    response.writeHead(200, { 'content-length': 1_001 }).write('x'),
  );
  const endless = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(500)));
    };
    response.on('drain', more);
    more();
  });
  await refused('too-large', announced);
  await refused('too-large', endless);
  const exact = await serve((_, response) => response.end('x'.repeat(1_000)));
  assert.equal((await (await outgoingFetch(exact, OPERATOR)).text()).length, 1_000);
});

test('faults: an incomplete response is a failure, never a short response', async () => {
  const shorter = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('short');
    setImmediate(() => response.destroy());
  });
  await refused('unreachable', shorter);
  const chunkedAndGone = await serve((_, response) => {
    response.write('half');
    setImmediate(() => response.destroy());
  });
  await refused('unreachable', chunkedAndGone);
});

test('decompression bombs: a compressed response is refused, not decompressed', async () => {
  const origin = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(100_000))),
  );
  await refused('unreadable', origin);
});

test('bytes that are not HTTP, a refused connection and an invalid status are failures', async () => {
  const noise = createTcpServer(socket => void socket.end('\u0000\u0001 hello\r\n\r\n'));
  await refused('unreachable', await listening(noise));
  const odd = createTcpServer(socket => void socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'));
  await refused('unreadable', await listening(odd));
  const gone = await serve(() => undefined);
  await new Promise(resolve => servers.get(gone)?.close(resolve));
  await refused('unreachable', gone);
});

test('redirects are followed within the origin, up to a limit', async () => {
  let requests = 0;
  const origin = await serve((request, response) => {
    requests++;
    const left = Number(request.url?.slice(1));
    if (left === 0) return response.end('arrived');
    return response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  assert.equal(await (await outgoingFetch(`${origin}/3`, OPERATOR)).text(), 'arrived');
  requests = 0;
  await refused('redirected', `${origin}/400`);
  assert.equal(requests, 4);
});

test('request forgery by redirect: another origin, scheme or port never gets a request', async () => {
  const received: string[] = [];
  const inner = await serve((request, response) => {
    received.push(request.url ?? '');
    response.end('internal secret');
  });
  for (const location of [`${inner}/secret`, '//127.0.0.1/secret', 'https://other.invalid/']) {
    const origin = await serve((_, response) => response.writeHead(307, { location }).end());
    await refused('redirected', origin);
  }
  const toFile = await serve((_, response) =>
    response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  );
  await refused('unusable-address', toFile);
  const withName = await serve((_, response) =>
    response.writeHead(302, { location: 'http://a:b@127.0.0.1/' }).end(),
  );
  await refused('unusable-address', withName);
  assert.deepEqual(received, []);
});

test('credentials and bodies are never passed on by a redirect', async () => {
  const received: string[] = [];
  const origin = await serve((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  await refused('redirected', origin, { headers: { Authorization: 'Bearer secret' } });
  await refused('redirected', origin, { headers: { cookie: 'session=secret' } });
  await refused('redirected', origin, { method: 'POST', body: 'secret' });
  assert.deepEqual(received, ['/', '/', '/']);
});

test('only http and https addresses without credentials are used', async () => {
  for (const url of [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'data:,x',
    'not a url',
    'http://me:secret@127.0.0.1/',
  ]) {
    const failure = await refused('unusable-address', url);
    assert.ok(!failure.message.includes('secret'));
  }
});

test('the caller may abort, and the request rejects with its reason', async () => {
  const origin = await serve(() => undefined);
  const stop = new AbortController();
  const fetching = outgoingFetch(origin, { ...OPERATOR, signal: stop.signal });
  stop.abort(new Error('stopping'));
  await assert.rejects(fetching, /^Error: stopping$/);
});

test('no connection outlives its exchange', async () => {
  const origin = await serve((_, response) => response.end('done'));
  await outgoingFetch(origin, OPERATOR);
  const server = servers.get(origin);
  const open = () => new Promise<number>(resolve => server?.getConnections((_, count) => resolve(count)));
  const deadline = performance.now() + 60_000;
  while ((await open()) > 0 && performance.now() < deadline)
    await new Promise(resolve => setImmediate(resolve));
  assert.equal(await open(), 0);
});

async function refused(
  reason: OutgoingFailureReason,
  url: string,
  options: Partial<OutgoingOptions> = {},
): Promise<OutgoingFailure> {
  try {
    await outgoingFetch(url, { ...OPERATOR, ...options });
  } catch (error) {
    assert.ok(error instanceof OutgoingFailure, String(error));
    assert.equal(error.reason, reason, String(error.cause ?? error));
    return error;
  }
  return assert.fail(`${url} got a response`);
}

const servers = new Map<string, Server>();

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const origin = await listening(server);
  servers.set(origin, server);
  return origin;
}

async function listening(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    if (server instanceof Object && 'closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
