import assert from 'node:assert/strict';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../../../test/harness/certificate.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { startNameServer } from '../../../test/harness/name-server.ts';
import { fails, listen, testOutbound } from './outbound.testing.ts';

const good = selfSigned({ names: ['news.example', '127.0.0.1'] });
const names = await startNameServer(() => ['127.0.0.1']);
const outbound = testOutbound({
  trustedCertificates: [good.cert],
  dns: { servers: [names.address] },
});
const ask = (url: string, more = {}) => outbound.request({ url, purpose: 'the test', ...more });

test('FETCH-1: HTTP/1.1 over TLS, by name and by address', async () => {
  const port = await listen(
    createHttpsServer(good, (_, response) => response.end('secure')),
    '127.0.0.1',
  );
  for (const host of ['news.example', '127.0.0.1', 'news.example.']) {
    const answer = await ask(`https://${host}:${port}/`);
    assert.equal(Buffer.from(answer.body).toString(), 'secure');
    assert.equal(answer.protocol, 'http/1.1');
    assert.match(answer.tls?.version ?? '', /^TLSv1\.[23]$/);
  }
});

test('an invalid certificate is a certificate failure', async () => {
  const other = selfSigned({ names: ['other.example'] });
  const old = selfSigned({
    names: ['news.example'],
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2021-01-01'),
  });
  const unknown = selfSigned({ names: ['news.example'] });
  for (const certificate of [other, old, unknown]) {
    const port = await listen(
      createHttpsServer(certificate, (_, response) => response.end()),
      '127.0.0.1',
    );
    const trusting = testOutbound({
      trustedCertificates: certificate === unknown ? [] : [certificate.cert],
      dns: { servers: [names.address] },
    });
    assert.equal((await fails(trusting, 'certificate', `https://news.example:${port}/`)).fault, 'host');
  }
});

test('a server that does not speak TLS, hangs up or is silent during the handshake is a failure', async () => {
  const plain = createTcpServer(socket =>
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad\r\n\r\n'),
  );
  await fails(outbound, 'tls', `https://127.0.0.1:${await listen(plain, '127.0.0.1')}/`);
  const hangsUp = createTcpServer(socket =>
    socket.once('data', () => socket.destroy()).on('error', () => undefined),
  );
  await fails(outbound, 'tls', `https://127.0.0.1:${await listen(hangsUp, '127.0.0.1')}/`);
  const silent = createTcpServer(socket => socket.on('error', () => undefined).resume());
  const url = `https://127.0.0.1:${await listen(silent, '127.0.0.1')}/`;
  await fails(outbound, 'timeout-connect', { url, limits: { connectMs: 100 } });
});

test('an incomplete response over TLS is truncated', async () => {
  const server = createTlsServer(good, socket => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort', () => socket.destroy()),
    );
  });
  await fails(outbound, 'truncated', `https://127.0.0.1:${await listen(server, '127.0.0.1')}/`);
});

test('FETCH-1: HTTP/2 where the server speaks it, many requests over one connection', async () => {
  const sessions = new Set<unknown>();
  const requests: { path: string; etag: unknown }[] = [];
  const server = http2((stream, headers) => {
    sessions.add(stream.session);
    requests.push({ path: String(headers[':path']), etag: headers['if-none-match'] });
    if (headers['if-none-match'] !== undefined)
      return stream.respond({ ':status': 304 }, { endStream: true });
    stream.respond({ ':status': 200, etag: '"caf\u00e9\u00ff"', 'content-encoding': 'gzip' });
    stream.end(gzipSync('news over two'));
  });
  const url = `https://news.example:${await listen(server, '127.0.0.1')}`;
  const first = await ask(`${url}/0`);
  assert.equal(first.protocol, 'h2');
  assert.equal(Buffer.from(first.body).toString(), 'news over two');
  assert.equal(first.headers.get('etag'), '"caf\u00e9\u00ff"');
  const again = await ask(`${url}/1`, { conditional: { etag: first.headers.get('etag') } });
  assert.equal(again.notModified, true);
  await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`${url}/${n}`)));
  assert.equal(requests.length, 32);
  assert.ok(sessions.size <= 6, `${sessions.size} sessions`);
  assert.equal(Buffer.from(String(requests[1]?.etag), 'latin1').toString('latin1'), '"caf\u00e9\u00ff"');
});

