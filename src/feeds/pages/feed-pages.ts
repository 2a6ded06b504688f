import type { Clock } from '../../lib/clock.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import { BaseScores } from '../ranking/base-scores.ts';
import { explain, type RankingReason, type ScoreParts } from '../ranking/explain.ts';
import { newestFirst, rankForAll, rankForReader } from '../ranking/rank.ts';
import { ReaderWeights } from '../ranking/reader-weights.ts';
import { type ScoredStory, scoreOf } from '../ranking/score.ts';
import type { RankingSettings } from '../ranking/settings.ts';
import { NO_TASTE, type Taste } from '../ranking/taste.ts';
import { type VisibleStory, visibilityFor } from '../ranking/visible.ts';
import type { StoryWindow } from '../window/story-window.ts';
import { type Feed, keyOfFeed, keysOfFeed } from './feed.ts';
import { FrozenRanking, freeze } from './frozen-ranking.ts';
import { appendShown, markOf, marksIn, type ScrollPosition } from './scroll-position.ts';

/**
 * FEED-5, FEED-6: pages of feeds. A ranking is made once for everybody who asks within half a minute, or for one reader
 * while nothing of theirs changes within a minute, and whoever began to scroll through it goes on in it for hours:
 *
 *   feed + version of the taste --> id of its ranking (30 or 60 s) --> the ranking, frozen (two hours)
 *
 * Both are cache and may be lost; then the ranking is made again, and what was shown before is left out.
 */
export class FeedPages {
  readonly #deps: FeedPagesDeps;
  /** One for each way of ranking: experiments must not throw away one another's. */
  readonly #baseScores = new Map<RankingSettings, BaseScores>();

  readonly #reader: ReaderWeights;

  constructor(deps: FeedPagesDeps) {
    this.#deps = deps;
    this.#reader = new ReaderWeights(deps.window);
  }

