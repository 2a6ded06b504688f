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

test('FETCH-1: five redirects are followed and no more; a circle is seen at once', async () => {
  await fails(outbound, 'too-many-redirects', `${chain}/301/301/301/301/301/301/end`);
  const circle = await serve((request, response) =>
    response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
  );
  const failure = await fails(outbound, 'redirect-loop', `${circle}/a`);
  assert.equal(failure.redirects.length, 2);
  const itself = await serve((_, response) => response.writeHead(301, { location: '' }).end());
  await fails(outbound, 'bad-redirect', itself);
});

test('FETCH-1: a redirect that leads nowhere is a failure of its own', async () => {
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

test('a redirect without an end to its body does not hold anybody up', async () => {
  const endless = await serve((request, response) => {
    if (request.url === '/end') response.end('arrived');
    else response.writeHead(302, { location: '/end' }).write('and now for something');
  });
  assert.equal((await ask(endless)).status, 200);
});

test('a location in UTF-8 or with blanks leads where browsers would go', async () => {
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

test('the method after a redirect: 303 and old habits ask with GET, 307 and 308 repeat', async () => {
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

test('what was meant for one origin is not handed to another', async () => {
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

test('a caller who wants to see redirects gets them as answers', async () => {
  const answer = await ask(`${chain}/301/end`, { redirect: 'return' });
  assert.equal(answer.status, 301);
  assert.equal(answer.headers.get('location'), '/end');
  assert.deepEqual(answer.redirects, []);
});

test('FETCH-2: before a redirect leads to another host the caller is asked, and may say no', async () => {
  const there = await serve((_, response) => response.end('arrived'), '127.0.0.2');
  const here = await serve((request, response) => {
    if (request.url === '/near') response.writeHead(302, { location: '/far' }).end();
    else response.writeHead(302, { location: `${there}/` }).end('moved');
  });
  const asked: string[] = [];
  const answering = (answer: boolean) => async (redirect: Redirect) => {
    asked.push(`${redirect.from} ${redirect.to}`);
    return answer;
  };
  const followed = await ask(`${here}/near`, { mayFollow: answering(true) });
  assert.deepEqual([followed.status, followed.url], [200, `${there}/`]);
  assert.deepEqual(asked, [`${here}/far ${there}/`], 'within one host nobody is asked');

  const refused = await ask(`${here}/near`, { mayFollow: answering(false) });
  assert.deepEqual([refused.status, refused.url], [302, `${here}/far`]);
  assert.equal(Buffer.from(refused.body).toString(), 'moved');
  assert.equal(refused.headers.first('location')?.toString(), `${there}/`);
  assert.equal(refused.redirects.length, 1);
});

test('FETCH-2: whoever is asked and does not answer is held to the time for all; the other host hears nothing', async () => {
  let heard = 0;
  const there = await serve((_, response) => {
    heard++;
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
  assert.equal(heard, 0);
  assert.equal(outbound.usage().exchanges, 0);
});

test('a request whose time is over is not sent, also when nobody has looked at the clock since', async () => {
  const idle = testOutbound({ tickMs: 60_000 });
  let heard = 0;
  const there = await serve((_, response) => {
    heard++;
    response.end();
  }, '127.0.0.2');
  const here = await serve((_, response) => response.writeHead(302, { location: there }).end());
  // A connection that rests is there at once: between the redirect and the request there is no wait to be ended.
  await idle.request({ url: there, purpose: 'the test' });
  await fails(idle, 'timeout-total', {
    url: here,
    limits: { totalMs: 50 },
    mayFollow: () => {
      for (const until = performance.now() + 60; performance.now() < until; );
      return true;
    },
  });
  assert.equal(heard, 1);
  assert.deepEqual(idle.usage(), { exchanges: 0, connections: 2, idleConnections: 2, waiting: 0 });
  const answer = await idle.request({ url: there, purpose: 'the test' });
  assert.equal(answer.status, 200);
});
