import { mix } from '../../src/lib/bits.ts';
import type { Random } from '../../src/lib/random.ts';
import type { Fingerprint } from '../../src/stories/fingerprints/fingerprint.ts';

/** The fingerprint of an unrelated text: random slots, the same for the same number. */
export function unrelated(number: number, random: Random): Fingerprint {
  return withSketch(
    Uint32Array.from({ length: 32 }, (_, word) => wordOf(number, word)),
    random,
  );
}

/** A text that agrees with text `number` in each slot with this probability, like texts of that Jaccard similarity. */
export function copyOf(number: number, jaccard: number, random: Random): Copy {
  const sketch = new Uint32Array(32);
  let slots = 0;
  for (let slot = 0; slot < 128; slot++) {
    const shift = 8 * (slot & 3);
    const byte = (wordOf(number, slot >> 2) >>> shift) & 0xff;
    const own = Math.floor(random.fraction() * 256);
    const kept = random.fraction() < jaccard ? byte : own;
    sketch[slot >> 2] = (sketch[slot >> 2] ?? 0) | (kept << shift);
    slots += Number(kept === byte);
  }
  return { fingerprint: withSketch(sketch, random), places: slots };
}

export function idOf(number: number): string {
  return `0190b5a0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Long enough for the sketch alone to find it. */
function withSketch(sketch: Uint32Array, random: Random): Fingerprint {
  const half = () => Math.floor(random.fraction() * 2 ** 32) | 0;
  return { sketch, simhashHigh: half(), simhashLow: half(), shingles: 400, title: half() | 1 };
}

function wordOf(number: number, word: number): number {
  return mix(mix(number + 1) ^ Math.imul(word + 1, 0x9e3779b9));
}

interface Copy {
  readonly fingerprint: Fingerprint;
  /** The number of slots that agree with the original. */
  readonly places: number;
}
