import { softmax } from '../model/linear.ts';

/**
 * The temperature that maximises the likelihood of held-out labels. The likelihood has a single maximum, so a
 * ternary search finds it.
 */
export function temperatureFor(scored: readonly ScoredExample[]): number {
  let low = Math.log(0.05);
  let high = Math.log(20);
  for (let round = 0; round < 40; round++) {
    const third = (high - low) / 3;
    if (lossAt(scored, Math.exp(low + third)) < lossAt(scored, Math.exp(high - third))) high -= third;
    else low += third;
  }
  return Math.exp((low + high) / 2);
}

/** The mean cross-entropy of the labels, in nats. */
export function lossAt(scored: readonly ScoredExample[], temperature: number): number {
  let loss = 0;
  for (const { scores, label } of scored)
    loss -= Math.log(Math.max(softmax(scores, temperature)[label] ?? 0, 1e-12));
  return loss / Math.max(1, scored.length);
}

/** The expected calibration error: the gap between confidence and accuracy over ten bands, weighted by size. */
export function calibrationError(outcomes: readonly Prediction[]): number {
  const bands = Array.from({ length: 10 }, () => ({ count: 0, confidence: 0, right: 0 }));
  for (const { confidence, right } of outcomes) {
    const band = bands[Math.min(9, Math.floor(confidence * 10))];
    if (!band) continue;
    band.count++;
    band.confidence += confidence;
    band.right += right ? 1 : 0;
  }
  const gaps = bands.map(({ confidence, right }) => Math.abs(confidence - right));
  return gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, outcomes.length);
}

export interface ScoredExample {
  readonly scores: Float64Array;
  readonly label: number;
}

export interface Prediction {
  readonly confidence: number;
  readonly right: boolean;
}
