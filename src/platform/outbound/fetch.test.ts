import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as oidc from 'openid-client';
import { OutboundFailure } from './failure.ts';
import { serve, serveBytes, testOutbound } from './outbound.testing.ts';

const outbound = testOutbound();
const fetchGuarded = outbound.fetchFor('the test', { wireBytes: 100_000 });

test('a library that takes a fetch function works with the guarded client', async () => {
  const seen: string[] = [];
  const issuer = await serve(async (request, response) => {
    seen.push(
      `${request.method} ${request.url} ${request.headers['content-type'] ?? ''} ${await bodyOf(request)}`,
    );
    const answer =
      request.method === 'GET'
        ? { issuer, token_endpoint: `${issuer}/token` }
        : { access_token: 'token', token_type: 'bearer' };
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(answer)));
  });
  const configuration = await oidc.discovery(new URL(issuer), 'client', undefined, oidc.None(), {
    [oidc.customFetch]: fetchGuarded,
    execute: [oidc.allowInsecureRequests],
  });
  const tokens = await oidc.clientCredentialsGrant(configuration);
  assert.equal(tokens.access_token, 'token');
  assert.deepEqual(seen, [
    'GET /.well-known/openid-configuration  ',
    'POST /token application/x-www-form-urlencoded;charset=UTF-8 grant_type=client_credentials&client_id=client',
  ]);
});

test('redirects are followed, returned or refused, as fetch does', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/end') response.end('arrived');
    else response.writeHead(302, { location: '/end' }).end();
  });
  assert.equal(await (await fetchGuarded(origin)).text(), 'arrived');
  const manual = await fetchGuarded(origin, { redirect: 'manual' });
  assert.equal(manual.status, 302);
  assert.equal(manual.headers.get('location'), '/end');
  await assert.rejects(fetchGuarded(origin, { redirect: 'error' }), { kind: 'bad-redirect' });
});

test('a response without a body has body null; a status outside the range of Response is a bad response', async () => {
  const origin = await serve((_, response) => response.writeHead(204).end());
  assert.equal((await fetchGuarded(origin)).body, null);
  const odd = await serveBytes('HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n');
  await assert.rejects(fetchGuarded(odd), { kind: 'bad-response' });
});

test("the guard and the limits apply; an abort rejects with the caller's reason", async () => {
  await assert.rejects(fetchGuarded('http://10.0.0.1/'), OutboundFailure);
  const large = await serve((_, response) => response.end('x'.repeat(200_000)));
  await assert.rejects(fetchGuarded(large), { kind: 'too-large-wire' });
  const silent = await serve(() => undefined);
  const stop = new AbortController();
  const fetching = fetchGuarded(silent, { signal: stop.signal });
  stop.abort(new Error('stopping'));
  await assert.rejects(fetching, /^Error: stopping$/);
  await assert.rejects(fetchGuarded(silent, { method: 'POST', body: new Blob(['x']) }), {
    kind: 'bad-request',
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}
