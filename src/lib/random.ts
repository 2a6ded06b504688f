import { randomFillSync } from 'node:crypto';

/** ALL-4: code gets randomness from an injected source, so that a test can repeat a run. */
export interface Random {
  /** `length` unpredictable bytes; the system source is fit for secrets. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** A number from 0 (included) to 1 (excluded), for jitter and sampling, never for secrets. */
  fraction(): number;
}

export const systemRandom: Random = {
  bytes: length => randomFillSync(new Uint8Array(length)),
  fraction: () => Math.random(),
};

/** The same sequence for the same seed (mulberry32). For tests and the synthetic world only. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    bytes: length => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
    fraction: next,
  };
}
