import { seededRandom } from '../../src/lib/random.ts';
import { EVIDENCE, MONOTONE } from '../../src/stories/clusters/evidence.ts';
import type { JoinNetwork } from '../../src/stories/clusters/join-network.ts';

/** Averages several networks with different seeds, which reduces variance. */
export function trainTogether(examples: readonly Example[], plan: Plan, networks: number): JoinNetwork {
  const trained = Array.from({ length: networks }, (_, index) =>
    trainNetwork(examples, { ...plan, seed: plan.seed + index }),
  );
  const [first] = trained;
  if (first === undefined) throw new RangeError('at least one network must be trained');
  return {
    inputs: first.inputs,
    hidden: trained.flatMap(({ hidden }) => hidden),
    out: trained.flatMap(({ out }) => out.map(weight => weight / networks)),
    bias: trained.reduce((sum, { bias }) => sum + bias, 0) / networks,
  };
}

/**
 * Trains a network with one hidden layer for log-odds: normalised inputs, tanh, weighted log loss, Adam in batches
 * of 64, a decaying rate.
 */
function trainNetwork(examples: readonly Example[], { hidden, rounds, seed }: Plan): JoinNetwork {
  const width = examples[0]?.evidence.length ?? 0;
  const inputs = scale(examples, width);
  const random = seededRandom(seed);
  const size = hidden * (width + 2) + 1;
  const state = {
    at: new Float64Array(size),
    mean: new Float64Array(size),
    square: new Float64Array(size),
    step: 0,
  };
  for (let index = 0; index < size - 1; index++) state.at[index] = (random.fraction() - 0.5) * 0.6;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length;
  const scaled = examples.map(({ evidence, belongs, weight }) => ({
    input: evidence.map((value, at) => (value - (inputs.mean[at] ?? 0)) / (inputs.spread[at] ?? 1)),
    target: belongs ? 1 : 0,
    weight: weight / total / BATCH,
  }));
  for (let round = 0; round < rounds; round++) {
    shuffle(scaled, () => random.fraction());
    const rate = 0.01 * (1 - round / rounds) + 0.0003;
    for (let from = 0; from < scaled.length; from += BATCH) {
      descend(state, gradientOf(scaled.slice(from, from + BATCH), state.at, width, hidden), rate);
      clampMonotone(state.at, width, hidden);
    }
  }
  return toNetwork(state.at, inputs, width, hidden);
}

function scale(examples: readonly Example[], width: number): JoinNetwork['inputs'] {
  const mean = new Array<number>(width).fill(0);
  const spread = new Array<number>(width).fill(0);
  for (const { evidence } of examples)
    for (let at = 0; at < width; at++) mean[at] = (mean[at] ?? 0) + (evidence[at] ?? 0) / examples.length;
  for (const { evidence } of examples)
    for (let at = 0; at < width; at++)
      spread[at] = (spread[at] ?? 0) + ((evidence[at] ?? 0) - (mean[at] ?? 0)) ** 2 / examples.length;
  // A constant input carries no information; dividing by 1 keeps it at 0.
  return { mean, spread: spread.map(square => Math.sqrt(square) || 1) };
}

function gradientOf(batch: readonly Scaled[], at: Float64Array, width: number, hidden: number): Float64Array {
  const gradient = new Float64Array(at.length);
  const values = new Float64Array(hidden);
  const last = at.length - 1;
  const row = width + 2;
  for (const { input, target, weight } of batch) {
    let odds = at[last] ?? 0;
    for (let unit = 0; unit < hidden; unit++) {
      let sum = at[unit * row + width] ?? 0;
      for (let i = 0; i < width; i++) sum += (at[unit * row + i] ?? 0) * (input[i] ?? 0);
      const value = Math.tanh(sum);
      values[unit] = value;
      odds += (at[unit * row + width + 1] ?? 0) * value;
    }
    const error = (1 / (1 + Math.exp(-odds)) - target) * weight;
    gradient[last] = (gradient[last] ?? 0) + error;
    for (let unit = 0; unit < hidden; unit++) {
      const value = values[unit] ?? 0;
      const out = unit * row + width + 1;
      gradient[out] = (gradient[out] ?? 0) + error * value;
      const back = error * (at[out] ?? 0) * (1 - value * value);
      gradient[out - 1] = (gradient[out - 1] ?? 0) + back;
      for (let i = 0; i < width; i++)
        gradient[unit * row + i] = (gradient[unit * row + i] ?? 0) + back * (input[i] ?? 0);
    }
  }
  return gradient;
}

/** Monotone evidence may never count against a story. */
function clampMonotone(at: Float64Array, width: number, hidden: number): void {
  const row = width + 2;
  for (let unit = 0; unit < hidden; unit++) {
    const from = unit * row;
    for (const input of MONOTONE_INPUTS) at[from + input] = Math.max(0, at[from + input] ?? 0);
    at[from + width + 1] = Math.max(0, at[from + width + 1] ?? 0);
  }
}

function descend(state: State, gradient: Float64Array, rate: number): void {
  state.step++;
  const first = 1 - 0.9 ** state.step;
  const second = 1 - 0.999 ** state.step;
  for (let index = 0; index < gradient.length; index++) {
    const value = (gradient[index] ?? 0) + DECAY * (state.at[index] ?? 0);
    const mean = 0.9 * (state.mean[index] ?? 0) + 0.1 * value;
    const square = 0.999 * (state.square[index] ?? 0) + 0.001 * value * value;
    state.mean[index] = mean;
    state.square[index] = square;
    state.at[index] = (state.at[index] ?? 0) - (rate * (mean / first)) / (Math.sqrt(square / second) + 1e-8);
  }
}

function toNetwork(
  at: Float64Array,
  inputs: JoinNetwork['inputs'],
  width: number,
  hidden: number,
): JoinNetwork {
  const row = width + 2;
  const units = Array.from({ length: hidden }, (_, unit) => unit * row);
  const round = (value: number) => Number(value.toPrecision(6));
  return {
    inputs: { mean: inputs.mean.map(round), spread: inputs.spread.map(round) },
    hidden: units.map(from => ({
      start: round(at[from + width] ?? 0),
      weights: [...at.subarray(from, from + width)].map(round),
    })),
    out: units.map(from => round(at[from + width + 1] ?? 0)),
    bias: round(at[at.length - 1] ?? 0),
  };
}

function shuffle(items: Scaled[], fraction: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(fraction() * (last + 1));
    const [a, b] = [items[last], items[other]];
    if (a === undefined || b === undefined) continue;
    items[last] = b;
    items[other] = a;
  }
}

const MONOTONE_INPUTS = EVIDENCE.flatMap((name, input) => (MONOTONE.has(name) ? [input] : []));
const BATCH = 64;
const DECAY = 1e-5;

export interface Example {
  readonly evidence: Float64Array;
  readonly belongs: boolean;
  readonly weight: number;
}

interface Plan {
  readonly hidden: number;
  readonly rounds: number;
  readonly seed: number;
}

interface Scaled {
  readonly input: Float64Array;
  readonly target: number;
  readonly weight: number;
}

interface State {
  readonly at: Float64Array;
  readonly mean: Float64Array;
  readonly square: Float64Array;
  step: number;
}
