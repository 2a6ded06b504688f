import Type from 'typebox';
import { requireStory } from '../../../../app/admin/stories.ts';
import {
  addMutedWords,
  changeReader,
  chooseStance,
  startFeed,
} from '../../../../app/feeds/reader-changes.ts';
import { saveForLater } from '../../../../app/feeds/story-feedback.ts';
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
  undoMarkAllRead,
  unsaveStory,
} from '../../../../feeds/readers/reading-lists.ts';
import { defineRoute } from '../../../http/route.ts';
import { readerSenderOf } from '../../../http/signal-sender.ts';
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
    hidesPaywalled: Type.Boolean({ description: 'Hides articles that publishers mark as paywalled.' }),
    liftsRare: Type.Boolean({ description: 'Promotes sources that publish rarely.' }),
    foldsSeen: Type.Boolean({ description: 'Collapses articles of a story that you have seen.' }),
    digest: oneOf(['none', 'daily', 'weekly']),
  },
  { title: 'FeedSettings' },
);

export const getFeedSettings = defineRoute({
  method: 'GET',
  path: '/api/v1/account/feed-settings',
  operationId: 'getFeedSettings',
  summary: 'Your feed settings',
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
  summary: 'Change your feed settings',
  tag: TAG,
  access: WRITE,
  body: Type.Partial(SettingsSchema, { additionalProperties: false }),
  responses: { 200: { description: 'The new settings', schema: SettingsSchema } },
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
  summary: 'Follow a topic, entity or source, prefer or block a source, or undo it',
  description:
    'One stance per subject; null removes it. Blocked sources are hidden from the coverage of stories too.',
  tag: TAG,
  access: WRITE,
  body: object({
    on: oneOf(SUBJECTS),
    id: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
    stance: orNull(oneOf(STANCES)),
  }),
  responses: { 204: { description: 'Saved' } },
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
  summary: 'Your muted words and phrases',
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
  summary: 'Mute a word or phrase, with an optional expiry',
  tag: TAG,
  access: WRITE,
  body: object({
    words: Type.String({ minLength: 1, maxLength: 100, pattern: '[\\p{L}\\p{N}]' }),
    until: Type.Optional(orNull(Moment)),
  }),
  responses: { 201: { description: 'Muted', schema: MutedWordsSchema } },
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
  summary: 'Unmute a word or phrase',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Unmuted' } },
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
  description: 'Saving also teaches your interests, once for each story.',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Saved' } },
  problems: ['story-not-found'],
  handler: async call => {
    await saveForLater(call.context, await readerSenderOf(call), call.params.id);
    return { status: 204 };
  },
});

export const deleteSaved = defineRoute({
  method: 'DELETE',
  path: '/api/v1/account/saved/{id}',
  operationId: 'unsaveStory',
  summary: 'Remove a story from the saved ones',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 204: { description: 'Removed' } },
  handler: async ({ context, principal, params }) => {
    await changeReader(context, principal.userId, tx => unsaveStory(tx, principal.userId, params.id));
    return { status: 204 };
  },
});

export const postReadBatch = defineRoute({
  method: 'POST',
  path: '/api/v1/account/read',
  operationId: 'markAllRead',
  summary: 'Mark many stories as read; can be undone',
  tag: TAG,
  access: WRITE,
  body: object({ storyIds: Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true }) }),
  responses: {
    201: {
      description: 'Marked as read',
      schema: object({
        id: Id,
        count: Type.Integer({ description: 'The number of previously unread stories.' }),
      }),
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
  summary: 'Undo marking many stories as read',
  tag: TAG,
  access: WRITE,
  params: IdParams,
  responses: { 200: { description: 'Marked as unread', schema: object({ count: Type.Integer() }) } },
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
  responses: { 204: { description: 'Marked as unread' } },
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
  summary: 'Set up your feeds with topics, an OPML list, a language and a country',
  description: 'Follows the feeds of the OPML list that are sources here and reports the others.',
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
      description: 'The new follows',
      schema: object({
        topics: Type.Integer(),
        sources: Type.Integer(),
        unknown: Type.Array(Type.String(), { description: 'Feeds that are not sources here; at most 200.' }),
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
