import { grow } from '../window/grow.ts';
import type { StoryWindow } from '../window/story-window.ts';
import type { RankingSettings } from './settings.ts';
import { type ListKey, TopLists } from './top-lists.ts';
import { topSlots } from './top-slots.ts';

/**
 * The score of every story without a reader's taste, and the best stories of each key by it, so that a page for one
 * reader looks at a few hundred stories instead of all. The whole window is rescored as time passes; in between only
 * changed stories are, as of the same moment.
 */
export class BaseScores {
  readonly #window: StoryWindow;
  readonly #trendingOf: (storyId: string) => number;
  readonly #topLists: TopLists;
  #version = 0;
  #at = Number.NEGATIVE_INFINITY;
  #settings: RankingSettings | undefined;
  /** Indexed by slot, like the columns of the window. */
  score = new Float32Array(0);
  freshness = new Float32Array(0);
  trending = new Float32Array(0);
  /** FEED-14: above 1 for sources that publish rarely, below 1 for sources that flood. */
  volume = new Float32Array(0);

  constructor(window: StoryWindow, trendingOf: (storyId: string) => number) {
    this.#window = window;
    this.#trendingOf = trendingOf;
    this.#topLists = new TopLists(window);
  }

  /** Cheap when little changed: call it before every use. */
  refresh(now: number, settings: RankingSettings): void {
    const isOld = this.#settings !== settings || Math.abs(now - this.#at) >= FRESH_MS;
    const changed = isOld ? null : this.#window.changedSince(this.#version);
    this.#version = this.#window.version;
    if (changed?.length === 0) return;
    this.#grow();
    if (changed) {
      const slots = new Set(changed);
      for (const slot of slots) this.#compute(slot, settings);
      this.#topLists.update(slots, this.score);
      return;
    }
    this.#settings = settings;
    this.#at = now;
    for (const slot of this.#window.slots()) this.#compute(slot, settings);
    this.#topLists.clear();
  }

  /** The best stories of a key, best first. */
  top(key: ListKey, limit: number): readonly number[] {
    return this.#topLists.of(key, limit, this.score);
  }

  topOf(slots: Iterable<number>, limit: number): number[] {
    return topSlots(slots, this.score, limit);
  }

  #grow(): void {
    const { slotCount: slots } = this.#window;
    if (this.score.length >= slots) return;
    const room = slots * 2;
    this.score = grow(this.score, new Float32Array(room));
    this.freshness = grow(this.freshness, new Float32Array(room));
    this.trending = grow(this.trending, new Float32Array(room));
    this.volume = grow(this.volume, new Float32Array(room));
  }

  #compute(slot: number, settings: RankingSettings): void {
    const window = this.#window;
    const id = window.idAt(slot);
    if (id === undefined) return;
    const { weights, halfLifeMs, breakingFactor } = settings;
    const freshness = 2 ** (-Math.max(0, this.#at - (window.updatedAt[slot] ?? 0)) / halfLifeMs);
    const trending = this.#trendingOf(id);
    const volume = this.#volumeOf(slot, settings);
    const sum =
      weights.freshness * freshness +
      weights.quality * (window.quality[slot] ?? 0) +
      weights.trending * trending;
    this.freshness[slot] = freshness;
    this.trending[slot] = trending;
    this.volume[slot] = volume;
    this.score[slot] = sum * volume * ((window.isBreaking[slot] ?? 0) === 1 ? breakingFactor : 1);
  }

  /**
   * A story that several sources report is news regardless of who they are; alone, a flooding source is lowered and a
   * rare one raised.
   */
  #volumeOf(slot: number, { volume }: Pick<RankingSettings, 'volume'>): number {
    const { sources, sourceCount } = this.#window;
    if (sources.counts[slot] === 0 || (sourceCount[slot] ?? 0) > 2) return 1;
    const stories = sources.numbers.refCount(sources.numberAt(slot, 0));
    if (stories <= volume.rareBelow) return volume.rareFactor;
    return stories <= volume.floodAbove ? 1 : Math.max(volume.floodLeast, volume.floodAbove / stories);
  }
}

/** Freshness changes by a quarter of a percent in this time. */
const FRESH_MS = 30_000;
