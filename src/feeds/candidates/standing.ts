import type { RankingSettings } from '../ranking/settings.ts';
import type { PostingKey } from './postings.ts';
import type { StoryWindow } from './window.ts';

/**
 * What every story is worth to somebody of whom nothing is known, and the best hundred of each key by it. It is worked
 * out for the whole window at once, after a change and as time goes on, so that a page for one reader looks at a few
 * hundred stories and not at all of them.
 */
export class Standing {
  readonly #window: StoryWindow;
  readonly #trendingOf: (storyId: string) => number;
  readonly #shortlists = new Map<string, readonly number[]>();
  #version = -1;
  #at = Number.NEGATIVE_INFINITY;
  #settings: RankingSettings | undefined;
  /** By place, like the columns of the window. */
  score = new Float32Array(0);
  freshness = new Float32Array(0);
  trending = new Float32Array(0);
  /** FEED-14: above 1 for those who rarely say something, below for those who say something all the time. */
  volume = new Float32Array(0);

  constructor(window: StoryWindow, trendingOf: (storyId: string) => number) {
    this.#window = window;
    this.#trendingOf = trendingOf;
  }

  /** Cheap when nothing happened: call it before every use. */
  bringUpToDate(now: number, settings: RankingSettings): void {
    const isCurrent =
      this.#version === this.#window.version &&
      this.#settings === settings &&
      Math.abs(now - this.#at) < GOOD_FOR_MS;
    if (isCurrent) return;
    this.#version = this.#window.version;
    this.#settings = settings;
    this.#at = now;
    this.#shortlists.clear();
    this.#workOut(now, settings);
  }

  /** The best of those with the key, best first. */
  shortlist(key: PostingKey | 'all', most: number): readonly number[] {
    const known = this.#shortlists.get(`${key} ${most}`);
    if (known) return known;
    const places = key === 'all' ? this.#window.all() : this.#window.postings.of(key);
    const best = this.best(places, most);
    this.#shortlists.set(`${key} ${most}`, best);
    return best;
  }

  best(places: Iterable<number>, most: number): number[] {
    const { score } = this;
    const all = [...places];
    if (all.length > most * 4) return selectBest(all, score, most);
    return all.sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b).slice(0, most);
  }

  #workOut(now: number, settings: RankingSettings): void {
    const window = this.#window;
    if (this.score.length < window.places) {
      const room = window.places * 2;
      this.score = new Float32Array(room);
      this.freshness = new Float32Array(room);
      this.trending = new Float32Array(room);
      this.volume = new Float32Array(room);
    }
    const { weights, halfLifeMs, breakingFactor } = settings;
    for (const place of window.all()) {
      const freshness = 2 ** (-Math.max(0, now - (window.updatedAt[place] ?? 0)) / halfLifeMs);
      const recent = window.at(place);
      const trending = recent === undefined ? 0 : this.#trendingOf(recent.story.id);
      this.freshness[place] = freshness;
      this.trending[place] = trending;
      const volume = recent === undefined ? 1 : this.#volumeOf(recent, settings);
      this.volume[place] = volume;
      const sum =
        weights.freshness * freshness +
        weights.quality * (window.quality[place] ?? 0) +
        weights.trending * trending;
      this.score[place] = sum * volume * ((window.isBreaking[place] ?? 0) === 1 ? breakingFactor : 1);
    }
  }

  /** What many tell is news whoever tells it; alone, somebody who floods is held down and a rare voice is lifted. */
  #volumeOf(
    recent: NonNullable<ReturnType<StoryWindow['at']>>,
    { volume }: Pick<RankingSettings, 'volume'>,
  ): number {
    const [voice] = recent.voices;
    if (voice === undefined || recent.story.sourceCount > 2) return 1;
    const stories = this.#window.postings.of(`source:${voice.sourceId}`).size;
    if (stories <= volume.rareBelow) return volume.rareFactor;
    return stories <= volume.floodAbove ? 1 : Math.max(volume.floodLeast, volume.floodAbove / stories);
  }
}

/** The `most` highest without sorting all of them: a bound is guessed from a sample, and only what lies above is sorted. */
function selectBest(places: readonly number[], score: Float32Array, most: number): number[] {
  const sample = places.filter((_, index) => index % Math.ceil(places.length / 1000) === 0);
  const ordered = sample.map(place => score[place] ?? 0).sort((a, b) => b - a);
  // Lets about twice as many through as are wanted; where it was too high, all are sorted.
  const bound = ordered[Math.ceil((ordered.length * most * 2) / places.length)] ?? Number.NEGATIVE_INFINITY;
  const above = places.filter(place => (score[place] ?? 0) >= bound);
  const enough = above.length >= most ? above : [...places];
  return enough.sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b).slice(0, most);
}

/** Freshness moves by a quarter of a percent meanwhile. */
const GOOD_FOR_MS = 30_000;
