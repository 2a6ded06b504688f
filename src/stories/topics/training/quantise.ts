import { type LinearModel, MAX_WEIGHT_BYTE } from '../model/linear.ts';
import type { LinearWeights } from './trainer.ts';

/**
 * One byte a weight, of which the model reads the square: a few weights are hundreds of times as large as most and
 * decide most, so that neither may they be cut, nor the many small ones fall to zero.
 */
export function quantised(
  { buckets, weights }: LinearWeights,
  kept: Pick<LinearModel, 'classes' | 'languages' | 'temperature'>,
): LinearModel {
  const largest = weights.reduce((found, weight) => Math.max(found, Math.abs(weight)), 0) || 1;
  const scale = largest / MAX_WEIGHT_BYTE ** 2;
  const bytes = new Int8Array(weights.length);
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index] ?? 0;
    bytes[index] = Math.sign(weight) * Math.round(Math.sqrt(Math.abs(weight) / scale));
  }
  return { ...kept, buckets, scale, weights: bytes };
}
