import type { Clock } from '../../lib/clock.ts';
import { cacheKey } from '../../platform/cache/keys.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import { Standing } from '../candidates/standing.ts';
import type { StoryWindow } from '../candidates/window.ts';
import { explain, type Reason, type ScoreParts } from '../ranking/explain.ts';
import { Liking } from '../ranking/liking.ts';
import { newestFirst, rankForAll, rankForReader } from '../ranking/rank.ts';
import { type Scored, scoreOf } from '../ranking/score.ts';
import type { RankingSettings } from '../ranking/settings.ts';
import { NO_TASTE, type Taste } from '../ranking/taste.ts';
import { type VisibleStory, visibilityFor } from '../ranking/visible.ts';
import { demandsOf, type Feed, keyOfFeed } from './feed.ts';
import { FrozenRanking, freeze } from './frozen.ts';
import { markOf, marksIn, type ScrollPlace, withShown } from './place.ts';

/**
 * FEED-5, FEED-6: pages of feeds. A ranking is made once for everybody who asks within half a minute, or for one reader
 * while nothing of theirs changes within a minute, and whoever began to scroll through it goes on in it for hours:
 *
 *   feed + version of the taste --> id of its ranking (30 or 60 s) --> the ranking, frozen (two hours)
 *
 * Both are cache and may be lost; then the ranking is made again, and what was shown before is left out.
 */
export class FeedPages {
  readonly #tools: PagesTools;
  /** One for each way of ranking: experiments must not throw away one another's. */
  readonly #standings = new Map<RankingSettings, Standing>();

  readonly #liking: Liking;

  constructor(tools: PagesTools) {
    this.#tools = tools;
    this.#liking = new Liking(tools.window);
  }

