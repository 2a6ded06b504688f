import type { Story } from '../../model/story.ts';
import type { Section } from '../topics.ts';

/**
 * Arranges ranked stories on the front page, each in one slot only: the best at the top, a rail of the most
 * widely covered, a band for every section with enough stories, then the newest of the rest. Slots are
 * filled in the order of the ranking, except that bands put a story with a picture first and the last list
 * is ordered by time.
 */
export function arrange({ stories, sections, isPinned }: RankedStories): Arrangement {
  const left = new Map(stories.map(story => [story.id, story] as const));
  const take = (limit: number, accepts: (story: Story) => boolean = () => true): Story[] => {
    const taken = [...left.values()].filter(accepts).slice(0, limit);
    for (const { id } of taken) left.delete(id);
    return taken;
  };
  // A pin leads with or without a picture; else the best story that has one.
  const [lead = take(1)[0]] = take(1, story => isPinned || hasPicture(story));
  const pair = take(PAIR, hasPicture);
  const seconds = take(SECONDS);
  const covered = widelyCovered([...left.values()]);
  const widest = take(WIDEST, ({ id }) => covered.has(id));
  const bands = sections.flatMap(section => {
    const isOf = ({ category }: Story) => category === section.id;
    if ([...left.values()].filter(isOf).length < MIN_BAND) return [];
    return [{ section, stories: withPictureFirst(take(MAX_BAND, isOf)) }];
  });
  const latest = [...left.values()].sort((a, b) => +b.updatedAt - +a.updatedAt).slice(0, LATEST);
  return { lead, pair, seconds, widest, bands, latest };
}

function widelyCovered(stories: readonly Story[]): ReadonlySet<string> {
  const covered = stories.filter(({ sourceCount }) => sourceCount > 1);
  covered.sort((a, b) => b.sourceCount - a.sourceCount);
  return new Set(covered.slice(0, WIDEST).map(({ id }) => id));
}

function withPictureFirst(stories: readonly Story[]): Story[] {
  const first = stories.find(hasPicture);
  return first ? [first, ...stories.filter(story => story !== first)] : [...stories];
}

function hasPicture({ imageUrl }: Story): boolean {
  return isPicture(imageUrl);
}

/** The image proxy refuses SVG, which may contain scripts: a frame for one would stay empty. */
export function isPicture(imageUrl: string | null): imageUrl is string {
  return imageUrl !== null && !/\.svg(?:$|[?#])/i.test(imageUrl);
}

const PAIR = 2;
const SECONDS = 3;
/** The lead and its neighbours. */
export const TOP_SLOTS = 1 + PAIR + SECONDS;
const WIDEST = 5;
const MIN_BAND = 3;
const MAX_BAND = 4;
const LATEST = 12;

interface RankedStories {
  /** Best first. */
  readonly stories: readonly Story[];
  readonly sections: readonly Section[];
  /** Whether the first story is one that an editor pinned. */
  readonly isPinned: boolean;
}

export interface Arrangement {
  readonly lead: Story | undefined;
  readonly pair: readonly Story[];
  readonly seconds: readonly Story[];
  /** The most widely covered. */
  readonly widest: readonly Story[];
  readonly bands: readonly { readonly section: Section; readonly stories: readonly Story[] }[];
  readonly latest: readonly Story[];
}
