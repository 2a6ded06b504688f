import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { FAILURE_KINDS, type FailureKind, OutboundFailure } from './failure.ts';
import { fails, serve, serveBytes, serveSocket, testOutbound } from './outbound.testing.ts';

const outbound = testOutbound();
const OK = 'HTTP/1.1 200 OK\r\n';

test('faults 5: requests to a server that is silent or stops after its headers time out; other requests are not delayed', async () => {
  const silent = await serveSocket(() => undefined);
  const headersOnly = await serveBytes(`${OK}Content-Length: 100\r\n\r\n`, false);
  const halfHead = await serveBytes(`${OK}Content-Le`, false);
  const quick = await serve((_, response) => response.end('quick'));
  const slow = Promise.all([
    fails(outbound, 'timeout-headers', { url: silent, limits: { headersMs: 100 } }),
    fails(outbound, 'timeout-body', { url: headersOnly, limits: { bodyMs: 100 } }),
    fails(outbound, 'timeout-headers', { url: halfHead, limits: { headersMs: 100 } }),
  ]);
  const beganAt = performance.now();
  for (let n = 0; n < 20; n++) await outbound.request({ url: quick, purpose: 'the test' });
  assert.ok(performance.now() - beganAt < 60_000);
  for (const failure of await slow) assert.equal(failure.fault, 'host');
});

test('faults 5: a response that trickles byte by byte does not outlive the deadlines', async () => {
  const drip = (first: string) =>
    serveSocket(socket => {
      socket.write(first);
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });
  for (const first of [`${OK}Content-Length: 99999\r\n\r\n`, `${OK}X-Drip: `, `${OK}\r\n`, 'HTTP/1.1 200 ']) {
    const beganAt = performance.now();
    const [kind, limits] = first.endsWith('\n')
      ? (['timeout-total', { totalMs: 300 }] as const)
      : (['timeout-headers', { headersMs: 300 }] as const);
    const failure = await fails(outbound, kind, { url: await drip(first), limits });
    assert.ok(performance.now() - beganAt < 60_000, failure.message);
  }
});

test('faults 5: an endless response is cut off at the limit, with or without a length, chunked or not', async () => {
  const limits = { wireBytes: 100_000 };
  const flood = (head: string, piece: string) =>
    serveSocket(socket => {
      socket.write(head);
      const more = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', more);
      more();
    });
  const plain = 'x'.repeat(10_000);
  for (const url of [
    await flood(`${OK}\r\n`, plain),
    await flood(`${OK}Content-Length: 99999999\r\n\r\n`, plain),
    await flood(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `2710\r\n${plain}\r\n`),
    await flood(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'.repeat(1_000)),
    await flood(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `1;${'e'.repeat(1_000)}\r\nx\r\n`),
  ])
    await fails(outbound, 'too-large-wire', { url, limits });
  const exact = await serve((_, response) => response.end('x'.repeat(100_000)));
  const answer = await outbound.request({ url: exact, purpose: 'the test', limits: { wireBytes: 100_200 } });
  assert.equal(answer.bodyBytes, 100_000);
});

test('compression: a small body that decompresses beyond the limits fails, buffered or streamed', async () => {
  const zeros = Buffer.alloc(30_000_000);
  const bombs: Record<string, Buffer> = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    'deflate ': deflateRawSync(zeros),
    br: brotliCompressSync(zeros),
    zstd: zstdCompressSync(zeros),
    'gzip, gzip': gzipSync(gzipSync(zeros)),
    'br, zstd': zstdCompressSync(brotliCompressSync(zeros)),
  };
  const limits = { decodedBytes: 20_000_000 };
  const before = process.memoryUsage().arrayBuffers;
  for (const [coding, bomb] of Object.entries(bombs)) {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': coding });
      response.write(bomb.subarray(0, 10));
      response.end(bomb.subarray(10));
    });
    await fails(outbound, 'too-large-decoded', { url, limits });
    const stream = await outbound.stream({ url, purpose: 'the test', limits });
    let read = 0;
    await assert.rejects(
      async () => {
        for await (const piece of stream.body) read += piece.length;
      },
      { kind: 'too-large-decoded' },
      coding,
    );
    assert.ok(read <= 20_000_000, `${coding}: ${read}`);
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 200_000_000);
});

test('compression: the ratio is limited too, but not for small bodies', async () => {
  const limits = { ratio: 100, decodedBytes: 1e9 };
  const url = await serve((request, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(Buffer.alloc(request.url === '/small' ? 1_000_000 : 5_000_000))),
  );
  await fails(outbound, 'too-large-decoded', { url, limits });
  const small = await outbound.request({ url: `${url}/small`, purpose: 'the test', limits });
  assert.equal(small.bodyBytes, 1_000_000);
});

