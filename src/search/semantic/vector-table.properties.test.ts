import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../lib/random.ts';
import { packVector, VectorTable } from './vector-table.ts';

const LENGTH = 96;

test('SRCH-10: nearly all of the nearest vectors are those that a full scan finds', () => {
  const random = seededRandom(5);
  const centres = Array.from({ length: 40 }, () => randomVector(random.fraction));
  const table = new VectorTable(10_000);
  const all = new Map<string, Float32Array>();
  for (let n = 0; n < 2_000; n++) {
    const vector = nearby(centres[n % 40] ?? new Float32Array(LENGTH), random.fraction, 0.6);
    all.set(String(n), vector);
    table.put(String(n), packVector(vector));
  }
  let [right, wanted] = [0, 0];
  for (const centre of centres) {
    const query = nearby(centre, random.fraction, 0.4);
    const expected = new Set(plainScan(all, query).slice(0, 10));
    right += table.nearest(query, 10).filter(({ id }) => expected.has(id)).length;
    wanted += expected.size;
  }
  assert.ok(right / wanted >= 0.95, `recall ${right / wanted}`);
});

test('a full table drops the oldest vectors, and vectors of another length are ignored', () => {
  const random = seededRandom(6);
  const table = new VectorTable(10);
  const vectors = Array.from({ length: 25 }, () => randomVector(random.fraction));
  for (const [n, vector] of vectors.entries()) table.put(String(n), packVector(vector));
  table.put('other', new Int8Array(7));
  assert.equal(table.size, 10);
  assert.deepEqual([table.has('14'), table.has('15'), table.has('other')], [false, true, false]);
  assert.equal(table.nearest(vectors[20] ?? new Float32Array(LENGTH), 1)[0]?.id, '20');
  assert.deepEqual(table.nearest(new Float32Array(7), 3), []);
});

function randomVector(fraction: () => number): Float32Array {
  // Like those of real models, all vectors lie to one side of zero.
  return unit(Float32Array.from({ length: LENGTH }, (_, at) => fraction() - 0.5 + (at % 3 === 0 ? 0.4 : 0)));
}

function nearby(centre: Float32Array, fraction: () => number, spread: number): Float32Array {
  return unit(centre.map(value => value + ((fraction() - 0.5) * spread) / 3));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map(value => value / length);
}

function plainScan(all: ReadonlyMap<string, Float32Array>, query: Float32Array): string[] {
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
  const scored = [...all].map(([id, vector]) => ({ id, score: cosine(vector, query) }));
  return scored.sort((a, b) => b.score - a.score).map(({ id }) => id);
}
