import Type from 'typebox';
import { page, readCursor } from '../../../app/cursor.ts';
import { listStories } from '../../../stories/queries/index.ts';
import { defineRoute } from '../../http/route.ts';
import { object, PageQuery, pageOf } from '../schemas.ts';
import { EntityKey, LanguageCode, StorySummarySchema, showStorySummary, TopicId } from '../story-schemas.ts';

export const getStories = defineRoute({
  method: 'GET',
  path: '/api/v1/stories',
  operationId: 'listStories',
  summary: 'Stories by their newest change',
  description: 'For a topic or an entity, the newest story comes first.',
  tag: 'Stories',
  access: 'public',
  cache: { public: 15 },
  query: object({
    ...PageQuery,
    category: Type.Optional(TopicId),
    topic: Type.Optional(TopicId),
    entity: Type.Optional(EntityKey),
    language: Type.Optional(LanguageCode),
  }),
  responses: { 200: { description: 'A page of stories', schema: pageOf(StorySummarySchema) } },
  problems: ['invalid-cursor'],
  handler: async ({ context, query }) => {
    const { limit = 50, cursor, ...filters } = query;
    const { category, topic, entity, language } = filters;
    const list = `stories ${JSON.stringify([category, topic, entity, language])}`;
    const cursors = { keys: context.keys, list, owner: PUBLIC_OWNER };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, cursor);
    const stories = await listStories(context.database, {
      ...filters,
      ...(after ? { after: { updatedAt: new Date(after['at'] ?? ''), id: after['id'] ?? '' } } : {}),
      limit: limit + 1,
    });
    const { items, nextCursor } = page(cursors, stories, limit, ({ updatedAt, id }) => ({
      at: updatedAt.toISOString(),
      id,
    }));
    return {
      status: 200,
      body: { items: items.map(story => showStorySummary(context.keys, story)), nextCursor },
    };
  },
});

/** Public lists have cursors without an owner. */
const PUBLIC_OWNER = 'public';
