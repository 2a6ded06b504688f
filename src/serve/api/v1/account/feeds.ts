import Type from 'typebox';
import { requireStory } from '../../../../app/admin/stories.ts';
import {
  addMutedWords,
  changeReader,
  chooseStance,
  startFeed,
} from '../../../../app/feeds/reader-changes.ts';
import { Problem } from '../../../../errors.ts';
import {
  changeSettings,
  mutedWordsOf,
  settingsOf,
  stancesOf,
  unmuteWords,
} from '../../../../feeds/readers/preferences.ts';
import {
  markAllRead,
  markUnread,
  saveStory,
  undoMarkAllRead,
  unsaveStory,
} from '../../../../feeds/readers/reading-lists.ts';
import { defineRoute } from '../../../http/route.ts';
import { Id, IdParams, Moment, object, oneOf, orNull } from '../../schemas.ts';
import { LanguageCode, TopicId } from '../../story-schemas.ts';

const READ = { scope: 'reading:read' } as const;
const WRITE = { scope: 'reading:write' } as const;
const TAG = 'Feeds';
const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const SUBJECTS = ['topic', 'entity', 'source'] as const;
const STANCES = ['follow', 'prefer', 'block'] as const;

const SettingsSchema = object(
  {
    language: orNull(LanguageCode),
    country: orNull(Country),
    hidesPaywalled: Type.Boolean({ description: 'Leaves out what publishers say costs.' }),
    liftsRare: Type.Boolean({ description: 'Ranks up sources that publish rarely.' }),
    foldsSeen: Type.Boolean({ description: 'On a story, folds away what was there at the last look.' }),
    digest: oneOf(['none', 'daily', 'weekly']),
  },
  { title: 'FeedSettings' },
);

export const getFeedSettings = defineRoute({
  method: 'GET',
  path: '/api/v1/account/feed-settings',
  operationId: 'getFeedSettings',
  summary: 'How your feeds are set',
  tag: TAG,
  access: READ,
  responses: { 200: { description: 'The settings', schema: SettingsSchema } },
  handler: async ({ context, principal }) => ({
    status: 200,
    body: await settingsOf(context.database, principal.userId),
  }),
});

export const patchFeedSettings = defineRoute({
  method: 'PATCH',
  path: '/api/v1/account/feed-settings',
  operationId: 'changeFeedSettings',
  summary: 'Set your feeds',
  tag: TAG,
  access: WRITE,
  body: Type.Partial(SettingsSchema, { additionalProperties: false }),
  responses: { 200: { description: 'As they are now', schema: SettingsSchema } },
  handler: async ({ context, principal, body }) => {
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx => changeSettings(tx, principal.userId, body, now));
    return { status: 200, body: await settingsOf(context.database, principal.userId) };
  },
});

export const getStances = defineRoute({
  method: 'GET',
  path: '/api/v1/account/stances',
  operationId: 'listStances',
  summary: 'What you follow, prefer and block',
  tag: TAG,
  access: READ,
  responses: {
    200: {
      description: 'Newest first',
      schema: object({
        items: Type.Array(
          object({
            on: Type.String(),
            id: Type.String(),
            name: Type.String(),
            stance: Type.String(),
            since: Moment,
          }),
        ),
      }),
    },
  },
  handler: async ({ context, principal }) => {
    const stances = await stancesOf(context.database, principal.userId);
    const items = stances.map(({ subject, id, name, stance, since }) => ({
      on: subject,
      id,
      name,
      stance,
      since: since.toISOString(),
    }));
    return { status: 200, body: { items } };
  },
});

export const putStance = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/stances',
  operationId: 'takeStance',
  summary: 'Follow a topic, name or source, prefer or block a source, or take it back',
  description:
    'One stance on a thing: null takes it back. What is blocked is not shown among the coverage of a story either.',
  tag: TAG,
  access: WRITE,
  body: object({
    on: oneOf(SUBJECTS),
    id: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
    stance: orNull(oneOf(STANCES)),
  }),
  responses: { 204: { description: 'It is so' } },
  problems: ['not-found', 'conflict'],
  handler: async ({ context, principal, body }) => {
    await chooseStance(context, principal.userId, { subject: body.on, id: body.id, stance: body.stance });
    return { status: 204 };
  },
});

const MutedWordsSchema = object(
  { id: Id, words: Type.String(), until: orNull(Moment), createdAt: Moment },
  { title: 'MutedWords' },
);

export const getMutedWords = defineRoute({
  method: 'GET',
  path: '/api/v1/account/muted-words',
  operationId: 'listMutedWords',
  summary: 'Words and phrases that you do not want to see',
  tag: TAG,
  access: READ,
  responses: {
    200: { description: 'Newest first', schema: object({ items: Type.Array(MutedWordsSchema) }) },
  },
  handler: async ({ context, principal }) => {
    const muted = await mutedWordsOf(context.database, principal.userId);
    return { status: 200, body: { items: muted.map(showMuted) } };
  },
});

