import type { Clock } from '../../lib/clock.ts';
import { type CacheKey, cacheKey } from '../../platform/cache/keys.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import type { ReadThroughCache } from '../../platform/cache/read-through.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { BaseScores } from '../ranking/base-scores.ts';
import { explain, type RankingReason, type ScoreParts } from '../ranking/explain.ts';
import { newestFirst, rankForAll, rankForReader, rankWithPins } from '../ranking/rank.ts';
import { ReaderWeights } from '../ranking/reader-weights.ts';
import type { ScoredStory } from '../ranking/score.ts';
import type { RankingSettings } from '../ranking/settings.ts';
import { NO_TASTE, type Taste } from '../ranking/taste.ts';
import type { ListKey } from '../ranking/top-lists.ts';
import { type VisibleStory, visibilityFor } from '../ranking/visible.ts';
import type { StoryWindow } from '../window/story-window.ts';
import { type Feed, keyOfFeed, keysOfFeed } from './feed.ts';
import { FrozenRanking, freeze } from './frozen-ranking.ts';
import { appendShown, markOf, marksIn, type ScrollPosition } from './scroll-position.ts';

/**
 * FEED-5, FEED-6: pages of feeds. One ranking serves every visitor for half a minute, or one reader for a
 * minute while their taste does not change. A reader who scrolls stays in the ranking they started with for
 * two hours:
 *
 *   feed + taste version + editors' decisions --> id of the current ranking (30 or 60 s) --> frozen ranking (two hours)
 *
 * Both are cached and may be lost: then the feed is ranked again, and the stories already shown are left out.
 */
export class FeedPages {
  readonly #deps: FeedPagesDeps;
  /** One per variant of the ranking, so that experiments do not evict each other's scores. */
  readonly #baseScores = new Map<RankingSettings, BaseScores>();
  readonly #reader: ReaderWeights;

  constructor(deps: FeedPagesDeps) {
    this.#deps = deps;
    this.#reader = new ReaderWeights(deps.window);
  }

  async page(request: PageRequest): Promise<FeedPage> {
    const { from } = request;
    const frozen = from && (await this.#frozen(from.ranking));
    const { ranking, isCached } = frozen ? { ranking: frozen, isCached: true } : await this.#current(request);
    const passed = frozen && from ? from.passed : 0;
    return { ...this.#cut(request, ranking, passed, from ?? null), isCached };
  }

  /** FEED-5: the number of new stories that a reader who scrolls would see after a refresh. */
  async newCount(request: PageRequest & { readonly from: ScrollPosition }): Promise<number> {
    const { window, clock } = this.#deps;
    const { ranking: current } = await this.#current(request);
    const frozen = await this.#frozen(request.from.ranking);
    const known = new Set(frozen ? idsOf(frozen, frozen.length).map(id => window.resolve(id)) : []);
    const isVisible = visibilityFor(request.taste ?? NO_TASTE, clock.now());
    return idsOf(current, current.length).filter(id => {
      const slot = window.slotOf(window.resolve(id));
      if (slot === undefined || (window.firstSeenAt[slot] ?? 0) <= request.from.at) return false;
      const recent = window.at(slot);
      return recent !== undefined && !known.has(recent.story.id) && isVisible(recent) !== null;
    }).length;
  }

  /** Ranks without cache or freezing: for the front page, output feeds, shadow arms and measurements. */
  rank({ feed, taste, settings }: RankRequest, limit = MAX_RANKED): ScoredStory[] {
    const { window, clock } = this.#deps;
    const base = this.#baseScoresFor(settings);
    const deps = { window, base, settings, reader: this.#reader, now: clock.now() };
    if (feed.name === 'for-you')
      return rankForReader(deps, taste ?? NO_TASTE, Math.min(limit, MAX_RANKED_PERSONAL));
    if (feed.name === 'top') return rankWithPins(deps, this.#pinsOf(feed), this.#scopeOf(feed), limit);
    if (feed.name === 'country') return rankForAll(deps, this.#scopeOf(feed), limit);
    return newestFirst(deps, this.#slotsOf(feed), limit);
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

  /** Feeds with at most one condition are ranked from a maintained list instead of all their stories. */
  #scopeOf(feed: Feed): ListKey | Iterable<number> {
    const [first, ...others] = keysOfFeed(feed);
    return others.length === 0 ? (first ?? 'all') : this.#slotsOf(feed);
  }

  #slotsOf(feed: Feed): Iterable<number> {
    const { window } = this.#deps;
    const [first, ...others] = keysOfFeed(feed).map(key => window.postings.of(key));
    if (first === undefined) return window.slots();
    return others.length === 0 ? first : [...first].filter(slot => others.every(set => set.has(slot)));
  }

  /** STORY-6: the last stories that editors pinned, where they belong to the feed. */
  #pinsOf(feed: Feed): number[] {
    const { window } = this.#deps;
    const conditions = keysOfFeed(feed).map(key => window.postings.of(key));
    const pinned = window.pinned(Number.POSITIVE_INFINITY);
    return pinned.filter(slot => conditions.every(set => set.has(slot))).slice(0, MAX_PINNED);
  }

  async #frozen(id: string): Promise<FrozenRanking | null> {
    const bytes = await this.#deps.cache.get(cacheKey('feed-ranking', 1, id));
    return bytes && new FrozenRanking(bytes);
  }

  async #current(request: PageRequest): Promise<CurrentRanking> {
    const { cache, readThrough, newId, clock, window, log } = this.#deps;
    const lifetimes = { ttlMs: rankingTtlMs(request.feed), jitter: 0 };
    let isCached = true;
    const bytes = await readThrough.getOrCompute(this.#currentKey(request), lifetimes, async () => {
      isCached = false;
      const id = newId();
      log.debug('feed.cache_miss', { feed: request.feed.name, ranking: id });
      const ranking = freeze(id, clock.now(), this.rank(request), { window, settings: request.settings });
      await cache.set(cacheKey('feed-ranking', 1, id), ranking, SCROLL_TTL_MS);
      return ranking;
    });
    return { ranking: new FrozenRanking(bytes), isCached };
  }

  /** Editors' pins and breaking news must show at once, so a ranking of all stories is bound to them. */
  #currentKey({ feed, taste, owner = '', variant = '' }: PageRequest): CacheKey {
    const [version, reader] =
      feed.name === 'for-you' ? [(taste ?? NO_TASTE).version, owner] : ['everyone', ''];
    const decisions = feed.name === 'top' ? this.#deps.window.decisions : '';
    return cacheKey('feed-current', 3, keyOfFeed(feed), reader, version, variant, decisions);
  }

