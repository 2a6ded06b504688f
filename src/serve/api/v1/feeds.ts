import Type, { type Static } from 'typebox';
import type { AppContext } from '../../../app/context.ts';
import type { EncodedBody } from '../../../app/encoded-body.ts';
import { readFeedCursor, writeFeedCursor } from '../../../app/feeds/feed-cursor.ts';
import { feedReaderOf } from '../../../app/feeds/visible-stories.ts';
import { Problem } from '../../../errors.ts';
import { FEED_NAMES, type Feed, type FeedName, forYouFeed, isFeedOf } from '../../../feeds/pages/feed.ts';
import type { FeedPage } from '../../../feeds/pages/feed-pages.ts';
import { defineRoute } from '../../http/route.ts';
import { FeedPageSchema, showFeedItem } from '../feed-schemas.ts';
import { object, oneOf } from '../schemas.ts';
import { LanguageCode } from '../story-schemas.ts';

const PUBLIC_FEEDS = FEED_NAMES.filter(name => name !== 'for-you');

/** Feed cursors also contain the stories shown so far, so they are longer than others. */
const FeedCursor = Type.Optional(
  Type.String({ maxLength: 8_000, description: 'The `nextCursor` of the previous page.' }),
);
const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 }));
const CountryCode = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, such as `GB`.' });

const FeedQuery = object({
  of: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      description: 'Which category, topic, entity, source or country.',
    }),
  ),
  language: Type.Optional(LanguageCode),
  country: Type.Optional(CountryCode),
  limit: Limit,
  cursor: FeedCursor,
});

const NewCountSchema = object({ count: Type.Integer() });

export const getFeed = defineRoute({
  method: 'GET',
  path: '/api/v1/feeds/{feed}',
  operationId: 'getFeed',
  summary: 'A feed of stories of the last two days',
  description:
    'A cursor freezes the ranking while scrolling: no story repeats, and new stories wait for a refresh. Mutes and blocks of signed-in readers apply.',
  tag: 'Feeds',
  access: 'public',
  cache: 'private',
  params: object({ feed: oneOf(PUBLIC_FEEDS) }),
  query: FeedQuery,
  responses: { 200: { description: 'A page', schema: FeedPageSchema } },
  problems: ['invalid-cursor'],
  handler: ({ context, principal, params, query }) =>
    answerWithFeed(context, feedFrom(params.feed, query), feedReaderOf(principal), query),
});

export const getFeedNews = defineRoute({
  method: 'GET',
  path: '/api/v1/feeds/{feed}/new',
  operationId: 'countNewInFeed',
  summary: 'The number of new stories since a page of a feed',
  tag: 'Feeds',
  access: 'public',
  params: object({ feed: oneOf(PUBLIC_FEEDS) }),
  query: FeedQuery,
  responses: { 200: { description: 'How many', schema: NewCountSchema } },
  problems: ['invalid-cursor'],
  handler: async ({ context, principal, params, query }) => ({
    status: 200,
    body: await newInFeed(context, feedFrom(params.feed, query), feedReaderOf(principal), query.cursor),
  }),
});

const PersonalQuery = object({
  language: Type.Optional({
    ...LanguageCode,
    description: 'The language for readers who have not set one, if it has enough stories.',
  }),
  limit: Limit,
  cursor: FeedCursor,
});

export const getForYou = defineRoute({
  method: 'GET',
  path: '/api/v1/feeds/for-you',
  operationId: 'getForYou',
  summary: 'Your personal feed',
  tag: 'Feeds',
  access: { scope: 'reading:read' },
  cache: 'private',
  query: PersonalQuery,
  responses: { 200: { description: 'A page', schema: FeedPageSchema } },
  problems: ['invalid-cursor'],
  handler: ({ context, principal, query }) =>
    answerWithFeed(context, forYouFeed(query.language), principal.userId, query),
});

export const getForYouNews = defineRoute({
  method: 'GET',
  path: '/api/v1/feeds/for-you/new',
  operationId: 'countNewForYou',
  summary: 'The number of new stories since a page of your feed',
  tag: 'Feeds',
  access: { scope: 'reading:read' },
  query: PersonalQuery,
  responses: { 200: { description: 'How many', schema: NewCountSchema } },
  problems: ['invalid-cursor'],
  handler: async ({ context, principal, query }) => ({
    status: 200,
    body: await newInFeed(context, forYouFeed(query.language), principal.userId, query.cursor),
  }),
});

async function answerWithFeed(
  context: AppContext,
  feed: Feed,
  userId: string | null,
  query: FeedPosition,
): Promise<FeedAnswer> {
  const began = performance.now();
  const { answer, isCached } = await pageOfFeed(context, feed, userId, query);
  context.feeds.answers.record({ isCached, seconds: (performance.now() - began) / 1_000 });
  return answer;
}

async function pageOfFeed(
  context: AppContext,
  feed: Feed,
  userId: string | null,
  { limit = 20, cursor }: FeedPosition,
): Promise<{ readonly answer: FeedAnswer; readonly isCached: boolean }> {
  const show = (page: FeedPage) => showPage(context, feed, userId, page);
  if (cursor === undefined) {
    const write = (page: FeedPage) => JSON.stringify(show(page));
    const { body: ready, isCached } = await context.feeds.firstPage(feed, userId, { limit, write });
    return { answer: { status: 200, ready }, isCached };
  }
  const from = readFeedCursor(context, feed, userId, cursor);
  const page = await context.feeds.page(feed, userId, { from, limit });
  return { answer: { status: 200, body: show(page) }, isCached: page.isCached };
}

function showPage(
  context: AppContext,
  feed: Feed,
  userId: string | null,
  page: FeedPage,
): Static<typeof FeedPageSchema> {
  return {
    items: page.items.map(item => showFeedItem(context, item)),
    nextCursor: page.next && writeFeedCursor(context, feed, userId, page.next),
    rankedAt: new Date(page.at).toISOString(),
    hereCursor: writeFeedCursor(context, feed, userId, page.here),
  };
}

async function newInFeed(context: AppContext, feed: Feed, userId: string | null, cursor?: string) {
  const from = readFeedCursor(context, feed, userId, cursor);
  if (!from) throw new Problem('validation-failed', 'The cursor of a page is required.');
  return { count: await context.feeds.newCount(feed, userId, from) };
}

function feedFrom(name: FeedName, { of, language, country }: FeedParams): Feed {
  if (isFeedOf(name) !== (of !== undefined))
    throw new Problem(
      'validation-failed',
      of === undefined
        ? `The feed ${name} needs the parameter "of".`
        : `The feed ${name} takes no parameter "of".`,
    );
  return { name, of: of ?? '', language: language ?? null, country: country ?? null };
}

interface FeedPosition {
  readonly limit?: number;
  readonly cursor?: string;
}

interface FeedParams {
  readonly of?: string;
  readonly language?: string;
  readonly country?: string;
}

type FeedAnswer =
  | { readonly status: 200; readonly ready: EncodedBody }
  | { readonly status: 200; readonly body: Static<typeof FeedPageSchema> };
