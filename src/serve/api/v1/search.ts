import Type, { type Static } from 'typebox';
import { makeCursor, readCursor } from '../../../app/cursor.ts';
import { rememberSearch } from '../../../app/search/remember-search.ts';
import { MAX_DEPTH, type SearchPageItem, search } from '../../../app/search/search.ts';
import { SUGGESTION_KINDS, suggestions } from '../../../app/search/suggestions.ts';
import { filtersOf } from '../../../search/query/filters.ts';
import type { HighlightRun } from '../../../search/query/highlight.ts';
import type { ResultArticle } from '../../../search/results/result-articles.ts';
import { defineRoute } from '../../http/route.ts';
import { Id, Moment, object, oneOf, orNull } from '../schemas.ts';
import { LanguageCode, TopicId } from '../story-schemas.ts';

const TAG = 'Search';

const RunsSchema = Type.Array(object({ text: Type.String(), isMarked: Type.Boolean() }), {
  description: 'Plain text in segments; matches are marked.',
});
export const FoundArticleSchema = object(
  {
    id: Id,
    title: Type.String(),
    url: Type.String(),
    language: orNull(Type.String()),
    publishedAt: Moment,
    source: object({ id: Id, name: orNull(Type.String()) }),
  },
  { title: 'FoundArticle' },
);
const FoundSchema = object(
  {
    article: FoundArticleSchema,
    story: orNull(object({ id: Id, headline: Type.String(), articleCount: Type.Integer() })),
    score: Type.Number(),
    titleRuns: RunsSchema,
    excerptRuns: RunsSchema,
    others: Type.Array(FoundArticleSchema, { description: 'Further articles of the same story.' }),
  },
  { title: 'Found' },
);
const FacetSchema = Type.Array(
  object({ value: Type.String(), name: Type.String(), count: Type.Integer() }, { title: 'FacetValue' }),
);
const ResultsSchema = object(
  {
    items: Type.Array(FoundSchema),
    nextCursor: orNull(Type.String()),
    total: Type.Integer({ description: 'The number of articles, even when grouped by story.' }),
    isTotalExact: Type.Boolean(),
    matching: oneOf(['all', 'any']),
    correction: orNull(
      object({
        text: Type.String(),
        isApplied: Type.Boolean({ description: 'Whether the items are results of the corrected query.' }),
      }),
    ),
    facets: orNull(
      object({ topics: FacetSchema, sources: FacetSchema, languages: FacetSchema, countries: FacetSchema }),
    ),
    explanation: orNull(
      object({
        stages: Type.Array(object({ name: Type.String(), notes: Type.Array(Type.String()) })),
        milliseconds: Type.Number(),
      }),
    ),
  },
  { title: 'SearchResults' },
);

const Query = Type.String({
  maxLength: 20_000,
  description:
    'Words, "phrases", -exclusions, OR, `source:`, `topic:`, `lang:`, `title:`, `before:`, `after:`. Unknown syntax is read as words.',
});

/** Filters of a search. */
export const NARROWING = {
  topic: Type.Optional(TopicId),
  source: Type.Optional(Id),
  language: Type.Optional(LanguageCode),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
  after: Type.Optional(Moment),
  before: Type.Optional(Moment),
  breaking: Type.Optional(Type.Boolean()),
};

export const getSearch = defineRoute({
  method: 'GET',
  path: '/api/v1/search',
  operationId: 'search',
  summary: 'Find articles',
  description: `The first ${MAX_DEPTH} results can be paged through. Searches of signed-in readers are added to their recent searches.`,
  tag: TAG,
  access: 'public',
  cache: 'private',
  query: object({
    q: Query,
    ...NARROWING,
    sort: Type.Optional(oneOf(['relevance', 'date'])),
    group: Type.Optional(oneOf(['story', 'article'])),
    facets: Type.Optional(Type.Boolean()),
    explain: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  responses: { 200: { description: 'A page of results', schema: ResultsSchema } },
  problems: ['invalid-cursor', 'search-unavailable'],
  handler: async ({ context, principal, query }) => {
    const { q, cursor, limit = 20, facets = false, explain = false, ...narrowed } = query;
    const list = `search ${JSON.stringify([q, narrowed])}`;
    const owner = principal?.userId ?? 'public';
    const offset = Number(readCursor(context.keys, list, owner, cursor)?.['offset'] ?? 0);
    const found = await search(context, {
      q,
      filters: filtersOf(narrowed),
      sort: narrowed.sort ?? 'relevance',
      isGrouped: narrowed.group !== 'article',
      offset,
      limit,
      hasFacets: facets,
      isExplained: explain,
    });
    if (offset === 0) await rememberSearch(context, principal, q);
    const { items, nextOffset, ...rest } = found;
    const nextCursor =
      nextOffset === null ? null : makeCursor(context.keys, list, owner, { offset: String(nextOffset) });
    return { status: 200, body: { ...showRest(rest), items: items.map(showItem), nextCursor } };
  },
});

export const getSuggestions = defineRoute({
  method: 'GET',
  path: '/api/v1/search/suggestions',
  operationId: 'suggestSearches',
  summary: 'Search suggestions while typing',
  description:
    'Your recent searches first, then popular searches, names, topics, headlines and words of articles.',
  tag: TAG,
  access: 'public',
  cache: 'private',
  query: object({ q: Type.String({ maxLength: 200 }) }),
  responses: {
    200: {
      description: 'The best twelve',
      schema: object(
        {
          items: Type.Array(object({ text: Type.String(), kind: oneOf(SUGGESTION_KINDS) })),
        },
        { title: 'Suggestions' },
      ),
    },
  },
  handler: async ({ context, principal, query }) => ({
    status: 200,
    body: { items: await suggestions(context, principal, query.q) },
  }),
});

function showItem({ article, title, excerpt, score, others }: SearchPageItem): Static<typeof FoundSchema> {
  const { storyId, headline, articleCount } = article;
  return {
    article: showArticle(article),
    story:
      storyId === null ? null : { id: storyId, headline: headline ?? '', articleCount: articleCount ?? 1 },
    score,
    titleRuns: showRuns(title),
    excerptRuns: showRuns(excerpt),
    others: others.map(showArticle),
  };
}

export function showArticle({ id, title, url, language, publishedAt, sourceId, sourceName }: ResultArticle) {
  return {
    id,
    title,
    url,
    language,
    publishedAt: publishedAt.toISOString(),
    source: { id: sourceId, name: sourceName },
  };
}

function showRuns(runs: readonly HighlightRun[]) {
  return runs.map(({ text, isMarked }) => ({ text, isMarked }));
}

function showRest({
  facets,
  explanation,
  ...rest
}: Omit<Awaited<ReturnType<typeof search>>, 'items' | 'nextOffset'>) {
  return {
    ...rest,
    facets: facets && {
      topics: [...facets.topics],
      sources: [...facets.sources],
      languages: [...facets.languages],
      countries: [...facets.countries],
    },
    explanation: explanation && {
      milliseconds: explanation.milliseconds,
      stages: explanation.stages.map(({ name, notes }) => ({ name, notes: [...notes] })),
    },
  };
}
