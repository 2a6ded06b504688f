import { ActiveRanking } from '../../feeds/experiments/active-ranking.ts';
import { type Exposure, recordExposure } from '../../feeds/experiments/exposures.ts';
import { type Feed, topFeed } from '../../feeds/pages/feed.ts';
import { type FeedPage, FeedPages, type RankRequest } from '../../feeds/pages/feed-pages.ts';
import type { ScrollPosition } from '../../feeds/pages/scroll-position.ts';
import { feedLanguage, type Taste } from '../../feeds/ranking/taste.ts';
import type { NewVisit } from '../../feeds/readers/story-visits.ts';
import { type LiveWindow, openLiveWindow } from '../../feeds/window/live-window.ts';
import type { StoryWindow } from '../../feeds/window/story-window.ts';
import type { Batcher } from '../../lib/batching.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { Story, StoryChanged } from '../../model/story.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import type { ReadThroughCache } from '../../platform/cache/read-through.ts';
import type { Database, Subscription } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { listPinned, recentStories, recentStoriesOf } from '../../stories/queries/index.ts';
import type { EncodedBody } from '../encoded-body.ts';
import type { TopicCache } from '../topics.ts';
import { FeedAnswers } from './feed-answers.ts';
import { followFeedRebuilds } from './rebuild-feeds.ts';
import { createVisitRecorder } from './record-visits.ts';
import { RenderedPages } from './rendered-pages.ts';
import { TasteCache } from './taste-cache.ts';

/** FEED-1..6: the feeds of this process: the window of recent stories, the tastes of active readers, and the pages. */
export class FeedService {
  readonly window: StoryWindow;
  readonly pages: FeedPages;
  readonly tastes: TasteCache;
  readonly rankings: ActiveRanking;
  readonly answers: FeedAnswers;
  readonly recordVisit: Batcher<NewVisit, boolean>;
  readonly #deps: FeedServiceDeps;
  readonly #live: LiveWindow;
  readonly #rendered: RenderedPages;
  readonly #topStories = new Map<string | null, TopStories>();
  readonly #exposures = new Set<Promise<void>>();
  #rebuilds: Subscription | undefined;

