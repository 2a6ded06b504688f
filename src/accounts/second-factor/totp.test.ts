import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, codeAt, otpauthUri, STEP_MS, stepAt, stepOfCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('codes are those of RFC 6238, appendix B', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ];
  for (const [seconds, code] of vectors) assert.equal(codeAt(SECRET, stepAt(seconds * 1_000)), code);
});

test('base32 is that of RFC 4648, without padding', () => {
  const vectors = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'];
  for (const [length, text] of vectors.entries())
    assert.equal(base32(Buffer.from('foobar').subarray(0, length)), text);
});

test('a code counts one step early or late, and not after a later one was used', () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const code = codeAt(SECRET, step);
  for (const late of [-1, 0, 1])
    assert.equal(stepOfCode(SECRET, code, { now: now + late * STEP_MS, lastStep: 0 }), step);
  for (const late of [-2, 2])
    assert.equal(stepOfCode(SECRET, code, { now: now + late * STEP_MS, lastStep: 0 }), null);
  for (const lastStep of [step, step + 1]) assert.equal(stepOfCode(SECRET, code, { now, lastStep }), null);
  assert.equal(stepOfCode(SECRET, code, { now, lastStep: step - 1 }), step);
  for (const wrong of ['', '0', '00000', `${code}0`])
    assert.equal(stepOfCode(SECRET, wrong, { now, lastStep: 0 }), null);
});

test('the address for apps names site and account', () => {
  assert.equal(
    otpauthUri(SECRET, { issuer: 'The Day & Night', account: 'ada+x@news.example' }),
    'otpauth://totp/The%20Day%20%26%20Night:ada%2Bx%40news.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=The%20Day%20%26%20Night',
  );
});
