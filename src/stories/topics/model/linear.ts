import type { ModelFeatures } from './features.ts';

/**
 * A trained linear model: one byte per weight, the classes of a bucket side by side. A weight is `scale` times the
 * square of its byte, with the byte's sign. `temperature` calibrates the confidence; `languages` are those of the
 * training data.
 */
export interface LinearModel {
  readonly classes: readonly string[];
  readonly languages: readonly string[];
  readonly buckets: number;
  readonly scale: number;
  readonly temperature: number;
  readonly weights: Int8Array;
}

/** The probability of each class, in the model's order. */
export function probabilitiesOf(model: LinearModel, features: ModelFeatures): Float64Array {
  return softmax(scoresOf(model, features), model.temperature);
}

export function scoresOf({ classes, weights, scale }: LinearModel, features: ModelFeatures): Float64Array {
  const count = classes.length;
  const scores = new Float64Array(count);
  const { ids, values } = features;
  for (let index = 0; index < ids.length; index++) {
    const start = (ids[index] ?? 0) * count;
    const value = (values[index] ?? 0) * scale;
    for (let k = 0; k < count; k++) {
      const byte = weights[start + k] ?? 0;
      scores[k] = (scores[k] ?? 0) + byte * Math.abs(byte) * value;
    }
  }
  return scores;
}

export function softmax(scores: Float64Array, temperature: number): Float64Array {
  const highest = Math.max(...scores);
  const raised = scores.map(score => Math.exp((score - highest) / temperature));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map(value => value / sum);
}

/** The largest magnitude of a byte. */
export const MAX_WEIGHT_BYTE = 127;