test('HTTP/2: method, path and body arrive, and redirects are followed', async () => {
  const server = http2(async (stream, headers) => {
    if (headers[':path'] === '/old')
      return stream.respond({ ':status': 308, location: '/new' }, { endStream: true });
    let body = '';
    for await (const piece of stream) body += piece;
    stream.respond({ ':status': 200 });
    stream.end(`${headers[':method']} ${headers[':path']} ${body}`);
  });
  const answer = await ask(`https://127.0.0.1:${await listen(server, '127.0.0.1')}/old`, {
    method: 'POST',
    body: 'x',
  });
  assert.equal(Buffer.from(answer.body).toString(), 'POST /new x');
});

test('HTTP/2: silence, endless bodies, compression bombs, resets, GOAWAY and floods fail with the right kind', async () => {
  const server = http2((stream, headers) => {
    stream.on('error', () => undefined);
    const path = String(headers[':path']);
    if (path === '/silent') return;
    if (path === '/reset') return stream.close(2);
    if (path === '/short') {
      stream.respond({ ':status': 200, 'content-length': 100 });
      return stream.end('short');
    }
    if (path === '/goaway') return stream.session?.destroy();
    if (path === '/interim')
      for (let n = 0; n < 50; n++) stream.additionalHeaders({ ':status': 103, link: `</${n}>` });
    if (path === '/many')
      return stream.respond({
        ':status': 200,
        ...Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`x-${n}`, '1'])),
      });
    stream.respond({ ':status': 200, ...(path === '/bomb' ? { 'content-encoding': 'gzip' } : {}) });
    if (path === '/bomb') return stream.end(gzipSync(Buffer.alloc(30_000_000)));
    if (path === '/half') return stream.write('half', () => stream.session?.socket.destroy());
    if (path === '/stops') return stream.write('and then nothing');
    if (path === '/endless') {
      const more = () => {
        while (!stream.destroyed && stream.write(Buffer.alloc(65_536)));
      };
      stream.on('drain', more);
      return more();
    }
    return stream.end('fine');
  });
  const url = `https://127.0.0.1:${await listen(server, '127.0.0.1')}`;
  await fails(outbound, 'timeout-headers', { url: `${url}/silent`, limits: { headersMs: 100 } });
  await fails(outbound, 'reset', `${url}/reset`);
  await fails(outbound, 'timeout-body', { url: `${url}/stops`, limits: { bodyMs: 100 } });
  await fails(outbound, 'truncated', `${url}/half`);
  await fails(outbound, 'too-large-wire', { url: `${url}/endless`, limits: { wireBytes: 1_000_000 } });
  await fails(outbound, 'too-large-decoded', `${url}/bomb`);
  await fails(outbound, 'bad-response', `${url}/interim`);
  await fails(outbound, 'reset', `${url}/goaway`);
  await fails(outbound, 'reset', `${url}/many`);
  await fails(outbound, 'truncated', `${url}/short`);
  assert.equal(Buffer.from((await ask(`${url}/fine`)).body).toString(), 'fine');
});

test('HTTP/2: idle sessions are closed, and one that the server closed is replaced', async () => {
  const shortIdle = testOutbound({ trustedCertificates: [good.cert], connections: { idleMs: 50 } });
  const server = http2(stream => stream.respond({ ':status': 204 }, { endStream: true }));
  const sessions: { close(): void; destroy(): void }[] = [];
  server.on('session', session => sessions.push(session));
  const url = `https://127.0.0.1:${await listen(server, '127.0.0.1')}/`;
  await shortIdle.request({ url, purpose: 'the test' });
  await eventually(() => assert.equal(shortIdle.usage().connections, 0));
  await ask(url);
  sessions.at(-1)?.close();
  await ask(url);
  sessions.at(-1)?.destroy();
  await ask(url);
});

function http2(
  onStream: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => unknown,
): Http2SecureServer {
  const server = createSecureServer(good);
  server.on('session', session => session.on('error', () => undefined));
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => void onStream(stream, headers));
  return server;
}
