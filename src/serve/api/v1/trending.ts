import Type from 'typebox';
import { requireArticle } from '../../../app/articles/articles.ts';
import { type ListParams, listNameOf, uncheckedListName } from '../../../app/trending/list-params.ts';
import { showItem, type TrendingListPage } from '../../../app/trending/trending-lists.ts';
import { Problem } from '../../../errors.ts';
import {
  KINDS,
  type ListName,
  listKey,
  MAX_LIST_LENGTH,
  MEASURES,
  WINDOWS,
} from '../../../signals/trending/lists.ts';
import { shareCountOf } from '../../../signals/trending/queries/share-count.ts';
import { rankHistory } from '../../../signals/trending/queries/snapshot-history.ts';
import { type Call, defineRoute } from '../../http/route.ts';
import { Id, IdParams, Moment, object, oneOf, orNull } from '../schemas.ts';
import { TopicId } from '../story-schemas.ts';
import { TrendingThing } from '../trending-schemas.ts';

const TAG = 'Trending';
const Window = oneOf(WINDOWS);
const By = Type.Unsafe<(typeof MEASURES)[number]>({
  ...oneOf(MEASURES),
  description: 'A share has the weight of its sharer; in a blend it counts as three reads.',
});
/** Windows with stored history. */
const PAST_WINDOWS = ['1h', '24h'] as const;

const TrendingItemSchema = object(
  {
    rank: Type.Integer(),
    previousRank: orNull(Type.Integer({ description: 'The rank in the list of `comparedWith`.' })),
    id: Id,
    ...TrendingThing,
    score: Type.Number({ description: 'The sort key.' }),
    shares: Type.Integer(),
    reads: Type.Integer(),
  },
  { title: 'TrendingItem' },
);

const TrendingSchema = object(
  {
    window: Window,
    of: oneOf(KINDS),
    by: By,
    at: Moment,
    comparedWith: orNull(
      Type.String({ format: 'date-time', description: 'The hour of the previous ranks.' }),
    ),
    items: Type.Array(TrendingItemSchema),
  },
  { title: 'Trending' },
);

export const getTrending = defineRoute({
  method: 'GET',
  path: '/api/v1/trending',
  operationId: 'getTrending',
  summary: 'What is shared and read most: now, in the past, or by the interests of the caller',
  description:
    'Lists of a minute are at most 1 s old, of an hour 5 s, of a day 30 s. History has the lists of the hour and the day at each full hour, with 100 items each.',
  tag: TAG,
  access: 'public',
  cache: 'private',
  query: object({
    window: Type.Optional(Window),
    k: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIST_LENGTH, default: 100 })),
    of: Type.Optional(oneOf(KINDS)),
    by: Type.Optional(By),
    category: Type.Optional(TopicId),
    topic: Type.Optional(TopicId),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166, such as `de`.' })),
    at: Type.Optional(Moment),
    personal: Type.Optional(Type.Boolean({ description: "Order by the signed-in reader's interests." })),
  }),
  responses: { 200: { description: 'The list, best first', schema: TrendingSchema } },
  problems: ['topic-not-found', 'not-signed-in', 'not-found'],
  // TREND-6: responds synchronously with precomputed bytes when it has them.
  handler: call => readyAnswer(call) ?? listFor(call),
});

function readyAnswer({ context, query }: TrendingCall) {
  const { k = 100, at, personal = false } = query;
  if (at !== undefined || personal) return undefined;
  const ready = context.trendingService.rendered.find(keyOf(uncheckedListName(query)), k);
  return ready && { status: 200 as const, ready };
}

async function listFor({ context, principal, query }: TrendingCall) {
  const { rendered, lists } = context.trendingService;
  const { k = 100, at, personal = false } = query;
  const list = await listNameOf(query, context.topics);
  const show = ({ at, comparedWith, items }: TrendingListPage) => ({
    status: 200 as const,
    body: {
      window: list.window,
      of: list.of,
      by: list.by,
      at: at.toISOString(),
      comparedWith: comparedWith?.toISOString() ?? null,
      items: items.slice(0, k).map(showItem),
    },
  });
  if (at !== undefined && personal)
    throw new Problem('validation-failed', 'Past lists are not personal: omit at or personal.');
  if (at !== undefined) {
    if (list.window === '1m') throw new Problem('validation-failed', 'Past lists exist for 1h and 24h only.');
    const then = await lists.past(list, new Date(at));
    if (!then) throw new Problem('not-found', 'No list is stored for that hour.');
    return show(then);
  }
  if (personal) {
    if (!principal) throw new Problem('not-signed-in');
    return show(await lists.personal(list, principal.userId));
  }
  return { status: 200 as const, ready: await rendered.bytes(list, keyOf(list), k) };
}

function keyOf(list: ListName): string {
  return `${list.window} ${listKey(list)}`;
}

interface TrendingCall extends Pick<Call, 'context' | 'principal'> {
  readonly query: ListParams & {
    readonly k?: number | undefined;
    readonly at?: string | undefined;
    readonly personal?: boolean | undefined;
  };
}

export const getArticleShares = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}/shares',
  operationId: 'getArticleShares',
  summary: 'Recent shares of an article, and its rank by shares',
  tag: TAG,
  access: 'public',
  cache: { public: 5 },
  params: IdParams,
  query: object({ window: Type.Optional(Window) }),
  responses: {
    200: {
      description: 'The count and the rank',
      schema: object({
        window: Window,
        count: Type.Integer(),
        rank: orNull(Type.Integer({ description: `Null beyond the first ${MAX_LIST_LENGTH}.` })),
      }),
    },
  },
  problems: ['article-not-found'],
  handler: async ({ context, params, query: { window = '24h' } }) => {
    const { id: articleId } = await requireArticle(context, params.id);
    const shareQuery = { articleId, window, now: context.clock.now() };
    return {
      status: 200,
      body: { window, ...(await shareCountOf(context.database, context.trending, shareQuery)) },
    };
  },
});

export const getArticleRanks = defineRoute({
  method: 'GET',
  path: '/api/v1/articles/{id}/ranks',
  operationId: 'getArticleRanks',
  summary: 'The rank of an article at each full hour',
  tag: TAG,
  access: 'public',
  cache: { public: 60 },
  params: IdParams,
  query: object({
    window: Type.Optional(oneOf(PAST_WINDOWS)),
    by: Type.Optional(By),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 7 })),
  }),
  responses: {
    200: {
      description: 'In order, one for each stored hour',
      schema: object({
        window: oneOf(PAST_WINDOWS),
        by: By,
        items: Type.Array(
          object(
            {
              at: Moment,
              rank: orNull(Type.Integer({ description: 'Null when it was not among the first 100.' })),
              shares: orNull(Type.Integer()),
              reads: orNull(Type.Integer()),
            },
            { title: 'RankThen' },
          ),
        ),
      }),
    },
  },
  problems: ['article-not-found'],
  handler: async ({ context, params, query: { window = '24h', by = 'blend', days = 7 } }) => {
    const { id } = await requireArticle(context, params.id);
    const to = new Date(context.clock.now());
    const from = new Date(to.getTime() - days * 86_400_000);
    const ranks = await rankHistory(context.database, { window, by, of: 'articles' }, id, { from, to });
    return {
      status: 200,
      body: {
        window,
        by,
        items: ranks.map(({ at, rank, shares, reads }) => ({ at: at.toISOString(), rank, shares, reads })),
      },
    };
  },
});