  static async open(deps: FeedServiceDeps): Promise<FeedService> {
    const { database, clock, log, telemetry } = deps;
    const live = await openLiveWindow({
      clock,
      retryClock: systemClock,
      log,
      logger: telemetry.log,
      stories: {
        pinned: async () => recentStoriesOf(database, idsOf(await listPinned(database, MAX_PINNED))),
        since: moment => recentStories(database, moment),
        byIds: ids => recentStoriesOf(database, ids),
      },
      onChanges: measureBreakingDelivery(telemetry, clock),
    });
    const service = new FeedService(deps, live);
    await using undo = new AsyncDisposableStack();
    undo.defer(() => service.stop());
    await service.tastes.start();
    await service.rankings.refreshing.start();
    service.#rebuilds = await followFeedRebuilds({
      database,
      log: telemetry.log,
      newId: deps.newId,
      rebuild: () => service.rebuild(),
    });
    undo.move();
    return service;
  }

  private constructor(deps: FeedServiceDeps, live: LiveWindow) {
    const { database, clock, log, telemetry, cache, readThrough, newId, trendingOf } = deps;
    this.#deps = deps;
    this.#live = live;
    this.window = live.window;
    this.#rendered = new RenderedPages(live.window, clock);
    const { window } = live;
    this.pages = new FeedPages({ window, cache, readThrough, clock, newId, trendingOf, log: telemetry.log });
    this.tastes = new TasteCache({ database, clock, log });
    this.rankings = new ActiveRanking({ database, clock, log: telemetry.log });
    this.answers = new FeedAnswers(telemetry.metrics, clock);
    this.recordVisit = createVisitRecorder({ database, log, tastes: this.tastes });
  }

  /** A page of a feed for a reader, or for visitors when `userId` is null. */
  async page(feed: Feed, userId: string | null, { from, limit }: PageOptions): Promise<FeedPage> {
    const taste = await this.#tasteFor(feed, userId);
    const choice = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const { settings, variant } = choice;
    const request = { feed: inReaderLanguage(feed, taste), taste, settings, variant, limit, from };
    const page = await this.pages.page(userId === null ? request : { ...request, owner: userId });
    if (choice.trial && userId !== null)
      this.#recordExposure({
        ...choice.trial,
        userId,
        feed: feed.name,
        shown: page.items.map(({ recent }) => recent.story.id),
        shadow: choice.shadow && from === null ? this.#shadow(request, choice.shadow.settings, limit) : null,
      });
    return page;
  }

  /**
   * The first page as bytes; `write` renders it when no rendered page is fresh. Pages of an experiment are rendered anew
   * each time, because each exposure is recorded.
   */
  async firstPage(
    feed: Feed,
    userId: string | null,
    { limit, write }: { readonly limit: number; readonly write: (page: FeedPage) => string },
  ): Promise<FirstPage> {
    const taste = await this.#tasteFor(feed, userId);
    const { variant, trial } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const decisions = feed.name === 'top' ? this.window.decisions : '';
    const { version } = this.#deps.topics;
    const key = JSON.stringify([feed, userId, taste?.version, variant, version, decisions, limit]);
    const known = trial ? null : this.#rendered.find(key);
    if (known) return { body: known, isCached: true };
    const page = await this.page(feed, userId, { from: null, limit });
    return { body: this.#rendered.put(key, page, write(page)), isCached: page.isCached };
  }

  /** The ids of all stories of the ranking that the reader scrolls through, without those that arrived since. */
  async ranking(feed: Feed, userId: string, from: ScrollPosition): Promise<string[]> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const top = { ...from, passed: 0, shown: Buffer.alloc(0) };
    const request = { feed: inReaderLanguage(feed, taste), taste, settings, variant, owner: userId };
    const { items } = await this.pages.page({ ...request, limit: MAX_RANKING, from: top });
    return items
      .map(({ recent }) => recent.story)
      .filter(({ firstSeenAt }) => firstSeenAt.getTime() <= from.at)
      .map(({ id }) => id);
  }

  async newCount(feed: Feed, userId: string | null, from: ScrollPosition): Promise<number> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const request = { feed: inReaderLanguage(feed, taste), taste, settings, variant, limit: 0, from };
    return this.pages.newCount(userId === null ? request : { ...request, owner: userId });
  }

  /**
   * The stories of `/feeds/top` in their current order, for the front page. The list is reused until the window changes:
   * unpacking stories costs more than ranking them, and the list keeps those that did not change unpacked.
   */
  topStories(language: string | null, limit: number): readonly Story[] {
    const { window } = this;
    const now = this.#deps.clock.now();
    const known = this.#topStories.get(language);
    if (known && known.version === window.version && Math.abs(now - known.at) < TOP_STORIES_TTL_MS)
      return known.stories;
    const { settings } = this.rankings.for(null);
    // Ranked as deep as a feed, since diversity depends on the depth: both must have the same order.
    const ranked = this.pages.rank({ feed: topFeed(language), taste: null, settings }).slice(0, limit);
    const stories = ranked.flatMap(({ slot }) => window.at(slot)?.story ?? []);
    this.#topStories.set(language, { version: window.version, at: now, stories });
    return stories;
  }

  /** STORY-6: the stories that editors pinned, in any language, the newest pin first. */
  pinnedStories(limit: number): readonly Story[] {
    return this.window.pinned(limit).flatMap(slot => this.window.at(slot)?.story ?? []);
  }

  /** BREAK-2: the stories that are breaking now, fastest first. */
  breakingStories(): readonly Story[] {
    return [...this.window.breaking()]
      .flatMap(slot => this.window.at(slot)?.story ?? [])
      .sort((a, b) => b.velocity - a.velocity || (a.id < b.id ? 1 : -1));
  }

  /** Applies a change to a story at once: an editor's next page must show what the editor just decided. */
  reload(storyIds: readonly string[]): Promise<void> {
    return this.#live.reload(storyIds);
  }

  /** Applies a change to many stories at once, such as the removal of their sources. */
  reloadAll(): Promise<void> {
    return this.#live.reload(this.window.storyIds());
  }

  /** ALL-6: builds everything in memory again, as a new process would. Returns the number of stories. */
  async rebuild(): Promise<number> {
    await this.#live.rebuild();
    this.tastes.clear();
    this.#topStories.clear();
    this.#rendered.clear();
    return this.window.storyIds().length;
  }

  /** FEED-7: readers without a language setting get For you in the language of the request, if it has enough stories. */
  async #tasteFor(feed: Feed, userId: string | null): Promise<Taste | null> {
    if (userId === null) return null;
    const taste = await this.tastes.of(userId);
    const { name, language } = feed;
    if (name !== 'for-you' || language === null || taste.language !== null) return taste;
    const count = this.window.postings.of(`language:${language}`).size;
    return count < MIN_STORIES_FOR_LANGUAGE ? taste : { ...taste, language };
  }

  #recordExposure(exposure: Exposure): void {
    const recorded = recordExposure(this.#deps, exposure).finally(() => this.#exposures.delete(recorded));
    this.#exposures.add(recorded);
  }

  #shadow(request: RankRequest, settings: RankRequest['settings'], limit: number): string[] {
    const ranked = this.pages.rank({ ...request, settings }, limit);
    return ranked.flatMap(({ slot }) => this.window.idAt(slot) ?? []);
  }

  /** Resolves when everything that was committed before the call has arrived. */
  async caughtUp(): Promise<void> {
    await this.#live.caughtUp();
    await this.tastes.caughtUp();
    await Promise.all(this.#exposures);
  }

  async stop(): Promise<void> {
    await this.#rebuilds?.close();
    await this.#live.stop();
    await this.tastes.stop();
    await Promise.all([this.rankings.refreshing.settled(), ...this.#exposures]);
  }
}

/** BREAK-2: the delay from the article that made a story breaking until pages show it. */
function measureBreakingDelivery(
  { metrics }: Telemetry,
  clock: Clock,
): (changes: readonly StoryChanged[]) => void {
  const delays = metrics.histogram('breaking_delivery_seconds');
  return changes => {
    for (const change of changes)
      if (change.kind === 'breaking')
        delays.observe({}, Math.max(0, clock.now() - Date.parse(change.at)) / 1_000);
  };
}

/** FEED-7: readers who chose a language get the top stories of that language. */
function inReaderLanguage(feed: Feed, taste: Taste | null): Feed {
  const only = taste && feedLanguage(taste);
  return feed.name === 'top' && feed.language === null && only ? { ...feed, language: only } : feed;
}

function idsOf(stories: readonly Story[]): string[] {
  return stories.map(({ id }) => id);
}

/** With fewer stories, a language does not fill a page. */
export const MIN_STORIES_FOR_LANGUAGE = 12;

const MAX_RANKING = 1_000;
/** The first three are shown; the others follow when an editor unpins one. */
const MAX_PINNED = 50;
/** Scores lose less than a tenth of a percent to age meanwhile. */
const TOP_STORIES_TTL_MS = 5_000;

interface TopStories {
  readonly version: number;
  readonly at: number;
  readonly stories: readonly Story[];
}

interface FirstPage {
  readonly body: EncodedBody;
  /** False when the feed was ranked for this page. */
  readonly isCached: boolean;
}

interface PageOptions {
  readonly from: ScrollPosition | null;
  readonly limit: number;
}

export interface FeedServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: EventLog;
  readonly telemetry: Telemetry;
  readonly cache: SharedCache;
  readonly readThrough: ReadThroughCache;
  readonly newId: () => string;
  readonly topics: Pick<TopicCache, 'version'>;
  /** How fast a story is rising, from 0 to 1. */
  readonly trendingOf: (storyId: string) => number;
}
