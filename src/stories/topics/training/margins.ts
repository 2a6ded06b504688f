import { seededRandom } from '../../../lib/random.ts';
import { addScores, type Example, type LinearWeights, shuffle, type TrainingOptions } from './trainer.ts';

/**
 * A support vector machine: for each class the weights that separate it from all others with the widest margin,
 * where a text on the wrong side costs the squared distance. Solved by dual coordinate descent: each text has a
 * multiplier per class, which is set to its optimum in turn. With few texts this finds better weights than gradient
 * descent, and it needs no rate. Deterministic.
 */
export function trainMargins(examples: readonly Example[], options: MarginOptions): LinearWeights {
  const { classes, buckets } = options;
  const weights = new Float32Array(buckets * classes);
  const multipliers = new Float64Array(examples.length * classes);
  const squares = Float64Array.from(examples, ({ features }) => squareOf(features.values));
  const cost = options.cost ?? DEFAULT_COST;
  const random = seededRandom(options.seed ?? 1);
  const order = Uint32Array.from(examples.keys());
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, () => random.fraction());
    for (const index of order) {
      const example = examples[index];
      if (!example) continue;
      const own = multipliers.subarray(index * classes, (index + 1) * classes);
      const slack = 1 / (2 * cost * (example.weight ?? 1));
      const changes = changesOf(weights, example, own, slack, squares[index] ?? 0);
      if (changes.some(change => change !== 0)) add(weights, example, changes);
    }
  }
  return { classes, buckets, weights };
}

/**
 * Sets the multipliers of a text to their optimum; returns the change of each class's weights per unit of the text.
 */
function changesOf(
  weights: Float32Array,
  { features, label }: Example,
  multipliers: Float64Array,
  slack: number,
  square: number,
): Float64Array {
  const classes = multipliers.length;
  const scores = new Float64Array(classes);
  addScores(weights, features, scores);
  for (let k = 0; k < classes; k++) {
    const side = k === label ? 1 : -1;
    const before = multipliers[k] ?? 0;
    const gradient = side * (scores[k] ?? 0) - 1 + slack * before;
    const after = Math.max(0, before - gradient / (square + slack));
    multipliers[k] = after;
    scores[k] = Math.abs(after - before) < MIN_CHANGE ? 0 : (after - before) * side;
  }
  return scores;
}

function add(weights: Float32Array, { features: { ids, values } }: Example, changes: Float64Array): void {
  const classes = changes.length;
  for (let index = 0; index < ids.length; index++) {
    const start = (ids[index] ?? 0) * classes;
    const value = values[index] ?? 0;
    for (let k = 0; k < classes; k++)
      weights[start + k] = (weights[start + k] ?? 0) + (changes[k] ?? 0) * value;
  }
}

function squareOf(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

const DEFAULT_COST = 1;
const MIN_CHANGE = 1e-9;

export interface MarginOptions extends Omit<TrainingOptions, 'rate'> {
  /** The cost of a text on the wrong side, relative to the width of the margin. */
  readonly cost?: number;
}
