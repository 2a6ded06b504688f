import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { fails, serve, serveBytes, testOutbound } from './outbound.testing.ts';
import type { Redirect } from './port.ts';

const outbound = testOutbound();
const ask = (url: string, more = {}) => outbound.request({ url, purpose: 'the test', ...more });

/** `/301/302/end` redirects with 301 to `/302/end`, and so on. */
const chain = await serve((request, response) => {
  const [, status = '', ...rest] = (request.url ?? '').split('/');
  if (/^\d+$/.test(status))
    response.writeHead(Number(status), { location: `/${rest.join('/')}` }).end('moved');
  else response.end('arrived');
});

test('FETCH-1, SRC-9: permanent redirects are remembered up to the first temporary one', async () => {
  const cases: Record<string, string> = {
    '/301/308/end': '/end',
    '/301/302/301/end': '/302/301/end',
    '/302/301/end': '/302/301/end',
    '/307/end': '/307/end',
    '/308/303/end': '/303/end',
    '/301/301/301/301/301/end': '/end',
  };
  for (const [path, permanent] of Object.entries(cases)) {
    const answer = await ask(chain + path);
    assert.equal(answer.url, `${chain}/end`);
    assert.equal(answer.permanentUrl, chain + permanent, path);
    assert.equal(answer.redirects.length, path.split('/').length - 2);
  }
  const answer = await ask(`${chain}/301/302/end`);
  assert.deepEqual(answer.redirects[0], {
    from: `${chain}/301/302/end`,
    to: `${chain}/302/end`,
    status: 301,
    permanent: true,
  });
  assert.equal(answer.redirects[1]?.permanent, false);
});

test('FETCH-1: at most five redirects are followed; a loop is detected immediately', async () => {
  await fails(outbound, 'too-many-redirects', `${chain}/301/301/301/301/301/301/end`);
  const circle = await serve((request, response) =>
    response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
  );
  const failure = await fails(outbound, 'redirect-loop', `${circle}/a`);
  assert.equal(failure.redirects.length, 2);
  const itself = await serve((_, response) => response.writeHead(301, { location: '' }).end());
  await fails(outbound, 'bad-redirect', itself);
});

test('FETCH-1: a redirect without a usable location is a failure', async () => {
  await fails(outbound, 'bad-redirect', await serveBytes('HTTP/1.1 301 Moved\r\nContent-Length: 0\r\n\r\n'));
  await fails(outbound, 'bad-redirect', await serveBytes('HTTP/1.1 302 F\r\nLocation: http://[::1\r\n\r\n'));
  for (const location of [
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:1',
    'http://a:b@127.0.0.1/',
    'http://127.0.0.1:22/',
  ])
    await fails(outbound, 'refused-url', await serveBytes(`HTTP/1.1 302 F\r\nLocation: ${location}\r\n\r\n`));
});

test('a redirect whose body never ends does not delay the request', async () => {
  const endless = await serve((request, response) => {
    if (request.url === '/end') response.end('arrived');
    else response.writeHead(302, { location: '/end' }).write('and now for something');
  });
  assert.equal((await ask(endless)).status, 200);
});

test('a location in UTF-8 or with blanks is resolved as browsers do', async () => {
  const seen: (string | undefined)[] = [];
  const origin = await serve((request, response) => {
    seen.push(request.url);
    if (request.url === '/') {
      response.socket?.end(
        Buffer.from('HTTP/1.1 302 F\r\nLocation: /über uns?q=ä\r\nContent-Length: 0\r\n\r\n'),
      );
    } else response.end();
  });
  await ask(origin);
  assert.equal(seen[1], '/%C3%BCber%20uns?q=%C3%A4');
});

test('303, and 301 and 302 after POST, continue with GET; 307 and 308 repeat the request', async () => {
  const seen: string[] = [];
  const origin = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push(`${request.method} ${request.url} ${body}${request.headers['content-type'] ?? ''}`);
    const status = Number(request.url?.slice(1));
    if (status > 0) response.writeHead(status, { location: '/end' }).end();
    else response.end();
  });
  for (const status of [301, 302, 303, 307, 308]) {
    await ask(`${origin}/${status}`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    assert.equal(seen.at(-1), status < 307 ? 'GET /end ' : 'POST /end xtext/plain', String(status));
  }
  await ask(`${origin}/303`, { method: 'HEAD' });
  assert.equal(seen.at(-1), 'HEAD /end ');
});

