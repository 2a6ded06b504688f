import { type CurrentWindow, keepCurrent } from '../../feeds/candidates/keep-current.ts';
import type { StoryWindow } from '../../feeds/candidates/window.ts';
import { type Exposure, noteExposure } from '../../feeds/experiments/exposures.ts';
import { RankingInUse } from '../../feeds/experiments/in-use.ts';
import type { Feed } from '../../feeds/pages/feed.ts';
import { type FeedPage, FeedPages } from '../../feeds/pages/pages.ts';
import type { ScrollPlace } from '../../feeds/pages/place.ts';
import { onlyLanguageOf, type Taste } from '../../feeds/ranking/taste.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import type { StoryChanged } from '../../model/story.ts';
import type { SharedCache } from '../../platform/cache/port.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import { recentStories, recentStoriesOf } from '../../stories/queries/index.ts';
import type { ReadyBytes } from '../ready.ts';
import { ReadyPages } from './ready-pages.ts';
import { Tastes } from './tastes.ts';
import { TopicNames } from './topic-names.ts';

/** FEED-1..6: the feeds of this process: the window of recent stories, the tastes of those who are here, and the pages. */
export class FeedService {
  readonly window: StoryWindow;
  readonly pages: FeedPages;
  readonly tastes: Tastes;
  readonly rankings: RankingInUse;
  readonly topics: TopicNames;
  readonly #tools: FeedServiceDeps;
  readonly #current: CurrentWindow;
  readonly #ready: ReadyPages;
  readonly #notes = new Set<Promise<void>>();

  static async open(tools: FeedServiceDeps): Promise<FeedService> {
    const { database, clock, log, telemetry } = tools;
    const newsroom = {
      since: (moment: Date) => recentStories(database, moment),
      byIds: (ids: readonly string[]) => recentStoriesOf(database, ids),
    };
    const onTaken = measureDelivery(telemetry, clock);
    const logger = telemetry.log;
    const current = await keepCurrent({ clock, pace: systemClock, log, logger, newsroom, onTaken });
    const desk = new FeedService(tools, current);
    await using undo = new AsyncDisposableStack();
    undo.defer(() => desk.stop());
    await desk.tastes.start();
    await desk.rankings.kept.start();
    await desk.topics.kept.start();
    undo.move();
    return desk;
  }

  private constructor(tools: FeedServiceDeps, current: CurrentWindow) {
    const { database, clock, log, telemetry, cache, newId, trendingOf } = tools;
    this.#tools = tools;
    this.#current = current;
    this.window = current.window;
    this.#ready = new ReadyPages(current.window, clock);
    this.pages = new FeedPages({ window: current.window, cache, clock, newId, trendingOf });
    this.tastes = new Tastes({ database, clock, log });
    this.rankings = new RankingInUse({ database, clock, log: telemetry.log });
    this.topics = new TopicNames(database, clock, telemetry.log);
  }

  /** A page of a feed as somebody sees it; null for visitors. */
  async page(feed: Feed, userId: string | null, { from, most }: PageWish): Promise<FeedPage> {
    const taste = await this.#tasteFor(feed, userId);
    const choice = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const { settings, variant } = choice;
    const ask = { feed: settled(feed, taste), taste, settings, variant, most, from };
    const page = await this.pages.page(userId === null ? ask : { ...ask, owner: userId });
    if (choice.trial && userId !== null)
      this.#note({
        ...choice.trial,
        userId,
        feed: feed.name,
        shown: page.items.map(({ recent }) => recent.story.id),
        shadow: choice.shadow && from === null ? this.#shadow(ask, choice.shadow.settings, most) : null,
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
    { most, write }: { readonly most: number; readonly write: (page: FeedPage) => string },
  ): Promise<ReadyBytes> {
    const taste = await this.#tasteFor(feed, userId);
    const { variant, trial } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const key = JSON.stringify([feed, userId, taste?.version, variant, this.topics.version, most]);
    const known = trial ? null : this.#ready.find(key);
    if (known) return known;
    const page = await this.page(feed, userId, { from: null, most });
    return this.#ready.keep(key, page, write(page));
  }

  /** Every story of the ranking that somebody scrolls through; what came since is not among them. */
  async whole(feed: Feed, userId: string, from: ScrollPlace): Promise<string[]> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const top = { ...from, passed: 0, shown: Buffer.alloc(0) };
    const ask = { feed: settled(feed, taste), taste, settings, variant, owner: userId };
    const { items } = await this.pages.page({ ...ask, most: MOST_AT_ONCE, from: top });
    return items
      .map(({ recent }) => recent.story)
      .filter(({ firstSeenAt }) => firstSeenAt.getTime() <= from.at)
      .map(({ id }) => id);
  }

  async newCount(feed: Feed, userId: string | null, from: ScrollPlace): Promise<number> {
    const taste = await this.#tasteFor(feed, userId);
    const { settings, variant } = this.rankings.for(feed.name === 'for-you' ? userId : null);
    const ask = { feed: settled(feed, taste), taste, settings, variant, most: 0, from };
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
    return this.window.postings.of(`language:${language}`).size < A_PAPER ? taste : { ...taste, language };
  }

  #note(exposure: Exposure): void {
    const noted = noteExposure(this.#tools, exposure).finally(() => this.#notes.delete(noted));
    this.#notes.add(noted);
  }

  #shadow(ask: Parameters<FeedPages['rank']>[0], settings: typeof ask.settings, most: number): string[] {
    return this.pages.rank({ ...ask, settings }, most).flatMap(({ place }) => this.window.idAt(place) ?? []);
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
    await Promise.all([this.rankings.kept.settled(), this.topics.kept.settled(), ...this.#notes]);
  }
}

/** BREAK-2: how long breaking news took to be on a page, from the article that made it that. */
function measureDelivery({ metrics }: Telemetry, clock: Clock): (changes: readonly StoryChanged[]) => void {
  const delays = metrics.histogram('breaking_delivery_seconds');
  return changes => {
    for (const change of changes)
      if (change.kind === 'breaking')
        delays.observe({}, Math.max(0, clock.now() - Date.parse(change.at)) / 1_000);
  };
}

/** FEED-7: somebody who said so gets what everybody gets in their language; others all of it. */
function settled(feed: Feed, taste: Taste | null): Feed {
  const only = taste && onlyLanguageOf(taste);
  return feed.name === 'top' && feed.language === null && only ? { ...feed, language: only } : feed;
}

/** As many stories of a language as make a paper. */
export const A_PAPER = 12;

const MOST_AT_ONCE = 1_000;

interface PageWish {
  readonly from: ScrollPlace | null;
  readonly most: number;
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
