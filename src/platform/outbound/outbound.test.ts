import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { eventually } from '../../../test/harness/eventually.ts';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { fails, serve, serveBytes, serveSocket, testOutbound } from './outbound.testing.ts';

const outbound = testOutbound();
const ask = (url: string, more = {}) => outbound.request({ url, purpose: 'the test', ...more });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('FETCH-1: a response has its status, headers, body, sizes and timings', async () => {
  const origin = await serve((_, response) =>
    response.writeHead(404, { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }).end('nothing here'),
  );
  const answer = await ask(`${origin}/feed?x=1#part`);
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('x-one'), '1');
  assert.deepEqual(answer.headers.all('set-cookie'), ['a=1', 'b=2']);
  assert.equal(text(answer.body), 'nothing here');
  assert.equal(answer.bodyBytes, 12);
  assert.equal(answer.url, `${origin}/feed?x=1`);
  assert.equal(answer.permanentUrl, `${origin}/feed?x=1#part`, 'without redirects it is the given URL');
  assert.equal(answer.remoteAddress, '127.0.0.1');
  assert.equal(answer.protocol, 'http/1.1');
  assert.equal(answer.tls, null);
  assert.ok(answer.timings.connect > 0 && answer.timings.total >= answer.timings.firstByte);
});

test('FETCH-1, SRC-9: requests carry our user agent and no cookies, referrer or other headers', async () => {
  const seen: IncomingMessage[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    response.writeHead(200, { 'set-cookie': 'session=1' }).end('ok');
  });
  await ask(`${origin}/a`);
  await ask(`${origin}/b`);
  assert.deepEqual(Object.keys(seen[1]?.headers ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'host',
    'user-agent',
  ]);
  assert.equal(seen[1]?.headers['user-agent'], 'Broadsheet/test (+https://example.org/)');
});

