import Type from 'typebox';
import { actingPerson } from '../../../../app/admin/audited.ts';
import {
  type CommandOutcome,
  editStory,
  mergeStories,
  moveArticle,
  splitStory,
} from '../../../../app/admin/stories.ts';
import type { AppContext } from '../../../../app/context.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, object, orNull } from '../../schemas.ts';
import { StorySchema } from '../../story-schemas.ts';
import { showWhole } from './story.ts';

const EDIT = { scope: 'stories:edit', role: 'operator' } as const;

const ORDERED = {
  200: { description: 'Done; the resulting story', schema: StorySchema },
  202: {
    description: 'Accepted, but not done yet: the clusterer is busy or stopped',
    schema: object({ orderId: Id }),
  },
} as const;

export const patchStory = defineRoute({
  method: 'PATCH',
  path: '/api/v1/stories/{id}',
  operationId: 'updateStory',
  summary: 'Set the headline of a story, pin or hide it',
  description: 'A headline of null restores the automatic one.',
  tag: 'Stories',
  access: EDIT,
  params: IdParams,
  body: object({
    headline: Type.Optional(
      orNull(Type.String({ minLength: 1, maxLength: 300, pattern: '^[^\\u0000]*\\S[^\\u0000]*$' })),
    ),
    pinned: Type.Optional(Type.Boolean()),
    hidden: Type.Optional(Type.Boolean()),
  }),
  responses: { 200: { description: 'The story', schema: StorySchema } },
  problems: ['forbidden', 'story-not-found'],
  handler: async ({ context, principal, client, params, body }) => {
    const story = await editStory(context, actingPerson(principal, client), params.id, body);
    return { status: 200, body: await showWhole(context, story) };
  },
});

export const postMerge = defineRoute({
  method: 'POST',
  path: '/api/v1/stories/{id}/merge',
  operationId: 'mergeStories',
  summary: 'Merge two stories; the older id stays and the other redirects',
  tag: 'Stories',
  access: EDIT,
  params: IdParams,
  body: object({ with: Id }),
  responses: ORDERED,
  problems: ['forbidden', 'story-not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body }) =>
    answer(context, await mergeStories(context, actingPerson(principal, client), params.id, body.with)),
});

export const postSplit = defineRoute({
  method: 'POST',
  path: '/api/v1/stories/{id}/split',
  operationId: 'splitStory',
  summary: 'Split articles off into a new story',
  tag: 'Stories',
  access: EDIT,
  params: IdParams,
  body: object({ articles: Type.Array(Id, { minItems: 1, maxItems: 1_000 }) }),
  responses: ORDERED,
  problems: ['forbidden', 'story-not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body }) =>
    answer(context, await splitStory(context, actingPerson(principal, client), params.id, body.articles)),
});

export const postMove = defineRoute({
  method: 'POST',
  path: '/api/v1/articles/{id}/move',
  operationId: 'moveArticle',
  summary: 'Move an article to another story, where it stays',
  tag: 'Stories',
  access: EDIT,
  params: IdParams,
  body: object({ to: Id }),
  responses: ORDERED,
  problems: ['forbidden', 'article-not-found', 'story-not-found', 'conflict'],
  handler: async ({ context, principal, client, params, body }) =>
    answer(context, await moveArticle(context, actingPerson(principal, client), params.id, body.to)),
});

async function answer(context: AppContext, ordered: CommandOutcome) {
  if (ordered.kind === 'waiting') return { status: 202, body: { orderId: ordered.orderId } } as const;
  return { status: 200, body: await showWhole(context, ordered.story) } as const;
}
