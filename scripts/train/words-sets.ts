import { seededRandom } from '../../src/lib/random.ts';
import type { LabelledStorySet } from '../../src/stories/clusters/evaluation/sets.ts';
import { examplesOf } from './words-examples.ts';
import type { Example } from './words-network.ts';
import { WORLD_SET } from './words-worlds.ts';

/**
 * Weighs the examples of the sets. Each kind counts the same, whatever its size, with three exceptions: basil is too
 * small, ten years of articles without times are unlike any installation, and the synthetic worlds come in ten parts.
 * Only sets without times have large stories, so these are used a second time as news of two days at random hours:
 * otherwise the network would learn nothing about large stories with times, which every installation has. Articles dated
 * by their round-up are skipped, because they would teach that no story lasts longer than a day.
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
