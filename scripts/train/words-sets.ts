import { seededRandom } from '../../src/lib/random.ts';
import type { LabelledStorySet } from '../../src/stories/clusters/evaluation/sets.ts';
import { examplesOf } from './words-examples.ts';
import type { Example } from './words-network.ts';
import { WORLD_SET } from './words-worlds.ts';

/**
 * What there is to learn from some sets. Each kind counts the same, however large, but for three: basil is too small
 * for that, ten years of articles without time are like nothing that an installation meets, and the made-up worlds come
 * in ten parts. Only sets without times have large stories, so these are learned from once more as news of two days,
 * at hours that tell nothing: else nothing would be known of large stories where times are known, as they are in every
 * installation. Articles that were given the day of their round-up would teach that no story outlasts its day.
 */
export function examplesOfSets(sets: readonly LabelledStorySet[]): Example[] {
  return sets
    .filter(isOfItsOwnTime)
    .flatMap(set => [
      ...examplesOf(set, weightOf(set)),
      ...(isTimeless(set) ? examplesOf(ofTwoDays(set), TIMED_WEIGHT) : []),
    ]);
}

function isOfItsOwnTime({ name }: LabelledStorySet): boolean {
  return !name.endsWith('by day');
}

function weightOf({ name, fields }: LabelledStorySet): number {
  if (name.startsWith(WORLD_SET)) return name.endsWith(' en') ? 0.3 : 0.05;
  if (name.startsWith('basil')) return fields === 'headlines' ? 0 : 0.3;
  if (name.endsWith('no time')) return 0.1;
  return name.startsWith('allsides') && fields === 'full text' ? 0.5 : 1;
}

function isTimeless({ name, articles }: LabelledStorySet): boolean {
  return !name.endsWith('no time') && articles.every(({ publishedAt }) => Number.isNaN(publishedAt));
}

function ofTwoDays(set: LabelledStorySet): LabelledStorySet {
  const random = seededRandom(7);
  const articles = set.articles.map(article => ({ ...article, publishedAt: random.fraction() * TWO_DAYS }));
  return { ...set, articles };
}

const TIMED_WEIGHT = 0.5;
const TWO_DAYS = 2 * 86_400_000;
