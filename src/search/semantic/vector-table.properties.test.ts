import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import { packed, VectorTable } from './vector-table.ts';

const LENGTH = 96;

test('SRCH-10: the nearest are those that comparing with every vector finds, nearly always', () => {
  const random = seededRandom(5);
  const centres = Array.from({ length: 40 }, () => drawn(random.fraction));
  const table = new VectorTable(10_000);
  const all = new Map<string, Float32Array>();
  for (let n = 0; n < 2_000; n++) {
    const vector = near(centres[n % 40] ?? new Float32Array(LENGTH), random.fraction, 0.6);
    all.set(String(n), vector);
    table.put(String(n), packed(vector));
  }
  let [right, wanted] = [0, 0];
  for (const centre of centres) {
    const asked = near(centre, random.fraction, 0.4);
    const expected = new Set(plainScan(all, asked).slice(0, 10));
    right += table.nearest(asked, 10).filter(({ id }) => expected.has(id)).length;
    wanted += expected.size;
  }
  assert.ok(right / wanted >= 0.95, `recall ${right / wanted}`);
});

test('a full table forgets the oldest, and vectors of another length are passed over', () => {
  const random = seededRandom(6);
  const table = new VectorTable(10);
  const vectors = Array.from({ length: 25 }, () => drawn(random.fraction));
  for (const [n, vector] of vectors.entries()) table.put(String(n), packed(vector));
  table.put('other', new Int8Array(7));
  assert.equal(table.size, 10);
  assert.deepEqual([table.has('14'), table.has('15'), table.has('other')], [false, true, false]);
  assert.equal(table.nearest(vectors[20] ?? new Float32Array(LENGTH), 1)[0]?.id, '20');
  assert.deepEqual(table.nearest(new Float32Array(7), 3), []);
});

function drawn(fraction: () => number): Float32Array {
  // As models have it: everything lies to one side of zero.
  return unit(Float32Array.from({ length: LENGTH }, (_, at) => fraction() - 0.5 + (at % 3 === 0 ? 0.4 : 0)));
}

function near(centre: Float32Array, fraction: () => number, spread: number): Float32Array {
  return unit(centre.map(value => value + ((fraction() - 0.5) * spread) / 3));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map(value => value / length);
}

function plainScan(all: ReadonlyMap<string, Float32Array>, asked: Float32Array): string[] {
  const middle = new Float64Array(LENGTH);
  for (const vector of all.values())
    for (let at = 0; at < LENGTH; at++) middle[at] = (middle[at] ?? 0) + (vector[at] ?? 0) / all.size;
  const cosine = (a: Float32Array, b: Float32Array) => {
    let [dot, aa, bb] = [0, 0, 0];
    for (let at = 0; at < LENGTH; at++) {
      const [x, y] = [(a[at] ?? 0) - (middle[at] ?? 0), (b[at] ?? 0) - (middle[at] ?? 0)];
      dot += x * y;
      aa += x * x;
      bb += y * y;
    }
    return dot / Math.sqrt(aa * bb);
  };
  const scored = [...all].map(([id, vector]) => ({ id, score: cosine(vector, asked) }));
  return scored.sort((a, b) => b.score - a.score).map(({ id }) => id);
}
