import type { Story } from '../../../../stories/queries/index.ts';
import type { Section } from '../../sections.ts';
import { isPicture } from '../story-parts.ts';

/**
 * Where each story stands on the front page, each once: what editors pinned and what weighs most at the top, then a band
 * for every section that has something to tell, then the newest of the rest. Pure, so that a test can lay out a paper.
 */
export function arrange({ pinned, stories, sections, now }: Material): Arrangement {
  const left = new Map([...pinned, ...byWeight(stories, now)].map(story => [story.id, story] as const));
  const take = (most: number, wanted: (story: Story) => boolean = () => true): Story[] => {
    const taken = [...left.values()].filter(wanted).slice(0, most);
    for (const { id } of taken) left.delete(id);
    return taken;
  };
  const [lead = take(1)[0]] = take(1, story => pinned.length > 0 || hasPicture(story));
  const pair = take(PAIR, hasPicture);
  const seconds = take(SECONDS);
  const widest = [...left.values()]
    .filter(({ sourceCount }) => sourceCount > 1)
    .sort((one, other) => other.sourceCount - one.sourceCount)
    .slice(0, RANKED);
  const rail = take(RANKED, ({ id }) => widest.some(each => each.id === id));
  const bands = sections.flatMap(section => {
    const enough = [...left.values()].filter(({ category }) => category === section.id).length >= FEWEST;
    return enough
      ? [{ section, stories: withPictureFirst(take(BAND, ({ category }) => category === section.id)) }]
      : [];
  });
  const latest = [...left.values()].sort((one, other) => +other.updatedAt - +one.updatedAt).slice(0, LATEST);
  return { lead, seconds, pair, widest: rail, bands, latest };
}

/** Who tells it, and how long ago: an order of magnitude more sources makes up for about a working day. */
function byWeight(stories: readonly Story[], now: Date): Story[] {
  const weights = new Map(stories.map(story => [story.id, weightOf(story, now)]));
  return [...stories].sort((one, other) => (weights.get(other.id) ?? 0) - (weights.get(one.id) ?? 0));
}

function weightOf({ sourceCount, updatedAt, breakingSince, breakingUntil }: Story, now: Date): number {
  const hours = Math.max(0, (now.getTime() - updatedAt.getTime()) / 3_600_000);
  const isBreaking = breakingSince !== null && breakingUntil === null;
  return Math.log10(1 + sourceCount) - hours / HOURS_FOR_TEN + (isBreaking ? 2 : 0);
}

function withPictureFirst(stories: readonly Story[]): Story[] {
  return [...stories].sort((one, other) => Number(hasPicture(other)) - Number(hasPicture(one)));
}

function hasPicture({ imageUrl }: Story): boolean {
  return isPicture(imageUrl);
}

const HOURS_FOR_TEN = 9;
const SECONDS = 3;
const PAIR = 2;
/** The lead and its neighbours. */
export const TOP = 1 + PAIR + SECONDS;
const RANKED = 5;
const BAND = 4;
const FEWEST = 3;
const LATEST = 12;

interface Material {
  readonly pinned: readonly Story[];
  readonly stories: readonly Story[];
  readonly sections: readonly Section[];
  readonly now: Date;
}

export interface Arrangement {
  readonly lead: Story | undefined;
  readonly seconds: readonly Story[];
  readonly pair: readonly Story[];
  /** What most sources tell of. */
  readonly widest: readonly Story[];
  readonly bands: readonly { readonly section: Section; readonly stories: readonly Story[] }[];
  readonly latest: readonly Story[];
}
