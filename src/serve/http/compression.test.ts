import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encode, encodingFor } from './compression.ts';

test('a client gets the first of our encodings that it takes, and none that it refuses', () => {
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

test('what was packed is the text again when it is unpacked', async () => {
  const text = 'Ferries run again from noon. 📰 '.repeat(100);
  assert.equal(brotliDecompressSync(await encode(text, 'br')).toString(), text);
  assert.equal(gunzipSync(await encode(text, 'gzip')).toString(), text);
});
