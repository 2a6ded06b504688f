import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { avif, gif, jpeg, png, webp } from '../pictures.testing.ts';
import { pictureIn } from './index.ts';

const KNOWN: readonly (readonly [
  name: string,
  bytes: Buffer,
  type: string,
  width: number,
  height: number,
])[] = [
  ['PNG', png(640, 480), 'image/png', 640, 480],
  ['JPEG with a comment that looks like a frame', jpeg(1200, 800), 'image/jpeg', 1200, 800],
  ['GIF', gif(30, 20), 'image/gif', 30, 20],
  [
    'GIF whose frame is larger than its screen',
    gif(1, 1, { width: 60_000, height: 9 }),
    'image/gif',
    60_000,
    9,
  ],
  ['lossy WebP', webp('VP8 ', 320, 200), 'image/webp', 320, 200],
  ['lossless WebP', webp('VP8L', 16_384, 3), 'image/webp', 16_384, 3],
  ['extended WebP', webp('VP8X', 16_000_000, 77), 'image/webp', 16_000_000, 77],
  ['AVIF with a thumbnail', avif([160, 90], [1600, 900], [16, 9]), 'image/avif', 1600, 900],
];

for (const [name, bytes, type, width, height] of KNOWN)
  test(`PARSE-5: ${name} is detected by its bytes, with its size`, () =>
    assert.deepEqual(pictureIn(bytes), { type, width, height }));

test('PARSE-5: bytes of no known format are refused', () => {
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg/>',
    '<!doctype html><script>alert(1)</script>',
    'GIF89a',
    'GIF89a/*<script>*/=1;alert(1)//                    ',
    '\xff\xd8\xff<html>',
    'RIFF....WEBPnothing at all is here that helps',
    '\0\0\0\x18ftypisom\0\0\0\0isommp42',
    '%PDF-1.7',
  ])
    assert.equal(pictureIn(Buffer.from(text, 'latin1')), null, text);
});

test('PARSE-5: truncated or corrupted bytes always get an answer', () => {
  const start = fc.constantFrom(...KNOWN.map(([, bytes]) => bytes));
  fc.assert(
    fc.property(
      start,
      fc.nat(120),
      fc.array(fc.tuple(fc.nat(120), fc.nat(255))),
      (bytes, length, changes) => {
        const changed = Buffer.from(bytes.subarray(0, length));
        for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
        const picture = pictureIn(changed);
        assert.ok(picture === null || (picture.width >= 0 && picture.height >= 0));
      },
    ),
    { numRuns: 3_000 },
  );
});