test('credentials and bodies are not sent to another origin', async () => {
  const seen: IncomingMessage[] = [];
  const other = await serve((request, response) => {
    seen.push(request);
    response.end();
  });
  const origin = await serve((request, response) => {
    seen.push(request);
    response.writeHead(request.method === 'POST' ? 307 : 302, { location: `${other}/` }).end();
  });
  const headers = { authorization: 'Bearer s', 'x-api-key': 's', 'accept-language': 'fr' };
  await ask(origin, { headers, conditional: { etag: '"v"' } });
  assert.equal(seen[0]?.headers.authorization, 'Bearer s');
  assert.equal(seen[1]?.headers.authorization, undefined);
  assert.equal(seen[1]?.headers['x-api-key'], undefined);
  assert.equal(seen[1]?.headers['accept-language'], 'fr');
  assert.equal(seen[1]?.headers['if-none-match'], '"v"');
  await fails(outbound, 'bad-redirect', { url: origin, method: 'POST', body: 'secret' });
  assert.equal(seen.length, 3);
});

test('with the option redirect=return the redirect itself is the response', async () => {
  const answer = await ask(`${chain}/301/end`, { redirect: 'return' });
  assert.equal(answer.status, 301);
  assert.equal(answer.headers.get('location'), '/end');
  assert.deepEqual(answer.redirects, []);
});

test('FETCH-2: mayFollow is called before a redirect to another host, and may refuse it', async () => {
  const there = await serve((_, response) => response.end('arrived'), '127.0.0.2');
  const here = await serve((request, response) => {
    if (request.url === '/near') response.writeHead(302, { location: '/far' }).end();
    else response.writeHead(302, { location: `${there}/` }).end('moved');
  });
  const calls: string[] = [];
  const answering = (answer: boolean) => async (redirect: Redirect) => {
    calls.push(`${redirect.from} ${redirect.to}`);
    return answer;
  };
  const followed = await ask(`${here}/near`, { mayFollow: answering(true) });
  assert.deepEqual([followed.status, followed.url], [200, `${there}/`]);
  assert.deepEqual(calls, [`${here}/far ${there}/`], 'it is not called within one host');

  const refused = await ask(`${here}/near`, { mayFollow: answering(false) });
  assert.deepEqual([refused.status, refused.url], [302, `${here}/far`]);
  assert.equal(Buffer.from(refused.body).toString(), 'moved');
  assert.equal(refused.headers.first('location')?.toString(), `${there}/`);
  assert.equal(refused.redirects.length, 1);
});

test('FETCH-2: a mayFollow that does not settle runs into the total timeout, and the other host gets no request', async () => {
  let received = 0;
  const there = await serve((_, response) => {
    received++;
    response.end();
  }, '127.0.0.2');
  const here = await serve((_, response) => response.writeHead(302, { location: there }).end());
  const { promise: never, resolve } = Promise.withResolvers<boolean>();
  const failure = await fails(outbound, 'timeout-total', {
    url: here,
    limits: { totalMs: 100 },
    mayFollow: () => never,
  });
  assert.equal(failure.fault, 'ours');
  resolve(true);
  const wrong = new Error('the lease is lost');
  await assert.rejects(ask(here, { mayFollow: () => Promise.reject(wrong) }), wrong);
  assert.equal(received, 0);
  assert.equal(outbound.usage().exchanges, 0);
});

test('a request past its deadline is not sent, even if no tick has noticed', async () => {
  const idle = testOutbound({ tickMs: 60_000 });
  let received = 0;
  const there = await serve((_, response) => {
    received++;
    response.end();
  }, '127.0.0.2');
  const here = await serve((_, response) => response.writeHead(302, { location: there }).end());
  // An idle connection is available at once: between the redirect and the request no wait checks the deadline.
  await idle.request({ url: there, purpose: 'the test' });
  await fails(idle, 'timeout-total', {
    url: here,
    limits: { totalMs: 50 },
    mayFollow: () => {
      for (const until = performance.now() + 60; performance.now() < until; );
      return true;
    },
  });
  assert.equal(received, 1);
  assert.deepEqual(idle.usage(), { exchanges: 0, connections: 2, idleConnections: 2, waiting: 0 });
  const answer = await idle.request({ url: there, purpose: 'the test' });
  assert.equal(answer.status, 200);
});
