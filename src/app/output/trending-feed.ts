import { listEntered } from '../../signals/trending/queries/entered.ts';
import { recentStoriesOf } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';
import { itemOfStory } from './document.ts';
import { type FeedContent, PAGE_SIZE } from './feed-content.ts';
import { imageUrlFor } from './image-address.ts';

/** TREND-9: first-time entries into the top ten, newest first. Each story appears once. */
export async function trendingFeed(context: AppContext, number: number): Promise<FeedContent> {
  const { config, database, keys, origin } = context;
  const entered = await listEntered(database, { of: 'stories', limit: number * PAGE_SIZE + 1 });
  const shown = entered.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const stories = new Map(
    (
      await recentStoriesOf(
        database,
        shown.map(({ id }) => id),
      )
    ).map(({ story }) => [story.id, story]),
  );
  return {
    title: `Trending · ${config.name}`,
    description: 'Stories that have just entered the top ten',
    page: '/trending',
    language: null,
    items: shown.flatMap(({ id, at }) => {
      const story = stories.get(id);
      if (!story) return [];
      const image = story.imageUrl === null ? null : imageUrlFor(keys, story.imageUrl);
      return [{ ...itemOfStory(story, origin, image), updatedAt: at }];
    }),
    hasMore: entered.length > number * PAGE_SIZE,
  };
}