  /**
   * The next stories in their current state. A story that was merged is shown as its successor, unless that was shown
   * already; a story that is gone is skipped.
   */
  #cut(
    request: PageRequest,
    ranking: FrozenRanking,
    passed: number,
    from: ScrollPosition | null,
  ): Omit<FeedPage, 'isCached'> {
    const { window, clock } = this.#deps;
    const taste = request.taste ?? NO_TASTE;
    const isVisible = visibilityFor(taste, clock.now());
    const shown = new Set(idsOf(ranking, passed).map(id => window.resolve(id)));
    const marks = from ? marksIn(from.shown) : new Set<number>();
    const wasShown = (id: string) => marks.size > 0 && window.idsOf(id).some(each => marks.has(markOf(each)));
    const items: FeedItem[] = [];
    let index = passed;
    for (; index < ranking.length && items.length < request.limit; index++) {
      const recent = window.find(ranking.storyAt(index));
      if (recent === undefined || shown.has(recent.story.id) || wasShown(recent.story.id)) continue;
      const visible = isVisible(recent);
      if (visible === null) continue;
      shown.add(recent.story.id);
      const parts = ranking.partsAt(index);
      const reasons = explain(recent, parts, { taste, settings: request.settings });
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
    return {
      feed: request.feed,
      items,
      at: ranking.at,
      here: next,
      next: index < ranking.length ? next : null,
    };
  }
}

/** FEED-6: how long a ranking serves readers who start at the top. */
export function rankingTtlMs({ name }: Pick<Feed, 'name'>): number {
  return name === 'for-you' ? 60_000 : 30_000;
}

function idsOf(ranking: FrozenRanking, limit: number): string[] {
  return Array.from({ length: Math.min(limit, ranking.length) }, (_, index) => ranking.storyAt(index));
}

const MAX_PINNED = 3;
const MAX_BASE_SCORES = 4;
const SCROLL_TTL_MS = 2 * 3_600_000;
/** For more, there are the lists by time and topic. */
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
  /** When the ranking was computed. */
  readonly at: number;
  /** The end of this page, also on the last one. */
  readonly here: ScrollPosition;
  /** Null on the last page. */
  readonly next: ScrollPosition | null;
  /** False when the feed was ranked for this page. */
  readonly isCached: boolean;
}

interface CurrentRanking {
  readonly ranking: FrozenRanking;
  readonly isCached: boolean;
}

export interface PageRequest {
  readonly feed: Feed;
  readonly limit: number;
  readonly settings: RankingSettings;
  /** The end of the previous page; null for the first page. */
  readonly from?: ScrollPosition | null | undefined;
  /** The reader's taste; null for visitors. */
  readonly taste?: Taste | null | undefined;
  readonly owner?: string | undefined;
  /** The variant of an experiment; variants never share a ranking. */
  readonly variant?: string | undefined;
}

/** Everything a ranking depends on, besides the window. */
export type RankRequest = Pick<PageRequest, 'feed' | 'taste' | 'settings'>;

export interface FeedPagesDeps {
  readonly window: StoryWindow;
  readonly cache: SharedCache;
  readonly readThrough: ReadThroughCache;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Logger;
  /** How fast a story is rising, from 0 to 1. */
  readonly trendingOf: (storyId: string) => number;
}
