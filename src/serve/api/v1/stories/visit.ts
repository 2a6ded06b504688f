import Type from 'typebox';
import { requireStory } from '../../../../app/admin/stories.ts';
import { Problem } from '../../../../errors.ts';
import { visitsOf } from '../../../../feeds/readers/story-visits.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, object, orNull } from '../../schemas.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const putVisit = defineRoute({
  method: 'PUT',
  path: '/api/v1/stories/{id}/visit',
  operationId: 'visitStory',
  summary: 'Mark a story as read up to now',
  tag: 'Stories',
  access: { scope: 'reading:write' },
  params: IdParams,
  responses: { 204: { description: 'Marked' } },
  problems: ['story-not-found'],
  handler: async ({ context, principal, params }) => {
    const { id: storyId, isHidden } = await requireStory(context, params.id);
    const at = new Date(context.clock.now());
    const isMarked = await context.feeds.recordVisit({ userId: principal.userId, storyId, at });
    if (isHidden || !isMarked) throw new Problem('story-not-found');
    return { status: 204 };
  },
});

export const getVisits = defineRoute({
  method: 'GET',
  path: '/api/v1/account/stories',
  operationId: 'listVisits',
  summary: 'Which of the given stories you have read, and how many articles are new',
  description: 'Lists of stories are public and cacheable; this is the personal part.',
  tag: 'Stories',
  access: { scope: 'reading:read' },
  query: object({
    ids: Type.String({
      maxLength: 8_000,
      pattern: `^${UUID}(,${UUID}){0,199}$`,
      description: 'Up to 200 story ids, separated by commas.',
    }),
  }),
  responses: {
    200: {
      description: 'One for each id',
      schema: object({
        items: Type.Array(
          object({
            id: Id,
            seen: Type.Boolean(),
            seenAt: orNull(Moment),
            newSinceSeen: Type.Integer({
              description: 'New articles since then; 0 if never seen.',
            }),
          }),
        ),
      }),
    },
  },
  handler: async ({ context, principal, query }) => {
    const ids = [...new Set(query.ids.split(','))];
    const visits = await visitsOf(context.database, principal.userId, ids);
    const byId = new Map(visits.map(visit => [visit.askedId, visit]));
    return { status: 200, body: { items: ids.map(id => shown(id, byId.get(id))) } };
  },
});

function shown(id: string, visit: Awaited<ReturnType<typeof visitsOf>>[number] | undefined) {
  return {
    id,
    seen: visit !== undefined,
    seenAt: visit?.seenAt.toISOString() ?? null,
    newSinceSeen: visit?.newSinceSeen ?? 0,
  };
}
