import { Problem } from '../../errors.ts';
import { FEED_NAMES, type Feed, type FeedName, isFeedOf } from '../../feeds/pages/feed.ts';
import type { FeedItem } from '../../feeds/pages/feed-pages.ts';
import type { PrivateFeed } from '../../feeds/readers/tokens.ts';
import { isUuid } from '../../lib/ids.ts';
import { findEntity, findTopic, listTexts } from '../../stories/queries/index.ts';
import { requireStory } from '../admin/stories.ts';
import type { AppContext } from '../context.ts';
import { readingListPage } from '../feeds/reading-list.ts';
import { storyFor } from '../feeds/story-for-reader.ts';
import { itemOfStory, itemOfVoice, type OutputFeed, type OutputItem } from './document.ts';
import { imageUrlFor } from './image-address.ts';

/** FEED-12: the items and titles of feeds for other programs. */

export async function publicFeed(context: AppContext, params: PublicFeedParams): Promise<FeedContent> {
  const { name, of, language, number } = params;
  const feed: Feed = { name, of, language, country: null };
  const page = await context.feeds.page(feed, null, { from: null, limit: number * PAGE_SIZE });
  return {
    ...(await namesFor(context, params)),
    language,
    items: page.items.slice((number - 1) * PAGE_SIZE).map(item => toItem(context, item)),
    hasMore: page.next !== null,
  };
}

export async function storyFeed(context: AppContext, id: string): Promise<FeedContent> {
  if (!isUuid(id)) throw new Problem('story-not-found');
  const story = await requireStory(context, id);
  if (story.isHidden) throw new Problem('story-not-found');
  const texts = await listTexts(context.database, story.id, { limit: PAGE_SIZE });
  const items = texts.map(({ article }) =>
    itemOfVoice({ ...article, articleId: article.id }, context.origin),
  );
  return {
    title: story.headline,
    description: 'Coverage of this story, newest first.',
    page: `/stories/${story.id}`,
    language: story.language === 'und' ? null : story.language,
    items,
    hasMore: false,
  };
}

export async function privateFeed(
  context: AppContext,
  userId: string,
  feed: PrivateFeed,
  number: number,
): Promise<FeedContent> {
  const title = `${PRIVATE_TITLES[feed]} · ${context.config.name}`;
  const about = {
    title,
    description: 'Private: anyone with this address can read it.',
    page: '/',
    language: null,
  };
  if (feed !== 'for-you') {
    const { items } = await readingListPage(context, userId, {
      list: feed,
      after: undefined,
      limit: number * PAGE_SIZE + 1,
    });
    const shown = items.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
    return {
      ...about,
      items: shown.map(item => toItem(context, item)),
      hasMore: items.length > number * PAGE_SIZE,
    };
  }
  const params = { name: feed, of: '', language: null, country: null } as const;
  const page = await context.feeds.page(params, userId, { from: null, limit: number * PAGE_SIZE });
  return {
    ...about,
    items: page.items.slice((number - 1) * PAGE_SIZE).map(item => toItem(context, item)),
    hasMore: page.next !== null,
  };
}

export function isPublicName(text: string): text is FeedName {
  return text !== 'for-you' && (FEED_NAMES as readonly string[]).includes(text);
}

function toItem(
  { keys, origin }: AppContext,
  item: Pick<FeedItem, 'recent' | 'front' | 'others'>,
): OutputItem {
  const story = storyFor(item);
  return itemOfStory(story, origin, story.imageUrl === null ? null : imageUrlFor(keys, story.imageUrl));
}

async function namesFor(context: AppContext, { name, of }: PublicFeedParams) {
  const site = context.config.name;
  if (!isFeedOf(name)) {
    const title = name === 'top' ? site : `Latest · ${site}`;
    return { title, description: name === 'top' ? 'Top stories' : 'The latest stories', page: '/' };
  }
  const { what, page } = await subjectOf(context, name, of);
  return { title: `${what} · ${site}`, description: `Stories: ${what}`, page };
}

async function subjectOf(context: AppContext, name: FeedName, of: string) {
  if (name === 'category' || name === 'topic') {
    const topic = await findTopic(context.database, of);
    if (!topic) throw new Problem('topic-not-found');
    return { what: topic.name, page: `/topics/${topic.id}` };
  }
  if (name === 'entity') {
    const entity = await findEntity(context.database, of);
    if (!entity) throw new Problem('entity-not-found');
    return { what: entity.name, page: `/entities/${encodeURIComponent(entity.key)}` };
  }
  return { what: name === 'source' ? sourceName(context, of) : of, page: '/' };
}

function sourceName({ feeds }: AppContext, id: string): string {
  for (const slot of feeds.window.postings.of(`source:${id}`)) {
    const voice = feeds.window.at(slot)?.voices.find(({ sourceId }) => sourceId === id);
    if (voice) return voice.sourceName;
  }
  return 'A source';
}

const PRIVATE_TITLES: Readonly<Record<PrivateFeed, string>> = {
  'for-you': 'For you',
  saved: 'Saved',
  history: 'History',
};

export const PAGE_SIZE = 30;

export interface PublicFeedParams {
  readonly name: FeedName;
  readonly of: string;
  readonly language: string | null;
  /** The page number, from 1. */
  readonly number: number;
}

export type FeedContent = Pick<OutputFeed, 'title' | 'description' | 'page' | 'language' | 'items'> & {
  readonly hasMore: boolean;
};
