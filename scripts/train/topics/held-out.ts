import { seededRandom } from '../../../src/lib/random.ts';
import type { LabelledText } from './recipe.ts';

/** Splits the recipe's articles into parts; training and report must use the same split. */
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
  /** Calibrates the temperature. */
  readonly calibrate: LabelledText[];
  /** Measures the model; not used for training. */
  readonly report: LabelledText[];
  readonly learn: LabelledText[];
}
