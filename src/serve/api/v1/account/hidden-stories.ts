import Type from 'typebox';
import { hideForReader, unhideForReader } from '../../../../app/feeds/story-feedback.ts';
import { listHiddenStories, MAX_HIDDEN } from '../../../../feeds/readers/hidden-stories.ts';
import { defineRoute } from '../../../http/route.ts';
import { readerSenderOf } from '../../../http/signal-sender.ts';
import { Id, IdParams, Moment, object, orNull } from '../../schemas.ts';

const TAG = 'Feeds';
const WRITE = { scope: 'reading:write' } as const;

export const getHiddenStories = defineRoute({
  method: 'GET',
  path: '/api/v1/account/hidden-stories',
  operationId: 'listHiddenStories',
  summary: 'The stories that you hid',
  tag: TAG,
  access: { scope: 'reading:read' },
  responses: {
    200: {
      description: `Newest first, at most ${MAX_HIDDEN}`,
      schema: object({
        items: Type.Array(object({ storyId: Id, headline: orNull(Type.String()), hiddenAt: Moment })),
      }),
    },
  },
  handler: async ({ context, principal }) => {
    const hidden = await listHiddenStories(context.database, principal.userId, MAX_HIDDEN);
    const items = hidden.map(({ storyId, headline, hiddenAt }) => ({
      storyId,
      headline,
      hiddenAt: hiddenAt.toISOString(),
    }));
    return { status: 200, body: { items } };
  },
});

export const putHiddenStory = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/hidden-stories/{id}',
  operationId: 'hideStory',
  summary: 'Hide a story from all your feeds',
  description: `Also teaches your interests. Beyond ${MAX_HIDDEN} stories the oldest ones are shown again.`,
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Hidden' } },
  problems: ['story-not-found'],
  handler: async call => {
    await hideForReader(call.context, await readerSenderOf(call), call.params.id);
    return { status: 204 };
  },
});

export const deleteHiddenStory = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/hidden-stories/{id}',
  operationId: 'unhideStory',
  summary: 'Show a hidden story again',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Shown again' } },
  handler: async call => {
    await unhideForReader(call.context, await readerSenderOf(call), call.params.id);
    return { status: 204 };
  },
});
