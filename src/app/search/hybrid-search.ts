import { admission } from '../../search/alerts/percolator/match.ts';
import type { SearchHit, SearchResult } from '../../search/engine/port.ts';
import { readDocuments } from '../../search/indexing/read-documents.ts';
import type { SearchFilters } from '../../search/query/filters.ts';
import type { ParsedQuery } from '../../search/query/parsed-query.ts';
import type { AppContext } from '../context.ts';

/**
 * SRCH-10: what the words find, joined with what means the same. Where no model is set, or it does not answer in time, it
 * is what the words find and nothing else.
 */
export async function withMeaning(
  context: MeaningContext,
  asked: AskedMeaning,
  byWords: ByWords,
): Promise<Joined> {
  const { offset, limit } = asked;
  const near = asked.sort === 'relevance' ? await nearHits(context, asked) : [];
  if (near.length === 0) {
    const result = await byWords(offset, limit);
    return { ...result, hasMore: result.hits.length === limit };
  }
  const top = await byWords(0, DEPTH);
  const all = fused(top.hits, near, asked.isGrouped);
  const more = all.length - top.hits.length;
  const rest = offset < all.length ? null : await byWords(offset - more, limit);
  const hits = rest ? rest.hits : all.slice(offset, offset + limit);
  const total = top.total + more;
  return { ...top, hits, total, explanation: explained(top, near), hasMore: offset + hits.length < total };
}

async function nearHits(
  { searchIndex, database }: MeaningContext,
  { query, filters }: AskedMeaning,
): Promise<SearchHit[]> {
  const words = query.clauses.flatMap(({ alternatives }) => alternatives.flatMap(term => term.words));
  const near = (await searchIndex.semantic?.nearest(words.join(' '), MOST_NEAR)) ?? [];
  const documents = await readDocuments(
    database,
    near.map(({ id }) => id),
  );
  const byId = new Map(documents.map(document => [document.id, document]));
  const admits = admission({ query, filters });
  return near.flatMap(({ id, nearness }) => {
    const document = byId.get(id);
    if (document === undefined || !admits(document)) return [];
    const { storyId, publishedAt } = document;
    return [{ id, storyId, publishedAt, score: nearness, others: [] }];
  });
}

function explained({ explanation }: SearchResult, near: readonly SearchHit[]): SearchResult['explanation'] {
  if (explanation === null) return null;
  const notes = [`${near.length} articles mean something like it`];
  return { ...explanation, stages: [...explanation.stages, { name: 'meaning', notes }] };
}

/**
 * SRCH-10: two rankings as one, by reciprocal ranks: what both have comes first, and neither's scores have to mean the
 * same. Where stories are grouped, one is one, whichever of its articles either has found.
 */
function fused(
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

/** As Cormack, Clarke and Büttcher found it best (2009). */
const SMOOTHING = 60;
/** What is found by words is looked through so far for what both have found. */
const DEPTH = 100;
const MOST_NEAR = 50;

export type MeaningContext = Pick<AppContext, 'searchIndex' | 'database'>;
type ByWords = (offset: number, limit: number) => Promise<SearchResult>;
export type Joined = SearchResult & { readonly hasMore: boolean };

export interface AskedMeaning {
  readonly query: ParsedQuery;
  readonly filters: SearchFilters;
  readonly sort: 'relevance' | 'date';
  readonly isGrouped: boolean;
  readonly offset: number;
  readonly limit: number;
}
