import Type from 'typebox';
import type { AppContext } from '../../../../app/context.ts';
import { page, readCursor } from '../../../../app/cursor.ts';
import { Problem } from '../../../../errors.ts';
import {
  entitiesByKeys,
  findStory,
  listTexts,
  namesOfTopics,
  type Story,
  spreadOf,
  storiesByIds,
  timelineOf,
} from '../../../../stories/queries/index.ts';
import { defineRoute } from '../../../http/route.ts';
import { IdParams, object, PageQuery, pageOf } from '../../schemas.ts';
import {
  StorySchema,
  StorySummarySchema,
  StoryTextSchema,
  showStory,
  showStorySummary,
  showText,
  showTimeline,
  TimelineSchema,
} from '../../story-schemas.ts';

const MOVED = { 308: { description: 'Merged into the story at `Location`' } } as const;
const SHARED = { tag: 'Stories', access: 'public', cache: { public: 15 }, params: IdParams } as const;

export const getStory = defineRoute({
  ...SHARED,
  method: 'GET',
  path: '/api/v1/stories/{id}',
  operationId: 'getStory',
  summary: 'A story and its sources',
  responses: { 200: { description: 'The story', schema: StorySchema }, ...MOVED },
  problems: ['story-not-found'],
  handler: async ({ context, params }) => {
    const found = await lookUp(context, params.id);
    if ('into' in found) return movedTo(found.into);
    return { status: 200, body: await showWhole(context, found) };
  },
});

export const getStoryArticles = defineRoute({
  ...SHARED,
  method: 'GET',
  path: '/api/v1/stories/{id}/articles',
  operationId: 'listArticlesOfStory',
  summary: 'The articles of a story, newest first, with their copies',
  query: object(PageQuery),
  responses: { 200: { description: 'A page of texts', schema: pageOf(StoryTextSchema) }, ...MOVED },
  problems: ['story-not-found', 'invalid-cursor'],
  handler: async ({ context, params, query }) => {
    const found = await lookUp(context, params.id);
    if ('into' in found) return movedTo(found.into, '/articles');
    const limit = query.limit ?? 50;
    const cursors = { keys: context.keys, list: `texts ${params.id}`, owner: 'public' };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, query.cursor);
    const texts = await listTexts(context.database, params.id, {
      ...(after ? { after: { publishedAt: new Date(after['at'] ?? ''), id: after['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, texts, limit, ({ article }) => ({
      at: article.publishedAt.toISOString(),
      id: article.id,
    }));
    return { status: 200, body: { items: items.map(showText), nextCursor } };
  },
});

export const getStoryTimeline = defineRoute({
  ...SHARED,
  method: 'GET',
  path: '/api/v1/stories/{id}/timeline',
  operationId: 'getStoryTimeline',
  summary: 'The coverage of a story over time',
  responses: { 200: { description: 'Hourly or daily', schema: TimelineSchema }, ...MOVED },
  problems: ['story-not-found'],
  handler: async ({ context, params }) => {
    const found = await lookUp(context, params.id);
    if ('into' in found) return movedTo(found.into, '/timeline');
    return { status: 200, body: showTimeline(await timelineOf(context.database, found.id)) };
  },
});

export const getRelatedStories = defineRoute({
  ...SHARED,
  method: 'GET',
  path: '/api/v1/stories/{id}/related',
  operationId: 'listRelatedStories',
  summary: 'Related stories, most related first',
  responses: {
    200: { description: 'The complete list', schema: object({ items: Type.Array(StorySummarySchema) }) },
    ...MOVED,
  },
  problems: ['story-not-found'],
  handler: async ({ context, params }) => {
    const found = await lookUp(context, params.id);
    if ('into' in found) return movedTo(found.into, '/related');
    const stories = await storiesByIds(context.database, found.related);
    const others = stories.filter(({ id }) => id !== found.id);
    return { status: 200, body: { items: others.map(story => showStorySummary(context.keys, story)) } };
  },
});

/** The complete story, as the API returns it. */
export async function showWhole({ database, keys }: AppContext, story: Story) {
  const [topicNames, entities, spread] = await Promise.all([
    namesOfTopics(database, story.topics),
    entitiesByKeys(database, story.entities),
    spreadOf(database, story.id),
  ]);
  return showStory(keys, story, { topicNames, entities, spread });
}

/** A hidden story is "not found". */
async function lookUp({ database }: AppContext, id: string): Promise<Story | { readonly into: string }> {
  const found = await findStory(database, id);
  if (found?.kind === 'merged') return { into: found.into };
  if (!found || found.story.isHidden) throw new Problem('story-not-found');
  return found.story;
}

function movedTo(id: string, part = '') {
  return { status: 308, headers: { location: `/api/v1/stories/${id}${part}` } } as const;
}