  async page(ask: PageAsked): Promise<FeedPage> {
    const { from } = ask;
    const kept = from && (await this.#kept(from.ranking));
    const ranking = kept ?? (await this.#current(ask));
    const passed = kept && from ? from.passed : 0;
    return this.#cut(ask, ranking, passed, from ?? null);
  }

  /** FEED-5: how many stories have come that somebody who scrolls would see after a refresh. */
  async newCount(ask: PageAsked & { readonly from: ScrollPlace }): Promise<number> {
    const current = await this.#current(ask);
    const kept = await this.#kept(ask.from.ranking);
    const known = new Set(kept ? idsOf(kept, kept.length).map(id => this.#tools.window.resolve(id)) : []);
    const isVisible = visibilityFor(ask.taste ?? NO_TASTE, this.#tools.clock.now());
    const { window } = this.#tools;
    return idsOf(current, current.length).filter(id => {
      const place = window.placeOf(window.resolve(id));
      if (place === undefined || (window.firstSeenAt[place] ?? 0) <= ask.from.at) return false;
      const recent = window.at(place);
      return recent !== undefined && !known.has(recent.story.id) && isVisible(recent) !== null;
    }).length;
  }

  /** Ranks without a cache and without freezing: for digests, output feeds, shadows and measurements. */
  rank({ feed, taste, settings }: Pick<PageAsked, 'feed' | 'taste' | 'settings'>, most = LONGEST): Scored[] {
    const { window, clock } = this.#tools;
    const standing = this.#standingBy(settings);
    const tools = { window, standing, settings, liking: this.#liking, now: clock.now() };
    if (feed.name === 'for-you')
      return rankForReader(tools, taste ?? NO_TASTE, Math.min(most, LONGEST_PERSONAL));
    const places = this.#placesOf(feed);
    if (feed.name === 'top') return pinnedFirst(window, rankForAll(tools, places, most));
    if (feed.name === 'country') return rankForAll(tools, places, most);
    standing.bringUpToDate(tools.now, settings);
    const scoring = { ...tools, liking: this.#liking.take(NO_TASTE) };
    return newestFirst(tools, places ?? window.all(), most).map(place => scoreOf(place, scoring));
  }

  #standingBy(settings: RankingSettings): Standing {
    const known = this.#standings.get(settings);
    const standing = known ?? new Standing(this.#tools.window, this.#tools.trendingOf);
    this.#standings.delete(settings);
    this.#standings.set(settings, standing);
    const [oldest = settings] = this.#standings.keys();
    if (this.#standings.size > MOST_STANDINGS) this.#standings.delete(oldest);
    return standing;
  }

  #placesOf(feed: Feed): Iterable<number> | null {
    const [first, ...others] = demandsOf(feed).map(key => this.#tools.window.postings.of(key));
    if (first === undefined) return null;
    return others.length === 0 ? first : [...first].filter(place => others.every(set => set.has(place)));
  }

  async #kept(id: string): Promise<FrozenRanking | null> {
    const bytes = await this.#tools.cache.get(cacheKey('feed-ranking', 1, id));
    return bytes && new FrozenRanking(bytes);
  }

  async #current(ask: PageAsked): Promise<FrozenRanking> {
    const { cache, newId, clock, window } = this.#tools;
    const isPersonal = ask.feed.name === 'for-you';
    const version = isPersonal ? (ask.taste ?? NO_TASTE).version : 'everybody';
    const owner = isPersonal ? (ask.owner ?? '') : '';
    const pointer = cacheKey('feed-current', 1, keyOfFeed(ask.feed), owner, version, ask.variant ?? '');
    const known = await cache.get(pointer);
    const kept = known && (await this.#kept(new TextDecoder().decode(known)));
    if (kept) return kept;
    const id = newId();
    const bytes = freeze(id, clock.now(), this.rank(ask), { window, settings: ask.settings });
    await cache.set(cacheKey('feed-ranking', 1, id), bytes, SCROLLED_FOR_MS);
    await cache.set(pointer, new TextEncoder().encode(id), lifetimeOf(ask.feed));
    return new FrozenRanking(bytes);
  }

  /**
   * The next stories as they are now: one that became part of another is shown as that, unless that was shown already,
   * and one that vanished is passed over.
   */
  #cut(ask: PageAsked, ranking: FrozenRanking, passed: number, from: ScrollPlace | null): FeedPage {
    const { window, clock } = this.#tools;
    const taste = ask.taste ?? NO_TASTE;
    const isVisible = visibilityFor(taste, clock.now());
    const shown = new Set(idsOf(ranking, passed).map(id => window.resolve(id)));
    const marks = from ? marksIn(from.shown) : new Set<number>();
    const wasShown = (id: string) => marks.size > 0 && window.idsOf(id).some(each => marks.has(markOf(each)));
    const items: FeedItem[] = [];
    let index = passed;
    for (; index < ranking.length && items.length < ask.most; index++) {
      const recent = window.find(ranking.storyAt(index));
      if (recent === undefined || shown.has(recent.story.id) || wasShown(recent.story.id)) continue;
      const visible = isVisible(recent);
      if (visible === null) continue;
      shown.add(recent.story.id);
      const parts = ranking.partsAt(index);
      const reasons = explain(recent, parts, { taste, settings: ask.settings });
      items.push({ ...visible, parts, reasons, isRead: taste.read.has(recent.story.id) });
    }
    const next: ScrollPlace = {
      ranking: ranking.id,
      at: ranking.at,
      passed: index,
      shown: withShown(
        from?.shown ?? Buffer.alloc(0),
        items.map(({ recent }) => recent.story.id),
      ),
    };
    return { feed: ask.feed, items, at: ranking.at, here: next, next: index < ranking.length ? next : null };
  }
}

/** FEED-6: how long a ranking is good for those who begin to scroll. */
export function lifetimeOf({ name }: Pick<Feed, 'name'>): number {
  return name === 'for-you' ? 60_000 : 30_000;
}

/** STORY-6: what editors put on top, the newest of it first. */
function pinnedFirst(window: StoryWindow, scored: readonly Scored[]): Scored[] {
  const pinnedAt = ({ place }: Scored) => window.pinnedAt[place] ?? 0;
  const pinned = scored.filter(one => pinnedAt(one) > 0);
  if (pinned.length === 0) return [...scored];
  pinned.sort((a, b) => pinnedAt(b) - pinnedAt(a));
  const onTop = new Set(pinned.slice(0, PINNED));
  return [...onTop, ...scored.filter(one => !onTop.has(one))];
}

function idsOf(ranking: FrozenRanking, most: number): string[] {
  return Array.from({ length: Math.min(most, ranking.length) }, (_, index) => ranking.storyAt(index));
}

const PINNED = 3;
const MOST_STANDINGS = 4;
const SCROLLED_FOR_MS = 2 * 3_600_000;
/** Further back there are the lists by time and topic. */
const LONGEST = 1_000;
const LONGEST_PERSONAL = 300;

export interface FeedItem extends VisibleStory {
  readonly parts: ScoreParts;
  readonly reasons: readonly Reason[];
  readonly isRead: boolean;
}

export interface FeedPage {
  readonly feed: Feed;
  readonly items: readonly FeedItem[];
  /** When the ranking was made. */
  readonly at: number;
  /** Where this page ends, also when it was the last. */
  readonly here: ScrollPlace;
  /** Null when there is nothing more. */
  readonly next: ScrollPlace | null;
}

export interface PageAsked {
  readonly feed: Feed;
  readonly most: number;
  readonly settings: RankingSettings;
  /** Where the page before ended; null for the first. */
  readonly from?: ScrollPlace | null | undefined;
  /** Whose taste decides; null for visitors. */
  readonly taste?: Taste | null | undefined;
  readonly owner?: string | undefined;
  /** Of an experiment: variants never share a ranking. */
  readonly variant?: string | undefined;
}

export interface PagesTools {
  readonly window: StoryWindow;
  readonly cache: SharedCache;
  readonly clock: Clock;
  readonly newId: () => string;
  /** From 0 to 1. */
  readonly trendingOf: (storyId: string) => number;
}
