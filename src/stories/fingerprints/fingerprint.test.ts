import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seededRandom } from '../../lib/random.ts';
import { containmentOf, estimateJaccard, fingerprint } from './fingerprint.ts';
import { decodeFingerprint, encodeFingerprint, FINGERPRINT_BYTES } from './fingerprint-codec.ts';
import { hammingDistance } from './simhash.ts';
import { matchingSlots, SLOTS } from './sketch.ts';
import { exactJaccard, replaceWords, similarTexts, syntheticWords } from './texts.testing.ts';

const same = (a: string, b: string) => assert.deepEqual(fingerprint(a), fingerprint(b), `${a} and ${b}`);

/** Sizes from a teaser to a long read: the sketch has more and fewer slots than a text has shingles. */
for (const [size, jaccard] of [
  [10, 0.6],
  [30, 0.5],
  [100, 0.85],
  [400, 0.85],
  [400, 0.5],
  [1500, 0.2],
] as const) {
  test(`COPY-1: the estimate is unbiased, with no more variance than theory, ${size} shingles at ${jaccard}`, () => {
    const random = seededRandom(size);
    const rounds = 1000;
    let [sum, squares, exactSum] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const [a, b] = similarTexts(size, jaccard, random);
      const exact = exactJaccard(a, b);
      const error = estimateJaccard(fingerprint(a), fingerprint(b)) - exact;
      sum += error;
      squares += error * error;
      exactSum += exact;
    }
    const mean = exactSum / rounds;
    const theory = Math.sqrt((mean * (1 - mean)) / SLOTS);
    // The mean of 1,000 errors strays by theory / 32; four times that is a bias. The width itself strays by 2 %.
    assert.ok(Math.abs(sum / rounds) < (4 * theory) / Math.sqrt(rounds), `bias ${sum / rounds}`);
    assert.ok(Math.sqrt(squares / rounds) < 1.08 * theory, `${Math.sqrt(squares / rounds)} over ${theory}`);
  });
}

test('COPY-1: bands of eight slots agree as often as with independent permutations', () => {
  const random = seededRandom(8);
  let [bands, expected] = [0, 0];
  for (let round = 0; round < 1500; round++) {
    const [a, b] = similarTexts(150, 0.8, random);
    const [{ sketch: ofA }, { sketch: ofB }] = [fingerprint(a), fingerprint(b)];
    for (let band = 0; band < 16; band++)
      bands += Number(ofA[2 * band] === ofB[2 * band] && ofA[2 * band + 1] === ofB[2 * band + 1]);
    expected += 16 * exactJaccard(a, b) ** 8;
  }
  assert.ok(Math.abs(bands / expected - 1) < 0.05, `${bands} of ${expected}`);
});

test('COPY-1: the SimHash distance grows with the number of changed words', () => {
  const random = seededRandom(3);
  const changes = [0, 1, 4, 16, 64, 200];
  const distances = changes.map(() => 0);
  for (let round = 0; round < 200; round++) {
    const text = syntheticWords(200, random).join(' ');
    const before = fingerprint(text);
    for (const [index, count] of changes.entries()) {
      const after = fingerprint(replaceWords(text, count, round));
      distances[index] = (distances[index] ?? 0) + hammingDistance(before, after) / 200;
    }
  }
  assert.equal(distances[0], 0);
  for (let index = 1; index < distances.length; index++)
    assert.ok((distances[index] ?? 0) > 1.3 * (distances[index - 1] ?? 0), distances.join(' '));
  const far = distances.at(-1) ?? 0;
  assert.ok(far > 18 && far < 34, `changed through and through: ${far}`);
});

test('COPY-1: half of the SimHash bits of unrelated texts differ', () => {
  const random = seededRandom(4);
  let bits = 0;
  for (let round = 0; round < 300; round++) {
    const [a, b] = similarTexts(100, 0, random);
    bits += hammingDistance(fingerprint(a), fingerprint(b)) / 300;
  }
  assert.ok(Math.abs(bits - 32) < 2, String(bits));
});

test('COPY-1: case, punctuation, accents, width and invisible marks do not change the fingerprint', () => {
  same('The Mayor of Málaga: “We’ve won!”', 'the mayor of malaga we ve won');
  same('Caf\u00e9 na\u00efve \u0439', 'Cafe\u0301 nai\u0308ve \u0438\u0306');
  same('an\u00adnounce\u200bment today here', 'announcement today here');
  same('２０２６ results are in', '2026 results are in');
  same('مُحَمَّد في المدينة', 'محمد في المدينة');
  same('storm 🌪️ hits coast', 'storm hits coast');
});

