import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import type { Correction, FacetCount, Facets } from '../../search/engine/port.ts';
import type { Explanation } from '../../search/query/explanation.ts';
import type { SearchFilters } from '../../search/query/filters.ts';
import type { MatchedWords } from '../../search/query/highlight.ts';
import { highlight, type Run } from '../../search/query/highlight.ts';
import { parseQuery } from '../../search/query/parse.ts';
import {
  type FoundArticle,
  foundArticles,
  namesOfSources,
  withSourceIds,
} from '../../search/results/result-articles.ts';
import type { AppContext } from '../context.ts';
import { withMeaning } from './hybrid-search.ts';

/** SRCH-1: a query to a page of results, with all that is shown of them. */
export async function search(context: Searched, asked: AskedSearch): Promise<FoundPage> {
  const { engine } = context.searchIndex;
  const query = await withSourceIds(context.database, parseQuery(asked.q.replaceAll('\0', ' ')));
  const { filters, sort, isGrouped, offset } = asked;
  const limit = Math.min(asked.limit, DEEPEST - offset);
  const byWords = (from: number, most: number) =>
    engine
      .search(query, {
        filters,
        sort,
        isGrouped,
        offset: from,
        limit: most,
        now: new Date(context.clock.now()),
        hasFacets: asked.hasFacets,
        isExplained: asked.isExplained,
      })
      .catch(error => {
        throw new Problem('search-unavailable', reason('search-not-answering'), {
          cause: error,
        });
      });
  const result = await withMeaning(context, { query, filters, sort, isGrouped, offset, limit }, byWords);
  const shown = await foundArticles(
    context.database,
    result.hits.flatMap(({ id, others }) => [id, ...others]),
  );
  const next = offset + result.hits.length;
  return {
    items: result.hits.flatMap(({ id, others, score }) => {
      const article = shown.get(id);
      if (article === undefined) return [];
      return [
        {
          ...shownItem(article, result.matched),
          score,
          others: others.flatMap(other => shown.get(other) ?? []),
        },
      ];
    }),
    total: result.total,
    isTotalExact: result.isTotalExact,
    matching: result.matching,
    correction: result.correction && { ...result.correction, text: result.correction.text.trim() },
    facets: result.facets && (await named(context, result.facets)),
    explanation: result.explanation,
    nextOffset: result.hasMore && next < DEEPEST ? next : null,
  };
}

function shownItem(article: FoundArticle, matched: MatchedWords) {
  const { title, summary, body, language } = article;
  const text = body.length > summary.length ? body : summary;
  return {
    article,
    title: highlight(title, matched, { length: LONGEST_TITLE, language }),
    excerpt: highlight(text, matched, { length: EXCERPT, language }),
  };
}

async function named(context: Searched, facets: Facets): Promise<NamedFacets> {
  const sources = await namesOfSources(
    context.database,
    facets.sources.map(({ value }) => value),
  );
  const topics = new Map((await context.topics.active()).map(({ id, name }) => [id, name]));
  const withNames = (counts: readonly FacetCount[], names: ReadonlyMap<string, string>) =>
    counts.flatMap(({ value, count }) => {
      const name = names.get(value);
      return name === undefined ? [] : [{ value, name, count }];
    });
  const asTheyAre = (counts: readonly FacetCount[]) =>
    counts.map(({ value, count }) => ({ value, name: value, count }));
  return {
    topics: withNames(facets.topics, topics),
    sources: withNames(facets.sources, sources),
    languages: asTheyAre(facets.languages),
    countries: asTheyAre(facets.countries),
  };
}

/** Nobody turns so many pages; what lies deeper is found by other words. */
export const DEEPEST = 1_000;
const LONGEST_TITLE = 300;
const EXCERPT = 240;

export type Searched = Pick<AppContext, 'searchIndex' | 'database' | 'clock' | 'topics'>;

export interface AskedSearch {
  readonly q: string;
  readonly filters: SearchFilters;
  readonly sort: 'relevance' | 'date';
  readonly isGrouped: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly hasFacets: boolean;
  readonly isExplained: boolean;
}

export interface FoundItem {
  readonly article: FoundArticle;
  readonly title: readonly Run[];
  readonly excerpt: readonly Run[];
  readonly score: number;
  readonly others: readonly FoundArticle[];
}

export interface NamedFacet {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

export type NamedFacets = Readonly<Record<keyof Facets, readonly NamedFacet[]>>;

export interface FoundPage {
  readonly items: readonly FoundItem[];
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly matching: 'all' | 'any';
  readonly correction: Correction | null;
  readonly facets: NamedFacets | null;
  readonly explanation: Explanation | null;
  readonly nextOffset: number | null;
}
