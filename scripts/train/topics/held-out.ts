import { seededRandom } from '../../../src/lib/random.ts';
import type { LabelledText } from './recipe.ts';

/** Which part of the recipe's articles does what; training and report must agree on it. */
export function partsOf(texts: readonly LabelledText[]): Parts {
  const random = seededRandom(3);
  const parts: Parts = { calibrate: [], report: [], learn: [] };
  for (const text of texts) {
    const chance = random.fraction();
    (chance < 0.05 ? parts.calibrate : chance < 0.1 ? parts.report : parts.learn).push(text);
  }
  return parts;
}

export interface Parts {
  /** Finds the temperature. */
  readonly calibrate: LabelledText[];
  /** Says how good the model is; nothing was learnt from it. */
  readonly report: LabelledText[];
  readonly learn: LabelledText[];
}
