import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ROTATE_AFTER_MS } from '../../src/accounts/resolve-session.ts';
import { fullProgram } from '../harness/shared-programs.ts';
import { nameOf, OPERATIONS, PAGES, pathOf } from './support/routes.ts';
import { sendJson, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** HTTP-2: ETag and Cache-Control of public responses, compression, and no personal data in shared caches. */
const site = await fullProgram();
const testPeople = createTestPeople(site);
const [stylesheet = ''] = /\/assets\/[^"]+\.css/.exec((await sendRequest(site, { path: '/' })).text) ?? [];
const PUBLIC = ['/api/v1/instance', '/.well-known/jwks.json', '/api/openapi.json', stylesheet];

test('public responses have an ETag, and a request with it gets no body', async () => {
  for (const path of PUBLIC) {
    const first = await sendRequest(site, { path });
    assert.equal(first.status, 200, path);
    assert.match(String(first.headers['cache-control']), /^public, max-age=\d+/, path);
    const etag = String(first.headers.etag);
    assert.match(etag, /^W\/"[\w-]+"$/, path);
    for (const shown of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await sendRequest(site, { path, headers: { 'if-none-match': shown } });
      assert.equal(again.status, 304, `${path} ${shown}`);
      assert.equal(again.text, '');
      assert.equal(again.headers.etag, etag);
      assert.equal(again.headers['cache-control'], first.headers['cache-control']);
      assert.match(String(again.headers.vary), /accept-encoding/i);
    }
    for (const shown of ['"other"', 'W/"other"', 'garbage,,"'])
      assert.equal(
        (await sendRequest(site, { path, headers: { 'if-none-match': shown } })).status,
        200,
        shown,
      );
  }
});

test('the tag of an account changes exactly when the account does', async () => {
  const { headers } = await testPeople.person();
  const tag = async () =>
    String((await sendRequest(site, { path: '/api/v1/account', headers })).headers.etag);
  const before = await tag();
  assert.equal(await tag(), before);
  const fresh = { ...headers, 'if-none-match': before };
  assert.equal((await sendRequest(site, { path: '/api/v1/account', headers: fresh })).status, 304);
  await sendJson(site, {
    method: 'PATCH',
    path: '/api/v1/account',
    headers,
    json: { displayName: 'Renamed' },
  });
  assert.equal((await sendRequest(site, { path: '/api/v1/account', headers: fresh })).status, 200);
  assert.notEqual(await tag(), before);
});

test('every operation and page states its caching, and personal data is never shared-cacheable', async () => {
  const { headers } = await testPeople.person({ roles: ['operator'] });
  for (const route of [...OPERATIONS, ...PAGES].filter(({ method }) => method === 'GET')) {
    const path = pathOf(route, crypto.randomUUID());
    const { status, headers: answered } = await sendRequest(site, { path, headers });
    // "Not found" and redirects may change at any time, so they have no caching of their own.
    const cache = 'cache' in route && ![400, 404].includes(status) ? route.cache : undefined;
    const expected =
      typeof cache === 'object' ? /^public/ : cache === 'private' ? /^private, no-cache$/ : /^no-store$/;
    assert.match(String(answered['cache-control']), expected, nameOf(route));
  }
});

test('a shared-cacheable response never sets a cookie, even when a session is due for rotation', async () => {
  for (const path of [...PUBLIC, '/api/v1/account']) {
    const { headers } = await testPeople.person();
    await site.clock.advance(ROTATE_AFTER_MS);
    const response = await sendRequest(site, { path, headers });
    assert.equal(response.status, 200);
    assert.equal(response.cookies.length, path === '/api/v1/account' ? 1 : 0, path);
  }
});

test('long responses are compressed as requested; short ones and HEAD are not', async () => {
  for (const path of ['/api/openapi.json', '/api/docs', stylesheet]) {
    const plain = await sendRequest(site, { path });
    assert.equal(plain.headers['content-encoding'], undefined);
    const read: Record<string, (packed: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, unpack] of Object.entries(read)) {
      const packed = await sendRequest(site, { path, headers: { 'accept-encoding': encoding } });
      assert.equal(packed.headers['content-encoding'], encoding, path);
      assert.match(String(packed.headers.vary), /accept-encoding/i);
      assert.ok(packed.bytes.length < plain.bytes.length / 2);
      assert.ok(unpack(packed.bytes).equals(plain.bytes), path);
      assert.equal(packed.headers.etag, plain.headers.etag);
    }
    const best = await sendRequest(site, { path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    assert.equal(best.headers['content-encoding'], 'br');
    for (const refused of ['identity', 'deflate;q=0', 'gzip;q=0, br;q=0', 'made-up'])
      assertPlain(await sendRequest(site, { path, headers: { 'accept-encoding': refused } }), refused);
  }
  assertPlain(
    await sendRequest(site, { path: '/api/v1/instance', headers: { 'accept-encoding': 'br' } }),
    'short',
  );
});

test('HEAD has the headers of GET without a body', async () => {
  for (const path of [...PUBLIC, '/about', '/healthz', '/nothing-here']) {
    const [head, get] = [
      await sendRequest(site, { method: 'HEAD', path }),
      await sendRequest(site, { path }),
    ];
    assert.equal(head.status, get.status, path);
    assert.equal(head.text, '');
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      assert.equal(head.headers[name], get.headers[name], `${path} ${name}`);
  }
});

function assertPlain(response: TestResponse, label: string): void {
  assert.equal(response.status, 200, label);
  assert.equal(response.headers['content-encoding'], undefined, label);
  assert.ok(response.text.length > 50);
}
