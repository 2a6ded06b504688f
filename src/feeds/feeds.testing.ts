import { ManualClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { systemRandom } from '../lib/random.ts';
import type { RecentStory, Story, Voice } from '../model/story.ts';
import { createMemoryCache } from '../platform/cache/memory/memory.ts';
import { ReadThroughCache } from '../platform/cache/read-through.ts';
import { createMemoryTelemetry } from '../platform/telemetry/memory/memory.ts';
import type { Feed } from './pages/feed.ts';
import { FeedPages, type PageRequest } from './pages/feed-pages.ts';
import { STANDARD } from './ranking/settings.ts';
import { NO_TASTE, type Taste } from './ranking/taste.ts';
import { StoryWindow } from './window/story-window.ts';

export const START = Date.UTC(2026, 5, 1);
export const HOUR = 3_600_000;

/** Feeds over a window that the test fills. */
export function testFeeds({ trending = new Map<string, number>() } = {}) {
  const clock = new ManualClock(START);
  const newId = createIdSource(clock, systemRandom);
  const window = new StoryWindow();
  const { log } = createMemoryTelemetry({ clock });
  const cache = createMemoryCache({ clock, log });
  const readThrough = new ReadThroughCache({ cache, clock, random: systemRandom, log });
  const pages = new FeedPages({
    window,
    cache,
    readThrough,
    clock,
    newId,
    log,
    trendingOf: id => trending.get(id) ?? 0,
  });
  const ask = (overrides: Partial<PageRequest> = {}): PageRequest => ({
    feed: TOP,
    limit: 10,
    settings: STANDARD,
    ...overrides,
  });
  return { clock, newId, window, cache, pages, ask };
}

export const TOP: Feed = { name: 'top', of: '', language: null, country: null };
export const FOR_YOU: Feed = { ...TOP, name: 'for-you' };

export function someStory(id: string, overrides: StoryOptions = {}): RecentStory {
  const { topics = {}, topicIds = [], sources = ['s1'], at = START, ...story } = overrides;
  const length = Math.hypot(...Object.values(topics)) || 1;
  const voices = sources.map((sourceId, index) => someVoice(`${id.slice(0, -1)}${index}`, sourceId));
  return {
    story: {
      id,
      language: 'en',
      headline: `Headline of ${id}`,
      chosenHeadline: `Headline of ${id}`,
      editorHeadline: null,
      lead: 'The lead.',
      leadArticleId: voices[0]?.articleId ?? id,
      imageUrl: null,
      category: null,
      topics: topicIds,
      entities: [],
      firstSeenAt: new Date(at),
      updatedAt: new Date(at),
      articleCount: sources.length,
      textCount: sources.length,
      sourceCount: sources.length,
      related: [],
      isHidden: false,
      pinnedAt: null,
      breakingSince: null,
      breakingUntil: null,
      breakingBecause: null,
      velocity: 0,
      leadSource: sources[0] ?? null,
      ...story,
    },
    topics: Object.entries(topics)
      .map(([dimension, weight]) => ({ dimension: Number(dimension), weight: weight / length }))
      .sort((a, b) => b.weight - a.weight),
    names: {},
    voices,
  };
}

export function someVoice(articleId: string, sourceId: string, overrides: Partial<Voice> = {}): Voice {
  return {
    articleId,
    title: `Told by ${sourceId}`,
    url: `https://${sourceId}.example/${articleId}`,
    publishedAt: new Date(START),
    sourceId,
    sourceName: sourceId,
    country: 'GB',
    credibility: 0.5,
    isFree: null,
    ...overrides,
  };
}

/** A taste with these levels by dimension of the topic vector. */
export function tasteOf(topics: Readonly<Record<number, number>>, overrides: Partial<Taste> = {}): Taste {
  const vector = new Float32Array(128);
  for (const [dimension, level] of Object.entries(topics)) vector[Number(dimension)] = level;
  return { ...NO_TASTE, version: JSON.stringify(topics), topics: vector, ...overrides };
}

type StoryOptions = Partial<Omit<Story, 'topics'>> & {
  readonly topics?: Readonly<Record<number, number>>;
  readonly topicIds?: readonly string[];
  readonly sources?: readonly string[];
  readonly at?: number;
};
