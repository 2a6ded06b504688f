import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../../../test/harness/program.ts';
import { imageUrlFor } from '../../app/output/image-address.ts';
import { createKeys } from '../../lib/keys.ts';
import { systemRandom } from '../../lib/random.ts';
import { serve } from '../../platform/outbound/outbound.testing.ts';
import { png } from './pictures.testing.ts';

const site = await testProgram({ settings: { roles: 'web', 'crawl-allow': '127.0.0.1' } });
const keys = createKeys(site.config.secret ?? '', systemRandom);
const publisher = await serve((request, response) =>
  response.setHeader('set-cookie', 'a=b').end(request.url === '/x.png' ? png(20, 10) : '<svg/>'),
);
const picture = imageUrlFor(keys, `${publisher}/x.png`) ?? '';

test('PARSE-5: a signed picture is cacheable forever and usable only as a picture', async () => {
  const answer = await fetch(site.url + picture);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), png(20, 10));
  const header = (name: string) => answer.headers.get(name);
  assert.equal(header('content-type'), 'image/png');
  assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(header('set-cookie'), null);
  const again = await fetch(site.url + picture, { headers: { 'if-none-match': header('etag') ?? '' } });
  assert.equal(again.status, 304);
});

test('PARSE-5: an address without our signature is not proxied', async () => {
  const [, , signature = '', encoded = ''] = picture.split('/');
  const other = Buffer.from(`${publisher}/y.png`).toString('base64url');
  const forged = createKeys('another secret of another installation', systemRandom);
  for (const path of [
    `/image/${signature}/${other}`,
    `/image/${signature}/${encoded}A`,
    `/image/${signature.slice(0, -1)}/${encoded}`,
    `/image//${encoded}`,
    imageUrlFor(forged, `${publisher}/x.png`),
  ])
    assert.equal((await fetch(site.url + path)).status, 404, path ?? '');
});

test('scripts: SVG is refused, and none of its bytes are sent', async () => {
  const answer = await fetch(site.url + imageUrlFor(keys, `${publisher}/logo.svg`));
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [404, 'text/plain; charset=utf-8']);
  assert.ok(!(await answer.text()).includes('svg'));
});

test('PARSE-5: an invalid picture address gets no proxy address', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '/x.png',
    `https://a.example/${'x'.repeat(5_000)}`,
  ])
    assert.equal(imageUrlFor(keys, text), null);
});

test('pictures do not count against the rate limit; guessed signatures do', async () => {
  const busy = await testProgram({
    settings: { roles: 'web', 'crawl-allow': '127.0.0.1', 'rate-limit': '5' },
  });
  const own = createKeys(busy.config.secret ?? '', systemRandom);
  const statuses = async (path: string) => {
    const found = new Set<number>();
    for (let n = 0; n < 20; n++) found.add((await fetch(busy.url + path)).status);
    return [...found].sort();
  };
  assert.deepEqual(await statuses(imageUrlFor(own, `${publisher}/x.png`) ?? ''), [200]);
  assert.deepEqual(await statuses('/image/AAAAAAAAAAAAAAAAAAAAAA/aHR0cA'), [404, 429]);
});
