import Type from 'typebox';
import type { AppContext } from '../../../../app/context.ts';
import { makeCursor, readCursor } from '../../../../app/cursor.ts';
import { readingListPage } from '../../../../app/feeds/reading-list.ts';
import { storyFor } from '../../../../app/feeds/story-for-reader.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { KeptItemSchema, showVoice } from '../../feed-schemas.ts';
import { object, PageQuery, pageOf } from '../../schemas.ts';
import { showStorySummary } from '../../story-schemas.ts';

export const getSaved = keptRoute('saved', 'listSaved', 'What you saved for later, newest first');
export const getHistory = keptRoute('history', 'listHistory', 'What you have read, newest first');

function keptRoute(list: 'saved' | 'history', operationId: string, summary: string): Route {
  return defineRoute({
    method: 'GET',
    path: `/api/v1/feeds/${list}`,
    operationId,
    summary,
    tag: 'Feeds',
    access: { scope: 'reading:read' },
    cache: 'private',
    query: object({
      ...PageQuery,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    responses: { 200: { description: 'A page', schema: pageOf(KeptItemSchema) } },
    problems: ['invalid-cursor'],
    handler: async ({ context, principal, query }) => ({
      status: 200,
      body: await shown(context, list, principal.userId, query),
    }),
  });
}

async function shown(
  context: AppContext,
  list: 'saved' | 'history',
  userId: string,
  { limit = 20, cursor }: { limit?: number; cursor?: string },
) {
  const record = readCursor(context.keys, list, userId, cursor);
  const after = record ? { at: new Date(record['at'] ?? ''), storyId: record['id'] ?? '' } : undefined;
  const { items, next } = await readingListPage(context, userId, { list, after, limit });
  return {
    items: items.map(item => ({
      story: showStorySummary(context.keys, storyFor(item)),
      front: item.front && showVoice(item.front),
    })),
    nextCursor:
      next && makeCursor(context.keys, list, userId, { at: next.at.toISOString(), id: next.storyId }),
  };
}