export const postMutedWords = defineRoute({
  method: 'POST',
  path: '/api/v1/account/muted-words',
  operationId: 'muteWords',
  summary: 'Mute a word or a phrase, until a moment or for good',
  tag: TAG,
  access: WRITE,
  body: object({
    words: Type.String({ minLength: 1, maxLength: 100, pattern: '[\\p{L}\\p{N}]' }),
    until: Type.Optional(orNull(Moment)),
  }),
  responses: { 201: { description: 'It is muted', schema: MutedWordsSchema } },
  problems: ['conflict'],
  handler: async ({ context, principal, body }) => {
    const until = body.until ? new Date(body.until) : null;
    return {
      status: 201,
      body: showMuted(await addMutedWords(context, principal.userId, body.words, until)),
    };
  },
});

export const deleteMutedWords = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/muted-words/{id}',
  operationId: 'unmuteWords',
  summary: 'See a word or phrase again',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'It is not muted' } },
  problems: ['not-found'],
  handler: async ({ context, principal, params }) => {
    const was = await changeReader(context, principal.userId, tx =>
      unmuteWords(tx, principal.userId, params.id),
    );
    if (!was) throw new Problem('not-found');
    return { status: 204 };
  },
});

export const putSaved = defineRoute({
  method: 'PUT',
  path: '/api/v1/account/saved/{id}',
  operationId: 'saveStory',
  summary: 'Save a story for later',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'It is saved' } },
  problems: ['story-not-found'],
  handler: async ({ context, principal, params }) => {
    const { id } = await requireStory(context, params.id);
    const now = new Date(context.clock.now());
    await changeReader(context, principal.userId, tx => saveStory(tx, principal.userId, id, now));
    return { status: 204 };
  },
});

export const deleteSaved = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/saved/{id}',
  operationId: 'unsaveStory',
  summary: 'Save a story no longer',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'It is not saved' } },
  handler: async ({ context, principal, params }) => {
    await changeReader(context, principal.userId, tx => unsaveStory(tx, principal.userId, params.id));
    return { status: 204 };
  },
});

export const postReadBatch = defineRoute({
  method: 'POST',
  path: '/api/v1/account/read',
  operationId: 'markAllRead',
  summary: 'Mark many stories as read at once, so that it can be taken back',
  tag: TAG,
  access: WRITE,
  body: object({ storyIds: Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true }) }),
  responses: {
    201: {
      description: 'They are read',
      schema: object({ id: Id, count: Type.Integer({ description: 'Those that were unread before.' }) }),
    },
  },
  handler: async ({ context, principal, body }) => {
    const batch = {
      id: context.newId(),
      userId: principal.userId,
      storyIds: body.storyIds,
      now: new Date(context.clock.now()),
    };
    const count = await changeReader(context, principal.userId, tx => markAllRead(tx, batch));
    return { status: 201, body: { id: batch.id, count } };
  },
});

export const deleteReadBatch = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/read/{id}',
  operationId: 'undoMarkAllRead',
  summary: 'Take back that many stories were marked as read',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 200: { description: 'They are unread', schema: object({ count: Type.Integer() }) } },
  problems: ['not-found'],
  handler: async ({ context, principal, params }) => {
    const now = new Date(context.clock.now());
    const count = await changeReader(context, principal.userId, tx =>
      undoMarkAllRead(tx, principal.userId, params.id, now),
    );
    if (count === null) throw new Problem('not-found');
    return { status: 200, body: { count } };
  },
});

export const deleteVisit = defineRoute({
  method: 'DELETE',
  path: '/api/v1/stories/{id}/visit',
  operationId: 'markStoryUnread',
  summary: 'Mark a story as unread',
  tag: 'Stories',
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'It is unread' } },
  problems: ['story-not-found'],
  handler: async ({ context, principal, params }) => {
    const { id } = await requireStory(context, params.id);
    await changeReader(context, principal.userId, tx => markUnread(tx, principal.userId, id));
    return { status: 204 };
  },
});

export const postBeginning = defineRoute({
  method: 'POST',
  path: '/api/v1/account/beginning',
  operationId: 'beginFeed',
  summary: 'Begin with topics, a list of feeds, a language and a country',
  description: 'Feeds of the OPML list that are sources here are followed; the others are told and left.',
  tag: TAG,
  access: WRITE,
  body: object({
    topics: Type.Optional(Type.Array(TopicId, { maxItems: 100 })),
    opml: Type.Optional(Type.String({ maxLength: 1_000_000 })),
    language: Type.Optional(LanguageCode),
    country: Type.Optional(Country),
  }),
  responses: {
    200: {
      description: 'What is followed now',
      schema: object({
        topics: Type.Integer(),
        sources: Type.Integer(),
        unknown: Type.Array(Type.String(), { description: 'Feeds that are no sources here; at most 200.' }),
      }),
    },
  },
  handler: async ({ context, principal, body }) => ({
    status: 200,
    body: await startFeed(context, principal.userId, body),
  }),
});

function showMuted({ id, words, until, createdAt }: Awaited<ReturnType<typeof mutedWordsOf>>[number]) {
  return { id, words, until: until?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}
