import { seededRandom } from '../../../lib/random.ts';
import { softmax } from '../model/linear.ts';
import { hashOf, hashOfPair } from '../text/hashing.ts';
import { shuffle } from '../training/trainer.ts';
import { allWordsOf, type Predict } from './baselines.ts';
import type { LabelledItem } from './sets.ts';

/**
 * Baseline: the method of fastText. Words and pairs of words have learned vectors, a text is the mean of its
 * vectors, and a softmax over that mean gives the label. A reimplementation; dimensions and epochs are those
 * of the paper, the rate is the largest that it tried.
 */
export function trainFastText(items: readonly LabelledItem[], labels: readonly string[]): Predict {
  const random = seededRandom(1);
  const vectors = Float32Array.from(
    { length: BUCKETS * DIMENSIONS },
    () => (random.fraction() * 2 - 1) / DIMENSIONS,
  );
  const outputs = new Float32Array(labels.length * DIMENSIONS);
  const texts = items.map(item => gramsOf(allWordsOf(item)));
  const order = Uint32Array.from(texts.keys());
  const steps = EPOCHS * texts.length;
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, () => random.fraction());
    for (const index of order) {
      const label = labels.indexOf(items[index]?.label ?? '');
      learn(vectors, outputs, texts[index] ?? NOTHING, label, RATE * (1 - step++ / steps));
    }
  }
  return article => Array.from(chancesOf(outputs, meanOf(vectors, gramsOf(allWordsOf(article)))));
}

function gramsOf(words: readonly string[]): Uint32Array {
  const hashes = words.map(word => hashOf(word, 0));
  const pairs = hashes.slice(1).map((hash, index) => hashOfPair(hashes[index] ?? 0, hash));
  return Uint32Array.from([...hashes, ...pairs], hash => hash % BUCKETS);
}

function meanOf(vectors: Float32Array, grams: Uint32Array): Float64Array {
  const mean = new Float64Array(DIMENSIONS);
  for (const gram of grams)
    for (let at = 0; at < DIMENSIONS; at++)
      mean[at] = (mean[at] ?? 0) + (vectors[gram * DIMENSIONS + at] ?? 0) / grams.length;
  return mean;
}

function chancesOf(outputs: Float32Array, mean: Float64Array): Float64Array {
  const scores = new Float64Array(outputs.length / DIMENSIONS);
  for (let k = 0; k < scores.length; k++)
    for (let at = 0; at < DIMENSIONS; at++)
      scores[k] = (scores[k] ?? 0) + (outputs[k * DIMENSIONS + at] ?? 0) * (mean[at] ?? 0);
  return softmax(scores, 1);
}

function learn(
  vectors: Float32Array,
  outputs: Float32Array,
  grams: Uint32Array,
  label: number,
  rate: number,
): void {
  const mean = meanOf(vectors, grams);
  const change = new Float64Array(DIMENSIONS);
  chancesOf(outputs, mean).forEach((chance, k) => {
    const error = rate * ((k === label ? 1 : 0) - chance);
    for (let at = 0; at < DIMENSIONS; at++) {
      const index = k * DIMENSIONS + at;
      change[at] = (change[at] ?? 0) + error * (outputs[index] ?? 0);
      outputs[index] = (outputs[index] ?? 0) + error * (mean[at] ?? 0);
    }
  });
  // Like the original, this adds the whole change to every gram, not its share.
  for (const gram of grams)
    for (let at = 0; at < DIMENSIONS; at++) {
      const index = gram * DIMENSIONS + at;
      vectors[index] = (vectors[index] ?? 0) + (change[at] ?? 0);
    }
}

const NOTHING = new Uint32Array(0);
const BUCKETS = 2_000_003;
const DIMENSIONS = 10;
const EPOCHS = 5;
const RATE = 0.5;