test('SRC-9: validators are sent back byte for byte, whatever their bytes', async () => {
  const etag = Buffer.concat([
    Buffer.from('W/"caf'),
    Buffer.from([0xe9, 0xff, 0x80, 0xa0]),
    Buffer.from('  é"'),
  ]);
  const date = 'Sunday, 06-Nov-94 08:49:37 GMT';
  const requests: string[] = [];
  const origin = await serveSocket((socket, request) => {
    requests.push(request);
    const status = request.includes('if-none-match') ? '304 Not Modified' : '200 OK';
    socket.write(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 ${status}\r\nETag: `),
        etag,
        Buffer.from(
          `\r\nLast-Modified: ${date}\r\nContent-Length: ${status.startsWith('3') ? 999 : 2}\r\n\r\n`,
        ),
        Buffer.from(status.startsWith('3') ? '' : 'hi'),
      ]),
    );
  });
  const first = await ask(origin);
  assert.equal(first.notModified, false);
  const conditional = {
    etag: first.headers.first('etag'),
    lastModified: first.headers.first('last-modified'),
  };
  const second = await ask(origin, { conditional });
  assert.equal(second.notModified, true);
  assert.equal(second.bodyBytes, 0);
  assert.ok(requests[1]?.includes(`if-none-match: ${etag.toString('latin1')}\r\n`));
  assert.ok(requests[1]?.includes(`if-modified-since: ${date}\r\n`));
});

test('FETCH-1: gzip, both kinds of deflate, brotli, zstd and two of them combined are decompressed', async () => {
  const page = Buffer.from('<p>news of the day</p>'.repeat(4_000));
  const bodies: Record<string, Buffer> = {
    gzip: gzipSync(page),
    'X-GZIP': gzipSync(page),
    deflate: deflateSync(page),
    'deflate ': deflateRawSync(page),
    br: brotliCompressSync(page),
    zstd: zstdCompressSync(page),
    'gzip, br': brotliCompressSync(gzipSync(page)),
    'gzip,gzip': gzipSync(gzipSync(page)),
    identity: page,
    'utf-8': page,
    none: page,
  };
  for (const [coding, body] of Object.entries(bodies)) {
    const origin = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body),
    );
    const answer = await ask(origin);
    assert.ok(page.equals(answer.body), coding);
    assert.equal(answer.bodyBytes, page.length);
    assert.ok(answer.wireBytes >= body.length, coding);
    const stream = await outbound.stream({ url: origin, purpose: 'the test' });
    const pieces: Uint8Array[] = [];
    for await (const piece of stream.body) pieces.push(piece);
    assert.ok(page.equals(Buffer.concat(pieces)), `${coding} streamed`);
  }
});

test('FETCH-1: large bodies are decompressed too, off the event loop', async () => {
  const page = Buffer.from(Array.from({ length: 300_000 }, (_, n) => String(n * 7919)).join(' '));
  const origin = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page)),
  );
  assert.ok(page.equals((await ask(origin)).body));
});

test('an empty body stays empty, compressed or not', async () => {
  for (const head of [
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 204 No\r\n\r\n',
  ])
    assert.equal((await ask(await serveBytes(head))).bodyBytes, 0);
  const origin = await serve((_, response) => response.writeHead(200, { 'content-length': 5_000 }).end());
  assert.equal((await ask(origin, { method: 'HEAD' })).bodyBytes, 0);
});

test('FETCH-1: malformed responses that browsers accept are accepted', async () => {
  const cases: Record<string, string> = {
    'bare line feeds': 'HTTP/1.1 200 OK\nContent-Length: 4\n\nnews',
    'no reason': 'HTTP/1.1 200\r\nContent-Length: 4\r\n\r\nnews',
    'version 1.0 until the end': 'HTTP/1.0 200 OK\r\n\r\nnews',
    'no length': 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nnews',
    'folded header': 'HTTP/1.1 200 OK\r\nX-Long: a\r\n  b\r\nContent-Length: 4\r\n\r\nnews',
    'a line that is no header': 'HTTP/1.1 200 OK\r\nhello there\r\n: empty\r\nContent-Length: 4\r\n\r\nnews',
    'a blank before the colon': 'HTTP/1.1 200 OK\r\nContent-Length : 4\r\n\r\nnews',
    'the same length twice': 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nnews',
    chunks:
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\nn\r\n3  \r\news\r\n0\r\nTrailer: x\r\n\r\n',
    'chunks over length':
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n4\r\nnews\r\n0\r\n\r\n',
    'interim answers':
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnews',
    'more than announced': 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnews and more',
    'empty lines first': '\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnews',
  };
  for (const [name, bytes] of Object.entries(cases))
    assert.equal(text((await ask(await serveBytes(bytes))).body), 'news', name);
  assert.equal(
    (await ask(await serveBytes('HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n'))).status,
    999,
  );
});

test('method, headers and body of a request arrive', async () => {
  const seen: { method: string | undefined; type: string | undefined; body: string }[] = [];
  const origin = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method, type: request.headers['content-type'], body });
    response.writeHead(201).end();
  });
  const answer = await ask(origin, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"hé":1}',
  });
  assert.equal(answer.status, 201);
  assert.deepEqual(seen, [{ method: 'POST', type: 'application/json', body: '{"hé":1}' }]);
});

test('a request with invalid or forbidden headers or an invalid method is refused', async () => {
  const origin = await serve((_, response) => response.end());
  for (const headers of [
    { 'x-a': 'a\r\nx-b: b' },
    { 'x a': 'b' },
    { 'x-a': 'snow ☃' },
    { Host: 'other' },
    { 'Content-Length': '5' },
    { 'Transfer-Encoding': 'chunked' },
    { Cookie: 'a=b' },
    { Referer: 'http://x/' },
    { 'x-a': 'a\u0000b' },
  ])
    assert.equal((await fails(outbound, 'bad-request', { url: origin, headers })).fault, 'ours');
  await fails(outbound, 'bad-request', { url: origin, method: 'CONNECT' });
  await fails(outbound, 'bad-request', { url: origin, method: 'get x' });
});

test('the caller may abort at any time', async () => {
  const silent = await serveSocket(() => undefined);
  const stop = new AbortController();
  const aborted = fails(outbound, 'aborted', { url: silent, signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  const failure = await aborted;
  assert.equal(failure.fault, 'ours');
  await fails(outbound, 'aborted', { url: silent, signal: AbortSignal.abort() });
});

test('closing fails running requests and refuses new ones', async () => {
  const closing = testOutbound();
  const silent = await serveSocket(() => undefined);
  const running = fails(closing, 'closed', silent);
  await closing.close();
  await running;
  await fails(closing, 'closed', silent);
  assert.equal(closing.usage().connections, 0);
});

test('a stream follows the pace of its reader, and leaving the loop frees the connection', async () => {
  let sent = 0;
  const origin = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && sent < 50_000_000) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const stream = await outbound.stream({
    url: origin,
    purpose: 'the test',
    limits: { wireBytes: 1e9, decodedBytes: 1e9 },
  });
  let read = 0;
  for await (const piece of stream.body) {
    read += piece.length;
    // The sender gets a turn after each chunk; it must not run far ahead.
    await new Promise(resolve => setImmediate(resolve));
    if (read > 1_000_000) break;
  }
  assert.ok(sent < 40_000_000, `${sent} bytes were sent while ${read} were read`);
  assert.equal(outbound.usage().exchanges, 0);
});

test('an unread stream times out and buffers little until then', async () => {
  let sent = 0;
  const origin = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && sent < 50_000_000) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const limits = { wireBytes: 1e9, decodedBytes: 1e9, totalMs: 3_000 };
  const stream = await outbound.stream({ url: origin, purpose: 'the test', limits });
  await eventually(() => assert.deepEqual([outbound.usage().exchanges, sent < 40_000_000], [0, true]));
  await assert.rejects(
    async () => {
      for await (const piece of stream.body) assert.ok(piece.length > 0);
    },
    { kind: 'timeout-total' },
  );
  const cancelled = await outbound.stream({ url: origin, purpose: 'the test' });
  cancelled.cancel();
  assert.equal(outbound.usage().exchanges, 0);
});

test('a name with several addresses is reached at one that accepts connections', async () => {
  const names = await startNameServer(() => ['127.0.0.98', '127.0.0.99', '127.0.0.1']);
  const resolving = testOutbound({ dns: { servers: [names.address] } });
  const origin = await serve((_, response) => response.end('here'));
  const { port } = new URL(origin);
  const answer = await resolving.request({ url: `http://news.example:${port}/`, purpose: 'the test' });
  assert.equal(answer.remoteAddress, '127.0.0.1');
});

test('IPv6 works where the machine has it', async context => {
  const six = testOutbound({ allow: ['::1'] });
  const origin = await serve((request, response) => response.end(request.headers.host), '::1').catch(
    () => null,
  );
  if (origin === null) return context.skip('this machine has no IPv6');
  const url = origin.replace('::1', '[::1]');
  const answer = await six.request({ url, purpose: 'the test' });
  assert.equal(text(answer.body), new URL(url).host);
  assert.equal(answer.remoteAddress, '::1');
});
