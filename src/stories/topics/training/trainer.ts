import { seededRandom } from '../../../lib/random.ts';
import type { ModelFeatures } from '../model/features.ts';

/**
 * Softmax regression by stochastic gradient descent with a step per feature that shrinks as the feature is seen
 * (AdaGrad), so that rare words still learn. The same examples and seed give the same weights.
 */
export function trainLinear(examples: readonly Example[], options: TrainingOptions): LinearWeights {
  const { classes, buckets } = options;
  const state: State = {
    weights: new Float32Array(buckets * classes),
    seen: new Float32Array(buckets).fill(FIRST_STEP),
    scores: new Float64Array(classes),
  };
  const random = seededRandom(options.seed ?? 1);
  const order = Uint32Array.from(examples.keys());
  const steps = options.epochs * examples.length;
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, () => random.fraction());
    for (const index of order) {
      const example = examples[index];
      if (example) learn(state, example, options.rate * (1 - (LAST_RATE * step) / steps));
      step++;
    }
  }
  return { classes, buckets, weights: state.weights };
}

/** Shuffles in place. */
export function shuffle(order: Uint32Array, fraction: () => number): void {
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(fraction() * (index + 1));
    const kept = order[index] ?? 0;
    order[index] = order[other] ?? 0;
    order[other] = kept;
  }
}

function learn({ weights, seen, scores }: State, example: Example, rate: number): void {
  const classes = scores.length;
  const { ids, values } = example.features;
  scores.fill(0);
  addScores(weights, example.features, scores);
  const error = errorOf(scores, example);
  // Examples that are classified with certainty are skipped: they teach nothing and are most of the work.
  if (error < MIN_ERROR) return;
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] ?? 0;
    const value = values[index] ?? 0;
    const total = (seen[id] ?? 0) + error * value * value;
    seen[id] = total;
    const stride = (rate * value) / Math.sqrt(total);
    const start = id * classes;
    for (let k = 0; k < classes; k++)
      weights[start + k] = (weights[start + k] ?? 0) - stride * (scores[k] ?? 0);
  }
}

/** Adds the features' weights to the scores of the classes. */
export function addScores(weights: Float32Array, { ids, values }: ModelFeatures, scores: Float64Array): void {
  const classes = scores.length;
  for (let index = 0; index < ids.length; index++) {
    const start = (ids[index] ?? 0) * classes;
    const value = values[index] ?? 0;
    for (let k = 0; k < classes; k++) scores[k] = (scores[k] ?? 0) + (weights[start + k] ?? 0) * value;
  }
}

/** Turns scores into the gradient in place; returns the sum of its squares. */
function errorOf(scores: Float64Array, { label, weight = 1 }: Example): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > highest) highest = score;
  let sum = 0;
  for (let k = 0; k < scores.length; k++) {
    scores[k] = Math.exp((scores[k] ?? 0) - highest);
    sum += scores[k] ?? 0;
  }
  let squares = 0;
  for (let k = 0; k < scores.length; k++) {
    const gradient = ((scores[k] ?? 0) / sum - (k === label ? 1 : 0)) * weight;
    scores[k] = gradient;
    squares += gradient * gradient;
  }
  return squares;
}

const FIRST_STEP = 0.01;
const LAST_RATE = 0.95;
const MIN_ERROR = 1e-6;

interface State {
  readonly weights: Float32Array;
  /** The sum of squared gradients of each feature. */
  readonly seen: Float32Array;
  readonly scores: Float64Array;
}

export interface Example {
  readonly features: ModelFeatures;
  /** The index of the class. */
  readonly label: number;
  /** 1 when left out. */
  readonly weight?: number;
}

export interface TrainingOptions {
  readonly classes: number;
  /** A power of two. */
  readonly buckets: number;
  readonly epochs: number;
  readonly rate: number;
  readonly seed?: number;
}

export interface LinearWeights {
  readonly classes: number;
  readonly buckets: number;
  /** The classes of a bucket lie side by side. */
  readonly weights: Float32Array;
}
