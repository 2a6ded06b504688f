import { ActiveRanking } from '../../feeds/experiments/active-ranking.ts';
import { type Exposure, recordExposure } from '../../feeds/experiments/exposures.ts';
import type { Feed } from '../../feeds/pages/feed.ts';
import { type FeedPage, FeedPages } from '../../feeds/pages/feed-pages.ts';
import type { ScrollPosition } from '../../feeds/pages/scroll-position.ts';
import { feedLanguage, type Taste } from '../../feeds/ranking/taste.ts';
import { type LiveWindow, openLiveWindow } from '../../feeds/window/live-window.ts';
import type { StoryWindow } from '../../feeds/window/story-window.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { recentStories, recentStoriesOf } from '../../stories/queries/index.ts';
import type { EncodedBody } from '../encoded-body.ts';
import { RenderedPages } from './rendered-pages.ts';
import { TasteCache } from './taste-cache.ts';
import { TopicNames } from './topic-names.ts';

/** FEED-1..6: the feeds of this process: the window of recent stories, the tastes of those who are here, and the pages. */
export class FeedService {
  readonly window: StoryWindow;
  readonly pages: FeedPages;
  readonly tastes: TasteCache;
  readonly rankings: ActiveRanking;
  readonly topics: TopicNames;
  readonly #tools: FeedServiceDeps;
  readonly #current: LiveWindow;
  readonly #ready: RenderedPages;
  readonly #notes = new Set<Promise<void>>();

  static async open(tools: FeedServiceDeps): Promise<FeedService> {
    const { database, clock, log, telemetry } = tools;
    const newsroom = {
      since: (moment: Date) => recentStories(database, moment),
      byIds: (ids: readonly string[]) => recentStoriesOf(database, ids),
    };
    const onTaken = measureBreakingDelivery(telemetry, clock);
    const logger = telemetry.log;
    const current = await openLiveWindow({
      clock,
      retryClock: systemClock,
      log,
      logger,
      stories: newsroom,
      onChanges: onTaken,
    });
    const desk = new FeedService(tools, current);
    await using undo = new AsyncDisposableStack();
    undo.defer(() => desk.stop());
    await desk.tastes.start();
    await desk.rankings.refreshing.start();
    await desk.topics.kept.start();
    undo.move();
    return desk;
  }

  private constructor(tools: FeedServiceDeps, current: LiveWindow) {
    const { database, clock, log, telemetry, cache, newId, trendingOf } = tools;
    this.#tools = tools;
    this.#current = current;
    this.window = current.window;
    this.#ready = new RenderedPages(current.window, clock);
    this.pages = new FeedPages({ window: current.window, cache, clock, newId, trendingOf });
    this.tastes = new TasteCache({ database, clock, log });
    this.rankings = new ActiveRanking({ database, clock, log: telemetry.log });
    this.topics = new TopicNames(database, clock, telemetry.log);
  }

  /** A page of a feed as somebody sees it; null for visitors. */
  async page(feed: Feed, userId: string | null, { from, limit }: PageOptions): Promise<FeedPage> {
    const taste = await this.#tasteFor(feed, userId);
    const choice = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const { settings, variant } = choice;
    const ask = { feed: inReaderLanguage(feed, taste), taste, settings, variant, limit, from };
    const page = await this.pages.page(userId === null ? ask : { ...ask, owner: userId });
    if (choice.trial && userId !== null)
      this.#note({
        ...choice.trial,
        userId,
        feed: feed.name,
        shown: page.items.map(({ recent }) => recent.story.id),
        shadow: choice.shadow && from === null ? this.#shadow(ask, choice.shadow.settings, limit) : null,
      });
    return page;
  }

  /**
   * The first page as bytes, which `write` makes of it when there are none. What an experiment shows is made anew each
   * time, since each time is noted.
   */
  async firstPage(
    feed: Feed,
    userId: string | null,
    { limit, write }: { readonly limit: number; readonly write: (page: FeedPage) => string },
  ): Promise<EncodedBody> {
    const taste = await this.#tasteFor(feed, userId);
    const { variant, trial } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const key = JSON.stringify([feed, userId, taste?.version, variant, this.topics.version, limit]);
    const known = trial ? null : this.#ready.find(key);
    if (known) return known;
    const page = await this.page(feed, userId, { from: null, limit });
    return this.#ready.put(key, page, write(page));
  }

  /** Every story of the ranking that somebody scrolls through; what came since is not among them. */
  async ranking(feed: Feed, userId: string, from: ScrollPosition): Promise<string[]> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const top = { ...from, passed: 0, shown: Buffer.alloc(0) };
    const ask = { feed: inReaderLanguage(feed, taste), taste, settings, variant, owner: userId };
    const { items } = await this.pages.page({ ...ask, limit: MAX_RANKING, from: top });
    return items
      .map(({ recent }) => recent.story)
      .filter(({ firstSeenAt }) => firstSeenAt.getTime() <= from.at)
      .map(({ id }) => id);
  }

  async newCount(feed: Feed, userId: string | null, from: ScrollPosition): Promise<number> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const ask = { feed: inReaderLanguage(feed, taste), taste, settings, variant, limit: 0, from };
    return this.pages.newCount(userId === null ? ask : { ...ask, owner: userId });
  }

  /**
   * FEED-7: whoever has not said in which language they read is taken for a reader of the one that For you is asked for in,
   * where enough is told in it.
   */
  async #tasteFor(feed: Feed, userId: string | null): Promise<Taste | null> {
    if (userId === null) return null;
    const taste = await this.tastes.of(userId);
    const { name, language } = feed;
    if (name !== 'for-you' || language === null || taste.language !== null) return taste;
    return this.window.postings.of(`language:${language}`).size < MIN_STORIES_FOR_LANGUAGE
      ? taste
      : { ...taste, language };
  }

  #note(exposure: Exposure): void {
    const noted = recordExposure(this.#tools, exposure).finally(() => this.#notes.delete(noted));
    this.#notes.add(noted);
  }

  #shadow(ask: Parameters<FeedPages['rank']>[0], settings: typeof ask.settings, limit: number): string[] {
    return this.pages
      .rank({ ...ask, settings }, limit)
      .flatMap(({ slot: place }) => this.window.idAt(place) ?? []);
  }

  /** Resolves when everything is in that was committed before the call. */
  async caughtUp(): Promise<void> {
    await this.#current.caughtUp();
    await this.tastes.caughtUp();
    await Promise.all([this.topics.kept.settled(), ...this.#notes]);
  }

  async stop(): Promise<void> {
    await this.#current.stop();
    await this.tastes.stop();
    await Promise.all([this.rankings.refreshing.settled(), this.topics.kept.settled(), ...this.#notes]);
  }
}

/** BREAK-2: how long breaking news took to be on a page, from the article that made it that. */
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

/** FEED-7: somebody who said so gets what everybody gets in their language; others all of it. */
function inReaderLanguage(feed: Feed, taste: Taste | null): Feed {
  const only = taste && feedLanguage(taste);
  return feed.name === 'top' && feed.language === null && only ? { ...feed, language: only } : feed;
}

/** As many stories of a language as make a paper. */
export const MIN_STORIES_FOR_LANGUAGE = 12;

const MAX_RANKING = 1_000;

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
  readonly newId: () => string;
  /** From 0 to 1: how much a story rises. */
  readonly trendingOf: (storyId: string) => number;
}
