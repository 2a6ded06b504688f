import type { RankingSettings } from '../ranking/settings.ts';
import { bestBy } from './best.ts';
import { grown } from './grown.ts';
import { type ListKey, Shortlists } from './shortlists.ts';
import type { StoryWindow } from './window.ts';

/**
 * What every story is worth to somebody of whom nothing is known, and the best hundred of each key by it, so that a page
 * for one reader looks at a few hundred stories and not at all of them. It is worked out for the whole window as time
 * goes on; in between only for the stories that change, as of the same moment.
 */
export class Standing {
  readonly #window: StoryWindow;
  readonly #trendingOf: (storyId: string) => number;
  readonly #shortlists: Shortlists;
  #version = 0;
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
    this.#shortlists = new Shortlists(window);
  }

  /** Cheap when little happened: call it before every use. */
  bringUpToDate(now: number, settings: RankingSettings): void {
    const isOld = this.#settings !== settings || Math.abs(now - this.#at) >= GOOD_FOR_MS;
    const changed = isOld ? null : this.#window.changedSince(this.#version);
    this.#version = this.#window.version;
    if (changed?.length === 0) return;
    this.#makeRoom();
    if (changed) {
      const places = new Set(changed);
      for (const place of places) this.#workOut(place, settings);
      this.#shortlists.takeIn(places, this.score);
      return;
    }
    this.#settings = settings;
    this.#at = now;
    for (const place of this.#window.all()) this.#workOut(place, settings);
    this.#shortlists.clear();
  }

  /** The best of those with the key, best first. */
  shortlist(key: ListKey, most: number): readonly number[] {
    return this.#shortlists.of(key, most, this.score);
  }

  best(places: Iterable<number>, most: number): number[] {
    return bestBy(places, this.score, most);
  }

  #makeRoom(): void {
    const { places } = this.#window;
    if (this.score.length >= places) return;
    const room = places * 2;
    this.score = grown(this.score, new Float32Array(room));
    this.freshness = grown(this.freshness, new Float32Array(room));
    this.trending = grown(this.trending, new Float32Array(room));
    this.volume = grown(this.volume, new Float32Array(room));
  }

  #workOut(place: number, settings: RankingSettings): void {
    const window = this.#window;
    const id = window.idAt(place);
    if (id === undefined) return;
    const { weights, halfLifeMs, breakingFactor } = settings;
    const freshness = 2 ** (-Math.max(0, this.#at - (window.updatedAt[place] ?? 0)) / halfLifeMs);
    const trending = this.#trendingOf(id);
    const volume = this.#volumeOf(place, settings);
    const sum =
      weights.freshness * freshness +
      weights.quality * (window.quality[place] ?? 0) +
      weights.trending * trending;
    this.freshness[place] = freshness;
    this.trending[place] = trending;
    this.volume[place] = volume;
    this.score[place] = sum * volume * ((window.isBreaking[place] ?? 0) === 1 ? breakingFactor : 1);
  }

  /** What many tell is news whoever tells it; alone, somebody who floods is held down and a rare voice is lifted. */
  #volumeOf(place: number, { volume }: Pick<RankingSettings, 'volume'>): number {
    const { sources, sourceCount } = this.#window;
    if (sources.counts[place] === 0 || (sourceCount[place] ?? 0) > 2) return 1;
    const stories = sources.numbers.holders(sources.numberAt(place, 0));
    if (stories <= volume.rareBelow) return volume.rareFactor;
    return stories <= volume.floodAbove ? 1 : Math.max(volume.floodLeast, volume.floodAbove / stories);
  }
}

/** Freshness moves by a quarter of a percent meanwhile. */
const GOOD_FOR_MS = 30_000;
