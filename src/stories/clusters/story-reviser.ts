import { differentPart } from './bisect.ts';
import type { Change } from './changes.ts';
import { secondLook } from './reassign.ts';
import type { Story } from './story-cluster.ts';
import type { StoryOptions } from './story-index-options.ts';
import type { Stories } from './story-set.ts';

/**
 * Second thoughts, so that what comes out depends little on the order in which articles came. When a new article fits
 * two stories, these are compared as wholes and may become one. When a story has doubled, it is parted in two as well as
 * can be, and stays so if the parts would not have been joined. And the articles of other stories that are nearest to
 * the new one are asked whether they would still go where they are.
 *
 * Two stories of several articles each are one when articles of different stories are, on the mean, not much less
 * alike than those of the same: how alike that is differs from headlines to whole texts, the ratio does not. Of fewer
 * articles that mean says little; they are asked instead: had your story not existed, would you have gone to the other?
 */
export class Revision {
  readonly #stories: Stories;
  readonly #options: Required<StoryOptions>;
  /** How many articles the smaller of a pair of stories had when the two were compared. */
  readonly #asked = new Map<string, number>();

  constructor(stories: Stories, options: Required<StoryOptions>) {
    this.#stories = stories;
    this.#options = options;
  }

  after(story: Story, ranked: readonly Ranked[], changes: Change[]): void {
    const whole = this.#reviseMerges(story, ranked, changes);
    this.#reviseSplit(whole, changes);
    let left = LOOKED_AT_AGAIN;
    for (const { nearest } of ranked) {
      const own = this.#stories.ofNumber(nearest);
      if (own === undefined || own === whole) continue;
      secondLook(nearest, own, this.#stories, this.#options, changes);
      if (--left === 0) break;
    }
  }

  forget(): void {
    if (this.#asked.size > 100_000) this.#asked.clear();
  }

  #reviseMerges(story: Story, ranked: readonly Ranked[], changes: Change[]): Story {
    let whole = story;
    let asked = 0;
    for (const { story: other, odds } of ranked) {
      if (asked >= MOST_ASKED || odds < this.#options.mergeAt - CONSIDERED) break;
      if (other === whole || this.#stories.get(other.id) !== other || !this.#isNews(whole, other)) continue;
      asked++;
      // What the only article of a story thinks of the other was found out a moment ago.
      const isKnown = whole.members.length === 1 && bySize(whole, other)[0] === whole;
      const areOne = isKnown
        ? odds >= this.#options.mergeAt
        : this.#areOne(whole, other, this.#options.mergeAt, MERGE_RATIO);
      if (!areOne) continue;
      const change = this.#stories.join(whole, other);
      changes.push(change);
      whole = change.into === whole.id ? whole : other;
    }
    return whole;
  }

  /** Comparing again is worth it once the smaller story has grown by half. */
  #isNews(one: Story, other: Story): boolean {
    if (this.#stories.rules.areApart(one.id, other.id)) return false;
    const pair = one.id < other.id ? `${one.id} ${other.id}` : `${other.id} ${one.id}`;
    const size = Math.min(one.voters, other.voters);
    const before = this.#asked.get(pair) ?? 0;
    if (size < before * 1.5) return false;
    this.#asked.set(pair, size);
    return true;
  }

  /** Once a story has doubled: are its two most different parts still one story? */
  #reviseSplit(story: Story, changes: Change[]): void {
    const size = story.voters;
    if (size < SPLIT_FROM || (size & (size - 1)) !== 0 || this.#stories.rules.isWhole(story.id)) return;
    const part = differentPart(story.members, this.#stories.window.articles);
    if (Math.min(part.size, story.members.length - part.size) < SMALLEST_PART) return;
    const change = this.#stories.part(story, part);
    const made = change === undefined ? undefined : this.#stories.get(change.into);
    if (change === undefined || made === undefined) return;
    if (!this.#areOne(story, made, this.#options.splitBelow, SPLIT_RATIO)) {
      changes.push(change);
      this.#isNews(story, made);
      return;
    }
    // Together again, under the older of the two ids, which may be that of the part.
    const back = this.#stories.join(story, made);
    if (back.into !== change.from) changes.push(back);
  }

  #areOne(one: Story, other: Story, odds: number, ratio: number): boolean {
    if (Math.min(one.voters, other.voters) < SEVERAL) return this.#fit(one, other) >= odds;
    return acrossAndWithin(one, other) >= ratio;
  }

  /** Mean log-odds with which articles of the smaller story fit the larger. */
  #fit(one: Story, other: Story): number {
    const [smaller, larger] = bySize(one, other);
    const asked = evenly(smaller.members, SAMPLE);
    const odds = asked.map(number => Math.max(NO_FIT, this.#oddsFor(number, smaller, larger)));
    return odds.reduce((sum, one) => sum + one, 0) / odds.length;
  }

  #oddsFor(number: number, own: Story, other: Story): number {
    const candidates = this.#stories.window.candidatesOf(number, own);
    const candidate = candidates.find(({ story }) => story === other);
    return candidate === undefined ? NO_FIT : this.#options.odds(candidate.evidence);
  }
}

/** How alike articles of different stories are, as a share of how alike articles of the same story are. */
function acrossAndWithin(one: Story, other: Story): number {
  if (one.centroid === undefined || other.centroid === undefined) return 0;
  const across = one.centroid.meanCosine(one.voters, other.centroid, other.voters);
  const within = one.centroid.coherence(one.voters) * other.centroid.coherence(other.voters);
  return within === 0 ? 0 : across / Math.sqrt(within);
}

/** Of two stories of one size the younger counts as the smaller, whichever was named first. */
function bySize(one: Story, other: Story): [Story, Story] {
  const difference = one.voters - other.voters;
  return difference < 0 || (difference === 0 && one.id > other.id) ? [one, other] : [other, one];
}

function evenly(numbers: readonly number[], most: number): number[] {
  const step = Math.max(1, numbers.length / most);
  return Array.from(
    { length: Math.min(most, numbers.length) },
    (_, index) => numbers[Math.floor(index * step)] ?? 0,
  );
}

const MOST_ASKED = 3;
const LOOKED_AT_AGAIN = 1;
const SAMPLE = 5;
const SEVERAL = 3;
/** Measured on labelled news and made-up worlds: of different events 95 in 100 have less, of one event 90 more. */
const MERGE_RATIO = 0.4;
/** Lower, so that what was parted is not joined again by the next article. */
const SPLIT_RATIO = 0.3;
const SPLIT_FROM = 8;
const SMALLEST_PART = 2;
const CONSIDERED = 2;
/** What an article says that shares no telling word at all. */
const NO_FIT = -4;

export interface Ranked {
  readonly story: Story;
  /** Its article that is nearest. */
  readonly nearest: number;
  readonly odds: number;
}