test('COPY-1: scripts without spaces are read by characters', () => {
  for (const [text, edited, other] of UNSPACED_TEXTS) {
    const [a, b, c] = [fingerprint(text), fingerprint(edited), fingerprint(other)];
    assert.ok(a.shingles > 20, text);
    assert.ok(estimateJaccard(a, b) > 0.6, `${text}: ${estimateJaccard(a, b)}`);
    assert.ok(estimateJaccard(a, c) < 0.2, `${text}: ${estimateJaccard(a, c)}`);
  }
});

test('COPY-1: surrogate pairs are read as one character', () => {
  assert.equal(fingerprint('𠮷野家𠮷野家で').shingles, 5);
  assert.notDeepEqual(fingerprint('𠮷野家の牛丼'), fingerprint('𠮸野家の牛丼'));
});

test('COPY-1: the order of words matters', () => {
  assert.ok(
    estimateJaccard(fingerprint('dog bites man in park'), fingerprint('man bites dog in park')) < 0.9,
  );
});

test('COPY-1: an empty text is similar to nothing, not even to another one', () => {
  const [empty, blank] = [fingerprint(''), fingerprint(' … \n')];
  assert.equal(empty.shingles, 0);
  assert.equal(estimateJaccard(empty, blank), 0);
});

test('COPY-1: a fingerprint depends on its text alone, not on what was read before', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { minLength: 2 }), texts => {
      const forwards = texts.map(fingerprint);
      const backwards = texts.toReversed().map(fingerprint).toReversed();
      assert.deepEqual(forwards, backwards);
    }),
    { numRuns: 50 },
  );
});

test('COPY-1: a fingerprint survives encoding, and other bytes are refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), fc.integer(), (text, title) => {
      const made = { ...fingerprint(text), title };
      const bytes = encodeFingerprint(made);
      assert.equal(bytes.length, FINGERPRINT_BYTES);
      assert.deepEqual(decodeFingerprint(bytes), made);
      assert.equal(decodeFingerprint(bytes.subarray(1)), null);
      assert.equal(decodeFingerprint(bytes.with(0, 99)), null);
    }),
  );
});

test('COPY-1: matching slots are counted byte by byte', () => {
  const bytes = fc.uint8Array({ minLength: SLOTS, maxLength: SLOTS, max: 3 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const plain = a.filter((byte, index) => byte === b[index]).length;
      assert.equal(matchingSlots(new Uint32Array(a.buffer), 0, new Uint32Array(b.buffer), 0), plain);
    }),
  );
});

test('COPY-2: containment follows from similarity and sizes', () => {
  // 40 shingles, all of them among the other's 200.
  assert.ok(Math.abs(containmentOf(40 / 200, 40, 200) - 1) < 1e-9);
  assert.equal(containmentOf(0, 40, 200), 0);
});

test('COPY-1: only the beginning of a huge text is read', () => {
  const long = 'one two three four five six '.repeat(400_000);
  assert.deepEqual(fingerprint(long), fingerprint(long.slice(0, 1_000_000)));
});

const UNSPACED_TEXTS = [
  [
    '北京市政府周一宣布新的地铁线路将于明年春天开通预计每天运送五十万名乘客',
    '北京市政府周一宣布新的地铁线路将于明年夏天开通预计每天运送五十万名乘客',
    '上海股市周二收盘上涨投资者对央行降息的预期升温科技股领涨市场成交活跃',
  ],
  [
    '気象庁は月曜日に台風が週末に本州へ上陸する恐れがあると発表し住民に警戒を呼びかけた',
    '気象庁は火曜日に台風が週末に本州へ上陸する恐れがあると発表し住民に警戒を呼びかけた',
    '日本代表は親善試合で二対一の勝利を収め監督は若手選手の活躍を高く評価したという',
  ],
  [
    'นายกรัฐมนตรีประกาศแผนการลงทุนใหม่สำหรับรถไฟความเร็วสูงในภาคเหนือของประเทศ',
    'นายกรัฐมนตรีประกาศแผนการลงทุนใหญ่สำหรับรถไฟความเร็วสูงในภาคเหนือของประเทศ',
    'ทีมฟุตบอลทีมชาติเอาชนะคู่แข่งสองประตูต่อหนึ่งเมื่อคืนวันเสาร์ที่ผ่านมา',
  ],
] as const;
