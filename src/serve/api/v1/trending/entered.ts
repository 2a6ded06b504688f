import Type from 'typebox';
import { page, readCursor } from '../../../../app/cursor.ts';
import { listNameOf } from '../../../../app/trending/list-params.ts';
import { showThing } from '../../../../app/trending/trending-lists.ts';
import { KINDS } from '../../../../signals/trending/lists.ts';
import { listEntered, withItems } from '../../../../signals/trending/queries/entered.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, Moment, object, oneOf, PageQuery, pageOf } from '../../schemas.ts';
import { TopicId } from '../../story-schemas.ts';
import { TrendingThing } from '../../trending-schemas.ts';

const EnteredSchema = object({ at: Moment, id: Id, ...TrendingThing }, { title: 'EnteredTop' });

export const getEntered = defineRoute({
  method: 'GET',
  path: '/api/v1/trending/entered',
  operationId: 'listEnteredTop',
  summary: 'First-time entries into the trending top ten, newest first',
  description:
    'The top ten of the hour, by shares and reads together, overall or of a category. Entries within the last month do not count as new. As a feed: /feeds/trending.atom.',
  tag: 'Trending',
  access: 'public',
  cache: { public: 5 },
  query: object({
    ...PageQuery,
    of: Type.Optional(oneOf(KINDS)),
    category: Type.Optional(TopicId),
  }),
  responses: { 200: { description: 'A page of entries', schema: pageOf(EnteredSchema) } },
  problems: ['topic-not-found', 'invalid-cursor'],
  handler: async ({ context, query }) => {
    const { limit = 50, of = 'articles', category, cursor } = query;
    await listNameOf({ category }, context.topics);
    const cursors = { keys: context.keys, list: `entered ${of} ${category ?? ''}`, owner: '' };
    const after = readCursor(cursors.keys, cursors.list, cursors.owner, cursor);
    const before = after ? { at: new Date(after['at'] ?? ''), id: after['id'] ?? '' } : undefined;
    const rows = await listEntered(context.database, { of, category, before, limit: limit + 1 });
    const { items, nextCursor } = page(cursors, rows, limit, ({ at, id }) => ({ at: at.toISOString(), id }));
    const shown = await withItems(context.database, of, items);
    return {
      status: 200,
      body: {
        items: shown.map(({ at, id, thing }) => ({ at: at.toISOString(), id, ...showThing(thing) })),
        nextCursor,
      },
    };
  },
});
