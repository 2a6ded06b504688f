import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { EncodedBody } from './encoded-body.ts';

const TEXT = Buffer.from(JSON.stringify(Array.from({ length: 400 }, (_, n) => `story ${n} of the harbour`)));

test('HTTP-2: every encoding decodes to the same bytes, in any order of requests', async () => {
  for (const isPersonal of [true, false])
    for (const order of [
      ['br', 'gzip', 'identity'],
      ['identity', 'br'],
      ['gzip', 'identity', 'br', 'gzip'],
    ]) {
      const ready = new EncodedBody(TEXT, { isPersonal });
      for (const accepted of order) {
        const { body, encoding } = await ready.for(accepted);
        assert.equal(encoding, accepted === 'identity' ? undefined : accepted);
        if (encoding === 'br') assert.deepEqual(brotliDecompressSync(body), TEXT);
        else assert.deepEqual(encoding === 'gzip' ? gunzipSync(body) : body, TEXT);
      }
    }
});

test('FEED-6: once sent, a personal page stays in memory compressed only, a shared page also uncompressed', async () => {
  const [own, shared] = [new EncodedBody(TEXT, { isPersonal: true }), new EncodedBody(TEXT)];
  assert.equal(own.size, TEXT.length);
  const [{ body }] = await Promise.all([own.for('br'), shared.for('br')]);
  assert.equal(own.size, body.length);
  assert.ok(own.size < TEXT.length / 3);
  assert.ok(shared.size > TEXT.length);
});
