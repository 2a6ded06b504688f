import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Correction, FacetCount, Facets } from '../../search/engine/port.ts';
import type { SearchExplanation } from '../../search/query/explanation.ts';
import type { SearchFilters } from '../../search/query/filters.ts';
import type { MatchedWords } from '../../search/query/highlight.ts';
import { type HighlightRun, highlight } from '../../search/query/highlight.ts';
import { parseQuery } from '../../search/query/parse.ts';
import {
  bodiesOf,
  type ResultArticle,
  resultArticles,
  sourceNames,
  withSourceIds,
} from '../../search/results/result-articles.ts';
import type { AppContext } from '../context.ts';
import { hybridSearch } from './hybrid-search.ts';

/** SRCH-1: runs a query and returns a page of results with all that a page shows of them. */
export async function search(context: SearchDeps, params: SearchParams): Promise<SearchPage> {
  const { engine } = context.searchIndex;
  const query = await withSourceIds(context.database, parseQuery(params.q.replaceAll('\0', ' ')));
  const { filters, sort, isGrouped, offset } = params;
  const limit = Math.min(params.limit, MAX_DEPTH - offset);
  const keywordSearch = (from: number, size: number) =>
    engine
      .search(query, {
        filters,
        sort,
        isGrouped,
        offset: from,
        limit: size,
        now: new Date(context.clock.now()),
        hasFacets: params.hasFacets,
        isExplained: params.isExplained,
        correction: params.correction ?? 'auto',
      })
      .catch(error => {
        throw new Problem('search-unavailable', reason('search-not-answering'), {
          cause: error,
        });
      });
  const result = await hybridSearch(
    context,
    { query, filters, sort, isGrouped, offset, limit },
    keywordSearch,
  );
  const [shown, bodies, facets] = await Promise.all([
    resultArticles(
      context.database,
      result.hits.flatMap(({ id, others }) => [id, ...others]),
    ),
    bodiesOf(
      context.database,
      result.hits.map(({ id }) => id),
    ),
    result.facets && namedFacets(context, result.facets),
  ]);
  const next = offset + result.hits.length;
  return {
    items: result.hits.flatMap(({ id, others, score }) => {
      const article = shown.get(id);
      if (article === undefined) return [];
      return [
        {
          ...pageItem(article, bodies.get(id) ?? '', result.matched),
          score,
          others: others.flatMap(other => shown.get(other) ?? []),
        },
      ];
    }),
    total: result.total,
    isTotalExact: result.isTotalExact,
    matching: result.matching,
    correction: result.correction && { ...result.correction, text: result.correction.text.trim() },
    facets,
    explanation: result.explanation,
    nextOffset: result.hasMore && next < MAX_DEPTH ? next : null,
  };
}

function pageItem(article: ResultArticle, body: string, matched: MatchedWords) {
  const { title, summary, language } = article;
  const text = body.length > summary.length ? body : summary;
  return {
    article,
    title: highlight(title, matched, { length: MAX_TITLE_LENGTH, language }),
    excerpt: highlight(text, matched, { length: EXCERPT_LENGTH, language }),
  };
}

async function namedFacets(context: SearchDeps, facets: Facets): Promise<NamedFacets> {
  const sources = await sourceNames(
    context.database,
    facets.sources.map(({ value }) => value),
  );
  const topics = new Map((await context.topics.active()).map(({ id, name }) => [id, name]));
  const withNames = (counts: readonly FacetCount[], names: ReadonlyMap<string, string>) =>
    counts.flatMap(({ value, count }) => {
      const name = names.get(value);
      return name === undefined ? [] : [{ value, name, count }];
    });
  const withoutNames = (counts: readonly FacetCount[]) =>
    counts.map(({ value, count }) => ({ value, name: value, count }));
  return {
    topics: withNames(facets.topics, topics),
    sources: withNames(facets.sources, sources),
    languages: withoutNames(facets.languages),
    countries: withoutNames(facets.countries),
  };
}

/** The depth of paging; readers refine the query instead. */
export const MAX_DEPTH = 1_000;
const MAX_TITLE_LENGTH = 300;
const EXCERPT_LENGTH = 240;

export type SearchDeps = Pick<AppContext, 'searchIndex' | 'database' | 'clock' | 'topics'>;

export interface SearchParams {
  readonly q: string;
  readonly filters: SearchFilters;
  readonly sort: 'relevance' | 'date';
  readonly isGrouped: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly hasFacets: boolean;
  readonly isExplained: boolean;
  /** `off` searches for the query exactly as typed. */
  readonly correction?: 'auto' | 'off';
}

export interface SearchPageItem {
  readonly article: ResultArticle;
  readonly title: readonly HighlightRun[];
  readonly excerpt: readonly HighlightRun[];
  readonly score: number;
  readonly others: readonly ResultArticle[];
}

export interface NamedFacet {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

export type NamedFacets = Readonly<Record<keyof Facets, readonly NamedFacet[]>>;

export interface SearchPage {
  readonly items: readonly SearchPageItem[];
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly matching: 'all' | 'any';
  readonly correction: Correction | null;
  readonly facets: NamedFacets | null;
  readonly explanation: SearchExplanation | null;
  readonly nextOffset: number | null;
}
