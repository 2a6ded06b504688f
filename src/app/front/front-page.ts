import { Problem } from '../../errors.ts';
import { forYouFeed } from '../../feeds/pages/feed.ts';
import { listSources } from '../../ingest/sources/registry.ts';
import type { Principal } from '../../model/principal.ts';
import type { Story } from '../../model/story.ts';
import { listStories } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { MIN_STORIES_FOR_LANGUAGE } from '../feeds/feed-service.ts';
import { NO_READING_STATE, type ReadingState, readingState } from '../feeds/reading-state.ts';
import { describeReason, type ReasonText } from '../feeds/reasons.ts';
import { storyFor } from '../feeds/story-for-reader.ts';
import { storyFilter, visibleStories } from '../feeds/visible-stories.ts';
import type { Section } from '../topics.ts';
import type { TrendingItem } from '../trending/trending-lists.ts';
import { type Arrangement, arrange, TOP_SLOTS } from './arrange.ts';

/**
 * The front page: an arrangement of the ranking of `/feeds/top`, with what is breaking, what is trending and the top of
 * the reader's own feed beside it. Everything that every visitor sees comes from the memory of this process, so the page
 * is served while the database is away (PG-4).
 */
export async function frontPage(deps: FrontPageDeps, reader: FrontPageReader): Promise<FrontPage> {
  const { language, firstSections } = reader;
  const [ranked, trending, sections] = await Promise.all([
    rankedStories(deps, language),
    unlessAway(() => trendingIn(deps, language), []),
    deps.topics.sections(),
  ]);
  const [personal, isVisible] = await Promise.all([
    unlessAway(() => personalise(deps, reader, ranked), null),
    unlessAway(() => storyFilter(deps, reader.principal), EVERY_STORY),
  ]);
  const { stories, breaking, forYou, state } = personal ?? forVisitors(ranked);
  const isPinned = stories[0]?.pinnedAt != null;
  const ordered = [...sections].sort((a, b) => +firstSections.includes(b.id) - +firstSections.includes(a.id));
  const arrangement = arrange({ stories, sections: ordered, isPinned });
  const top = new Set(
    [arrangement.lead, ...arrangement.pair, ...arrangement.seconds].map(story => story?.id),
  );
  return {
    stories,
    arrangement,
    breaking,
    trending: trending.filter(({ id }) => isVisible(id)).slice(0, RAIL),
    // A story is not repeated beside itself.
    forYou: forYou.filter(({ story }) => !top.has(story.id)).slice(0, RAIL),
    sections,
    state,
    hasSources: stories.length > 0 || (await listSources(deps.database, { limit: 1 })).length > 0,
  };
}

/** FEED-7: the stories in the language of the page, or in all languages where there are too few. */
async function rankedStories(deps: FrontPageDeps, language: string): Promise<RankedFront> {
  const breaking = deps.feeds.breakingStories();
  const own = await topStories(deps, language);
  if (own.length < MIN_STORIES_FOR_LANGUAGE)
    return { stories: withPins(deps, await topStories(deps, null)), breaking: breaking.slice(0, BANNERS) };
  const ownBreaking = breaking.filter(story => story.language === language);
  return { stories: withPins(deps, own), breaking: ownBreaking.slice(0, BANNERS) };
}

/** The ranking, then older stories from the database where the last two days do not fill the page. */
async function topStories(deps: FrontPageDeps, language: string | null): Promise<readonly Story[]> {
  const { feeds, database } = deps;
  const recent = feeds.topStories(language, STORIES);
  if (recent.length === STORIES) return recent;
  const query = { limit: STORIES, ...(language === null ? {} : { language }) };
  const read = () => listStories(database, query);
  const older = recent.length === 0 ? await read() : await unlessAway(read, []);
  return [...recent, ...older.filter(({ id }) => !feeds.window.has(id))].slice(0, STORIES);
}

/** STORY-6: editors pin stories on the front page of every language. */
function withPins({ feeds }: FrontPageDeps, stories: readonly Story[]): Story[] {
  const pinned = feeds.pinnedStories(PINNED);
  const ids = new Set(pinned.map(({ id }) => id));
  return [...pinned, ...stories.filter(({ id }) => !ids.has(id))];
}

async function trendingIn({ trendingService }: FrontPageDeps, language: string): Promise<TrendingItem[]> {
  const { items } = await trendingService.lists.present({ window: '1h', of: 'stories', by: 'blend' });
  return items.filter(({ thing }) => thing.language === language);
}

/** FEED-14: without what the reader mutes and blocks; null for visitors. */
async function personalise(
  deps: FrontPageDeps,
  { principal, language }: FrontPageReader,
  ranked: RankedFront,
): Promise<Personal | null> {
  if (!principal) return null;
  const [stories, breaking, forYou, state] = await Promise.all([
    visibleStories(deps, principal, ranked.stories),
    visibleStories(deps, principal, ranked.breaking),
    topForYou(deps, principal.userId, language),
    readingState(deps, principal, ranked.stories),
  ]);
  return { stories, breaking, forYou, state };
}

function forVisitors(ranked: RankedFront): Personal {
  return { ...ranked, forYou: [], state: NO_READING_STATE };
}

/** FEED-4: the top of the reader's own feed, with the strongest reason for each story. */
async function topForYou(
  { feeds, topics }: FrontPageDeps,
  userId: string,
  language: string,
): Promise<PersonalStory[]> {
  const { items } = await feeds.page(forYouFeed(language), userId, { from: null, limit: RAIL + TOP_SLOTS });
  return items.map(item => {
    const [reason = null] = item.reasons.flatMap(each => describeReason(each, item.recent, topics) ?? []);
    return { story: storyFor(item), reason };
  });
}

async function unlessAway<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code === 'database-away') return otherwise;
    throw error;
  }
}

const EVERY_STORY = () => true;
const STORIES = 150;
const PINNED = 3;
const BANNERS = 4;
const RAIL = 5;

export interface FrontPage {
  /** All stories of the page in the order of the ranking. */
  readonly stories: readonly Story[];
  readonly arrangement: Arrangement;
  readonly breaking: readonly Story[];
  readonly trending: readonly TrendingItem[];
  readonly forYou: readonly PersonalStory[];
  readonly sections: readonly Section[];
  readonly state: ReadingState;
  /** False on an installation that was never given a source. */
  readonly hasSources: boolean;
}

export interface PersonalStory {
  readonly story: Story;
  readonly reason: ReasonText | null;
}

export interface FrontPageReader {
  readonly principal: Principal | null;
  /** The language of the page. */
  readonly language: string;
  /** The ids of sections that the reader wants first. */
  readonly firstSections: readonly string[];
}

interface RankedFront {
  readonly stories: readonly Story[];
  readonly breaking: readonly Story[];
}

interface Personal extends RankedFront {
  readonly forYou: readonly PersonalStory[];
  readonly state: ReadingState;
}

type FrontPageDeps = Pick<AppContext, 'feeds' | 'topics' | 'trendingService' | 'database' | 'clock'>;
