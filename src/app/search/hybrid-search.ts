import { filterMatcher } from '../../search/alerts/percolator/match.ts';
import type { SearchHit, SearchResult } from '../../search/engine/port.ts';
import { readDocuments } from '../../search/indexing/read-documents.ts';
import type { SearchFilters } from '../../search/query/filters.ts';
import type { ParsedQuery } from '../../search/query/parsed-query.ts';
import type { AppContext } from '../context.ts';

/**
 * SRCH-10: combines keyword search with semantic search. Without a model, or when it does not answer in time, the
 * result is that of the keyword search.
 */
export async function hybridSearch(
  context: HybridSearchDeps,
  params: HybridSearchParams,
  keywordSearch: KeywordSearch,
): Promise<HybridResult> {
  const { offset, limit } = params;
  const near = params.sort === 'relevance' ? await nearHits(context, params) : [];
  if (near.length === 0) {
    const result = await keywordSearch(offset, limit);
    return { ...result, hasMore: result.hits.length === limit };
  }
  const top = await keywordSearch(0, FUSION_DEPTH);
  const all = fuseRankings(top.hits, near, params.isGrouped);
  const more = all.length - top.hits.length;
  const rest = offset < all.length ? null : await keywordSearch(offset - more, limit);
  const hits = rest ? rest.hits : all.slice(offset, offset + limit);
  const total = top.total + more;
  return {
    ...top,
    hits,
    total,
    explanation: withMeaningStage(top, near),
    hasMore: offset + hits.length < total,
  };
}

async function nearHits(
  { searchIndex, database }: HybridSearchDeps,
  { query, filters }: HybridSearchParams,
): Promise<SearchHit[]> {
  const words = query.clauses.flatMap(({ alternatives }) => alternatives.flatMap(term => term.words));
  const near = (await searchIndex.semantic?.nearest(words.join(' '), MAX_NEAR)) ?? [];
  const documents = await readDocuments(
    database,
    near.map(({ id }) => id),
  );
  const byId = new Map(documents.map(document => [document.id, document]));
  const matchesFilters = filterMatcher({ query, filters });
  return near.flatMap(({ id, similarity: nearness }) => {
    const document = byId.get(id);
    if (document === undefined || !matchesFilters(document)) return [];
    const { storyId, publishedAt } = document;
    return [{ id, storyId, publishedAt, score: nearness, others: [] }];
  });
}

function withMeaningStage(
  { explanation }: SearchResult,
  near: readonly SearchHit[],
): SearchResult['explanation'] {
  if (explanation === null) return null;
  const notes = [`${near.length} articles have a similar meaning`];
  return { ...explanation, stages: [...explanation.stages, { name: 'meaning', notes }] };
}

/**
 * SRCH-10: combines two rankings by reciprocal rank fusion: hits of both come first, and scores need not be
 * comparable. Grouped by story, a story counts once, whichever of its articles either ranking found.
 */
function fuseRankings(
  byWords: readonly SearchHit[],
  byMeaning: readonly SearchHit[],
  isGrouped: boolean,
): SearchHit[] {
  const found = new Map<string, SearchHit>();
  for (const ranking of [byWords, byMeaning])
    for (const [rank, hit] of ranking.entries()) {
      const key = isGrouped ? (hit.storyId ?? hit.id) : hit.id;
      const share = 1 / (SMOOTHING + rank);
      const known = found.get(key);
      found.set(key, known ? { ...known, score: known.score + share } : { ...hit, score: share });
    }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** The value that Cormack, Clarke and Büttcher recommend (2009). */
const SMOOTHING = 60;
/** How many keyword hits are fused. */
const FUSION_DEPTH = 100;
const MAX_NEAR = 50;

export type HybridSearchDeps = Pick<AppContext, 'searchIndex' | 'database'>;
type KeywordSearch = (offset: number, limit: number) => Promise<SearchResult>;
export type HybridResult = SearchResult & { readonly hasMore: boolean };

export interface HybridSearchParams {
  readonly query: ParsedQuery;
  readonly filters: SearchFilters;
  readonly sort: 'relevance' | 'date';
  readonly isGrouped: boolean;
  readonly offset: number;
  readonly limit: number;
}