  async page(ask: PageRequest): Promise<FeedPage> {
    const { from } = ask;
    const kept = from && (await this.#frozen(from.ranking));
    const ranking = kept ?? (await this.#current(ask));
    const passed = kept && from ? from.passed : 0;
    return this.#cut(ask, ranking, passed, from ?? null);
  }

  /** FEED-5: how many stories have come that somebody who scrolls would see after a refresh. */
  async newCount(ask: PageRequest & { readonly from: ScrollPosition }): Promise<number> {
    const current = await this.#current(ask);
    const kept = await this.#frozen(ask.from.ranking);
    const known = new Set(kept ? idsOf(kept, kept.length).map(id => this.#deps.window.resolve(id)) : []);
    const isVisible = visibilityFor(ask.taste ?? NO_TASTE, this.#deps.clock.now());
    const { window } = this.#deps;
    return idsOf(current, current.length).filter(id => {
      const slot = window.slotOf(window.resolve(id));
      if (slot === undefined || (window.firstSeenAt[slot] ?? 0) <= ask.from.at) return false;
      const recent = window.at(slot);
      return recent !== undefined && !known.has(recent.story.id) && isVisible(recent) !== null;
    }).length;
  }

  /** Ranks without a cache and without freezing: for digests, output feeds, shadows and measurements. */
  rank(
    { feed, taste, settings }: Pick<PageRequest, 'feed' | 'taste' | 'settings'>,
    limit = MAX_RANKED,
  ): ScoredStory[] {
    const { window, clock } = this.#deps;
    const base = this.#baseScoresFor(settings);
    const deps = { window, base, settings, reader: this.#reader, now: clock.now() };
    if (feed.name === 'for-you')
      return rankForReader(deps, taste ?? NO_TASTE, Math.min(limit, MAX_RANKED_PERSONAL));
    const slots = this.#slotsOf(feed);
    if (feed.name === 'top') return pinnedFirst(window, rankForAll(deps, slots, limit));
    if (feed.name === 'country') return rankForAll(deps, slots, limit);
    base.refresh(deps.now, settings);
    const scoring = { ...deps, reader: this.#reader.load(NO_TASTE) };
    return newestFirst(deps, slots ?? window.slots(), limit).map(slot => scoreOf(slot, scoring));
  }

  #baseScoresFor(settings: RankingSettings): BaseScores {
    const known = this.#baseScores.get(settings);
    const base = known ?? new BaseScores(this.#deps.window, this.#deps.trendingOf);
    this.#baseScores.delete(settings);
    this.#baseScores.set(settings, base);
    const [oldest = settings] = this.#baseScores.keys();
    if (this.#baseScores.size > MAX_BASE_SCORES) this.#baseScores.delete(oldest);
    return base;
  }

  #slotsOf(feed: Feed): Iterable<number> | null {
    const [first, ...others] = keysOfFeed(feed).map(key => this.#deps.window.postings.of(key));
    if (first === undefined) return null;
    return others.length === 0 ? first : [...first].filter(slot => others.every(set => set.has(slot)));
  }

  async #frozen(id: string): Promise<FrozenRanking | null> {
    const bytes = await this.#deps.cache.get(cacheKey('feed-ranking', 1, id));
    return bytes && new FrozenRanking(bytes);
  }

  async #current(ask: PageRequest): Promise<FrozenRanking> {
    const { cache, newId, clock, window } = this.#deps;
    const isPersonal = ask.feed.name === 'for-you';
    const version = isPersonal ? (ask.taste ?? NO_TASTE).version : 'everybody';
    const owner = isPersonal ? (ask.owner ?? '') : '';
    const pointer = cacheKey('feed-current', 1, keyOfFeed(ask.feed), owner, version, ask.variant ?? '');
    const known = await cache.get(pointer);
    const kept = known && (await this.#frozen(new TextDecoder().decode(known)));
    if (kept) return kept;
    const id = newId();
    const bytes = freeze(id, clock.now(), this.rank(ask), { window, settings: ask.settings });
    await cache.set(cacheKey('feed-ranking', 1, id), bytes, SCROLL_TTL_MS);
    await cache.set(pointer, new TextEncoder().encode(id), rankingTtlMs(ask.feed));
    return new FrozenRanking(bytes);
  }

  /**
   * The next stories as they are now: one that became part of another is shown as that, unless that was shown already,
   * and one that vanished is passed over.
   */
  #cut(ask: PageRequest, ranking: FrozenRanking, passed: number, from: ScrollPosition | null): FeedPage {
    const { window, clock } = this.#deps;
    const taste = ask.taste ?? NO_TASTE;
    const isVisible = visibilityFor(taste, clock.now());
    const shown = new Set(idsOf(ranking, passed).map(id => window.resolve(id)));
    const marks = from ? marksIn(from.shown) : new Set<number>();
    const wasShown = (id: string) => marks.size > 0 && window.idsOf(id).some(each => marks.has(markOf(each)));
    const items: FeedItem[] = [];
    let index = passed;
    for (; index < ranking.length && items.length < ask.limit; index++) {
      const recent = window.find(ranking.storyAt(index));
      if (recent === undefined || shown.has(recent.story.id) || wasShown(recent.story.id)) continue;
      const visible = isVisible(recent);
      if (visible === null) continue;
      shown.add(recent.story.id);
      const parts = ranking.partsAt(index);
      const reasons = explain(recent, parts, { taste, settings: ask.settings });
      items.push({ ...visible, parts, reasons, isRead: taste.read.has(recent.story.id) });
    }
    const next: ScrollPosition = {
      ranking: ranking.id,
      at: ranking.at,
      passed: index,
      shown: appendShown(
        from?.shown ?? Buffer.alloc(0),
        items.map(({ recent }) => recent.story.id),
      ),
    };
    return { feed: ask.feed, items, at: ranking.at, here: next, next: index < ranking.length ? next : null };
  }
}

/** FEED-6: how long a ranking is good for those who begin to scroll. */
export function rankingTtlMs({ name }: Pick<Feed, 'name'>): number {
  return name === 'for-you' ? 60_000 : 30_000;
}

/** STORY-6: what editors put on top, the newest of it first. */
function pinnedFirst(window: StoryWindow, scored: readonly ScoredStory[]): ScoredStory[] {
  const pinnedAt = ({ slot }: ScoredStory) => window.pinnedAt[slot] ?? 0;
  const pinned = scored.filter(one => pinnedAt(one) > 0);
  if (pinned.length === 0) return [...scored];
  pinned.sort((a, b) => pinnedAt(b) - pinnedAt(a));
  const onTop = new Set(pinned.slice(0, MAX_PINNED));
  return [...onTop, ...scored.filter(one => !onTop.has(one))];
}

function idsOf(ranking: FrozenRanking, limit: number): string[] {
  return Array.from({ length: Math.min(limit, ranking.length) }, (_, index) => ranking.storyAt(index));
}

const MAX_PINNED = 3;
const MAX_BASE_SCORES = 4;
const SCROLL_TTL_MS = 2 * 3_600_000;
/** Further back there are the lists by time and topic. */
const MAX_RANKED = 1_000;
const MAX_RANKED_PERSONAL = 300;

export interface FeedItem extends VisibleStory {
  readonly parts: ScoreParts;
  readonly reasons: readonly RankingReason[];
  readonly isRead: boolean;
}

export interface FeedPage {
  readonly feed: Feed;
  readonly items: readonly FeedItem[];
  /** When the ranking was made. */
  readonly at: number;
  /** Where this page ends, also when it was the last. */
  readonly here: ScrollPosition;
  /** Null when there is nothing more. */
  readonly next: ScrollPosition | null;
}

export interface PageRequest {
  readonly feed: Feed;
  readonly limit: number;
  readonly settings: RankingSettings;
  /** Where the page before ended; null for the first. */
  readonly from?: ScrollPosition | null | undefined;
  /** Whose taste decides; null for visitors. */
  readonly taste?: Taste | null | undefined;
  readonly owner?: string | undefined;
  /** Of an experiment: variants never share a ranking. */
  readonly variant?: string | undefined;
}

export interface FeedPagesDeps {
  readonly window: StoryWindow;
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly newId: () => string;
  /** From 0 to 1. */
  readonly trendingOf: (storyId: string) => number;
}
