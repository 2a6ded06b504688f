import type { ClusterFeatures } from './features.ts';
import { Probe } from './probe.ts';
import { Rarity } from './rarity.ts';
import { hasMeaning, meaningCosine } from './vectors.ts';

/**
 * How alike two articles are, from 0 to 1, by their words and the background's rarity. Square roots, since the
 * step from nothing in common to something is larger than the step from much to more; words of the headlines
 * count beside those of the whole. What the words mean is added where it is known, squared, since texts that mean
 * something a little alike are common. Articles in different languages share names at best.
 */
export function similarity(one: ClusterFeatures, other: ClusterFeatures): number {
  const [left, right] = [background.weigh(one), background.weigh(other)];
  const likeness = { whole: 0, title: 0, shared: 0 };
  probe.set(left);
  probe.compare(right, 0, right.length, likeness);
  const words = 0.7 * Math.sqrt(likeness.whole) + 0.3 * Math.sqrt(likeness.title);
  if (!hasMeaning(one.meaning) || !hasMeaning(other.meaning)) return words;
  const known = meaningCosine(one.meaning, one.meaning) * meaningCosine(other.meaning, other.meaning);
  const meaning = Math.max(0, meaningCosine(one.meaning, other.meaning)) ** 2 / known;
  return (2 * words + meaning) / 3;
}

const background = new Rarity();
const probe = new Probe();
