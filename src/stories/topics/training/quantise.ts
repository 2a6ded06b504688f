import { type LinearModel, MAX_WEIGHT_BYTE } from '../model/linear.ts';
import type { LinearWeights } from './trainer.ts';

/**
 * One byte per weight, which the model squares: a few weights are hundreds of times larger than most and decide
 * most, so they must not be clipped, nor the many small ones rounded to zero.
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
