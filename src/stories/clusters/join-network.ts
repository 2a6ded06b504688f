import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Computes the log-odds that an article belongs to a story, by a small network over the evidence. Four units are
 * summed side by side, since a single sum waits for its last addition at every step. Missing units add nothing:
 *
 *   weights: | input 0: units 0 1 2 3 | input 1: units 0 1 2 3 | ... | input 0: units 4 5 6 7 | ...
 */
export function networkOdds({ inputs, hidden, out, bias }: JoinNetwork): (evidence: Float64Array) => number {
  const width = inputs.mean.length;
  const [means, spreads] = [Float64Array.from(inputs.mean), Float64Array.from(inputs.spread)];
  const scaled = new Float64Array(width);
  const units = Math.ceil(hidden.length / LANES) * LANES;
  const starts = Float64Array.from({ length: units }, (_, unit) => hidden[unit]?.start ?? 0);
  const outs = Float64Array.from({ length: units }, (_, unit) => out[unit] ?? 0);
  const weights = Float64Array.from({ length: units * width }, (_, at) => {
    const [unit, input] = [at % LANES, Math.floor(at / LANES) % width];
    return hidden[Math.floor(at / (LANES * width)) * LANES + unit]?.weights[input] ?? 0;
  });
  return evidence => {
    for (let at = 0; at < width; at++)
      scaled[at] = ((evidence[at] ?? 0) - (means[at] ?? 0)) / (spreads[at] ?? 1);
    let odds = bias;
    let from = 0;
    for (let unit = 0; unit < units; unit += LANES) {
      let one = starts[unit] ?? 0;
      let two = starts[unit + 1] ?? 0;
      let three = starts[unit + 2] ?? 0;
      let four = starts[unit + 3] ?? 0;
      for (let at = 0; at < width; at++, from += LANES) {
        const value = scaled[at] ?? 0;
        one += (weights[from] ?? 0) * value;
        two += (weights[from + 1] ?? 0) * value;
        three += (weights[from + 2] ?? 0) * value;
        four += (weights[from + 3] ?? 0) * value;
      }
      odds += (outs[unit] ?? 0) * tanh(one);
      odds += (outs[unit + 1] ?? 0) * tanh(two);
      odds += (outs[unit + 2] ?? 0) * tanh(three);
      odds += (outs[unit + 3] ?? 0) * tanh(four);
    }
    return odds;
  };
}

const LANES = 4;

/** By table lookup with linear interpolation: the error is below a millionth, the cost a fraction of Math.tanh. */
function tanh(value: number): number {
  const position = (Math.min(TANH_END, Math.max(-TANH_END, value)) + TANH_END) * TANH_STEPS;
  const at = position | 0;
  const left = TANHS[at] ?? 0;
  return left + ((TANHS[at + 1] ?? 0) - left) * (position - at);
}

const TANH_END = 9;
const TANH_STEPS = 512;
const TANHS = Float64Array.from({ length: 2 * TANH_END * TANH_STEPS + 2 }, (_, at) =>
  Math.tanh(at / TANH_STEPS - TANH_END),
);

export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** The network trained by scripts/train/words-joining.ts. */
export const joinOdds = networkOdds(readNetwork());

function readNetwork(): JoinNetwork {
  const file = join(import.meta.dirname, '../../../models/words-joining.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}

export interface JoinNetwork {
  readonly inputs: { readonly mean: readonly number[]; readonly spread: readonly number[] };
  readonly hidden: readonly { readonly start: number; readonly weights: readonly number[] }[];
  readonly out: readonly number[];
  readonly bias: number;
}
