import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encode, encodingFor } from './compression.ts';

test('a client gets the first of our encodings that it accepts, and none that it refuses', () => {
  const chosen: Record<string, string | undefined> = {
    'gzip, deflate, br, zstd': 'br',
    'gzip;q=1.0, br;q=0.2': 'br',
    BR: 'br',
    gzip: 'gzip',
    'br;q=0, gzip': 'gzip',
    '*': 'br',
    '*;q=0.5, br;q=0': 'gzip',
    'br;q=0, *;q=0': undefined,
    identity: undefined,
    'br;q=nonsense': undefined,
    '': undefined,
    ',,;;q=': undefined,
  };
  for (const [header, encoding] of Object.entries(chosen))
    assert.equal(encodingFor(header), encoding, header);
  assert.equal(encodingFor(undefined), undefined);
});

test('compressed text decompresses to the same text; pages are compressed synchronously, longer texts in the pool', async () => {
  for (const length of [100, 10_000]) {
    const text = Buffer.from('Ferries run again from noon. 📰 '.repeat(length));
    assert.deepEqual(brotliDecompressSync(await encode(text, 'br')), text);
    assert.deepEqual(gunzipSync(await encode(text, 'gzip')), text);
    assert.equal(encode(text, 'br') instanceof Promise, length === 10_000);
  }
});