test('compression: a body compressed three times, truncated or not compressed at all fails', async () => {
  const page = gzipSync('news '.repeat(1_000));
  const serveCoded = (coding: string, body: Buffer) =>
    serve((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
  await fails(outbound, 'bad-encoding', await serveCoded('gzip, gzip, gzip', gzipSync(gzipSync(page))));
  await fails(outbound, 'truncated', await serveCoded('gzip', page.subarray(0, page.length - 12)));
  await fails(outbound, 'truncated', await serveCoded('br', brotliCompressSync(page).subarray(0, 20)));
  await fails(outbound, 'truncated', await serveCoded('zstd', zstdCompressSync(page).subarray(0, 20)));
  for (const coding of ['gzip', 'br', 'zstd'])
    await fails(outbound, 'bad-encoding', await serveCoded(coding, Buffer.from('<html>plain</html>')));
});

test('wrong lengths and truncated bodies are never mistaken for short responses', async () => {
  const cases: Record<string, FailureKind> = {
    [`${OK}Content-Length: 100\r\n\r\nshort`]: 'truncated',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n`]: 'truncated',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nsho`]: 'truncated',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n0\r\n`]: 'truncated',
    [`${OK}Content-Length: 10\r\nContent-Length: 5\r\n\r\nshort`]: 'bad-response',
    [`${OK}Content-Length: 10, 5\r\n\r\nshort`]: 'bad-response',
    [`${OK}Content-Length: -1\r\n\r\nshort`]: 'bad-response',
    [`${OK}Content-Length: 5x\r\n\r\nshort`]: 'bad-response',
    [`${OK}Content-Length: 99999999999999999999\r\n\r\nshort`]: 'bad-response',
    [`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\nshort\r\n`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n-5\r\nshort\r\n`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nshortXX\r\n0\r\n\r\n`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(5_000)}`]: 'bad-response',
    [`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(5_000)}`]: 'bad-response',
  };
  for (const [bytes, kind] of Object.entries(cases)) await fails(outbound, kind, await serveBytes(bytes));
});

test('bytes that are not HTTP are a bad response; a connection closed without a response is a reset', async () => {
  for (const bytes of [
    'SSH-2.0-OpenSSH_9.6\r\n\r\n',
    'HTTP/1.1 OK 200\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 099 OK\r\n\r\n',
    'HTTP/2 200 OK\r\n\r\n',
    'ICY 200 OK\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100),
    `${OK}${'x-many: 1\r\n'.repeat(300)}\r\n`,
    `${OK}x-large: ${'x'.repeat(100_000)}\r\n\r\n`,
    `${OK}x-endless: ${'x'.repeat(70_000)}`,
  ])
    await fails(outbound, 'bad-response', await serveBytes(bytes));
  await fails(outbound, 'reset', await serveBytes(''));
  await fails(outbound, 'reset', await serveBytes('HTTP/1.1 200 OK\r\nHalf: a he'));
  await fails(outbound, 'reset', await serveSocket(socket => socket.resetAndDestroy()));
  const inTheMiddle = await serveSocket(socket => {
    socket.write(`${OK}Content-Length: 100\r\n\r\nshort`, () => socket.resetAndDestroy());
  });
  await fails(outbound, 'truncated', inTheMiddle);
});

test('a head that arrives byte by byte is read', async () => {
  const head = `${OK}X-Pad: ${'x'.repeat(2_000)}\r\nContent-Length: 4\r\n\r\nnews`;
  const url = await serveSocket(async socket => {
    socket.setNoDelay(true);
    for (const byte of head) {
      socket.write(byte);
      await new Promise(resolve => setImmediate(resolve));
    }
  });
  const answer = await outbound.request({
    url,
    purpose: 'the test',
  });
  assert.equal(Buffer.from(answer.body).toString(), 'news');
});

test('a refused connection is a connect failure', async () => {
  const url = await serveSocket(() => undefined);
  const { port } = new URL(url);
  assert.match((await fails(outbound, 'connect', `http://127.0.0.9:${port}/`)).message, /ECONNREFUSED/);
});

test('no failure leaves a connection open', async () => {
  const fresh = testOutbound();
  for (const [head, kind] of [
    ['HTTP/1.1 302 F\r\nLocation: file:///x\r\n\r\n', 'refused-url'],
    ['HTTP/1.1 302 F\r\n\r\n', 'bad-redirect'],
    ['HTTP/1.1 302 F\r\nLocation: /\r\n\r\n', 'redirect-loop'],
    ['HTTP/1.1 302 F\r\nLocation: http://10.0.0.1/\r\n\r\n', 'refused-address'],
    [`${OK}Content-Encoding: br, br, br\r\nContent-Length: 0\r\n\r\n`, 'bad-encoding'],
    [`${OK}Content-Length: 999999999\r\n\r\n`, 'too-large-wire'],
  ] as const)
    await fails(fresh, kind, await serveBytes(head, false));
  const coded = await serveBytes(`${OK}Content-Encoding: br, br, br\r\n\r\n`, false);
  await assert.rejects(fresh.stream({ url: coded, purpose: 'the test' }), { kind: 'bad-encoding' });
  const { exchanges, connections, idleConnections } = fresh.usage();
  assert.deepEqual({ exchanges, open: connections - idleConnections }, { exchanges: 0, open: 0 });
});

test('property: responses with bytes changed, lost or added end in a response or a known failure', async () => {
  const gzipped = gzipSync('news of the day '.repeat(50));
  const answers = [
    Buffer.from(`${OK}Content-Length: 4\r\nETag: "a"\r\n\r\nnews`),
    Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n4\r\nnews\r\n2;x\r\n!!\r\n0\r\n\r\n`),
    Buffer.concat([
      Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${gzipped.length}\r\n\r\n`),
      gzipped,
    ]),
    Buffer.from(
      'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 301 Moved\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n',
    ),
  ];
  let next = Buffer.alloc(0);
  const url = await serveSocket(socket => socket.end(next));
  const change = fc.record({ at: fc.nat(), drop: fc.nat(8), add: fc.uint8Array({ maxLength: 6 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...answers),
      fc.array(change, { maxLength: 4 }),
      async (answer, changes) => {
        next = changes.reduce((bytes, { at, drop, add }) => {
          const from = at % (bytes.length + 1);
          return Buffer.concat([bytes.subarray(0, from), add, bytes.subarray(from + drop)]);
        }, answer);
        await outbound.request({ url, purpose: 'the test' }).catch(error => {
          assert.ok(error instanceof OutboundFailure, String(error));
          assert.ok(FAILURE_KINDS.includes(error.kind));
        });
        assert.equal(outbound.usage().exchanges, 0);
      },
    ),
    { numRuns: 300 },
  );
});
