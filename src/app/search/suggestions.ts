import { allows, type Principal } from '../../model/principal.ts';
import { parseQuery } from '../../search/query/parse.ts';
import { headlinesOf } from '../../search/results/result-articles.ts';
import { searchEntities } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';

/** SRCH-7: what somebody who has typed so far may be about to write. */
export async function suggestions(
  context: SuggestContext,
  principal: Principal | null,
  q: string,
): Promise<Suggestion[]> {
  const typed = q.replaceAll('\0', ' ').trimStart().toLowerCase();
  const [recent, trending, entities, topics, titles, words] = await Promise.all([
    recentOf(context, principal, typed),
    context.trendingQueries.startingWith(typed, MOST_OF_A_KIND),
    // A tenth of all names begins with one letter, and all of them would have to be compared.
    [...typed.trim()].length < SHORTEST ? [] : searchEntities(context.database, typed, MOST_OF_A_KIND),
    topicsOf(context, typed),
    titlesOf(context, typed),
    wordsOf(context, typed),
  ]);
  const all: Suggestion[] = [
    ...asKind('recent', recent),
    ...asKind('trending', trending),
    ...asKind(
      'entity',
      entities.map(({ name }) => name),
    ),
    ...asKind('topic', topics),
    ...asKind('title', titles),
    ...asKind('word', words),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ text }) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
    .slice(0, MOST);
}

function asKind(kind: Suggestion['kind'], texts: readonly string[]): Suggestion[] {
  return texts.map(text => ({ text, kind }));
}

async function recentOf(
  { recentSearches }: SuggestContext,
  principal: Principal | null,
  typed: string,
): Promise<string[]> {
  if (principal === null || !allows(principal, 'reading:read')) return [];
  const searches = await recentSearches.list(principal.userId);
  return searches
    .map(({ query }) => query)
    .filter(query => query.toLowerCase().startsWith(typed))
    .slice(0, MOST_OF_A_KIND);
}

async function topicsOf({ topics }: SuggestContext, typed: string): Promise<string[]> {
  if (typed === '') return [];
  const active = await topics.active();
  return active
    .map(({ name }) => name)
    .filter(name => name.toLowerCase().startsWith(typed))
    .slice(0, MOST_OF_A_KIND);
}

/** Headlines with all these words in them, the last of which may be a beginning. */
async function titlesOf({ searchIndex, database, clock }: SuggestContext, typed: string): Promise<string[]> {
  const [, , last = ''] = splitAtLastWord(typed);
  if (!searchIndex.isOpen || [...last].length < SHORTEST_IN_TITLES) return [];
  const query = parseQuery(typed);
  const inTitle = {
    ...query,
    clauses: query.clauses.map(({ alternatives }) => ({
      alternatives: alternatives.map(term => ({ ...term, field: 'title' as const })),
    })),
  };
  const { hits, matching } = await searchIndex.engine.search(inTitle, {
    limit: MOST_OF_A_KIND,
    isGrouped: true,
    now: new Date(clock.now()),
    correction: 'off',
  });
  if (matching !== 'all') return [];
  const titles = await headlinesOf(
    database,
    hits.map(({ id }) => id),
  );
  return hits.flatMap(({ id }) => titles.get(id)?.slice(0, LONGEST_TITLE) ?? []);
}

/** The last word, finished. Without an index in this process there are the other kinds. */
async function wordsOf({ searchIndex }: SuggestContext, typed: string): Promise<string[]> {
  const [, before = '', last = ''] = splitAtLastWord(typed);
  if (!searchIndex.isOpen || [...last].length < SHORTEST) return [];
  const words = await searchIndex.engine.suggestWords(last, MOST_OF_A_KIND);
  return words.map(({ word }) => `${before}${word}`);
}

function splitAtLastWord(typed: string): readonly string[] {
  return /^(.*?)(\S*)$/su.exec(typed) ?? [];
}

const MOST = 12;
const MOST_OF_A_KIND = 4;
const SHORTEST = 2;
const SHORTEST_IN_TITLES = 3;
const LONGEST_TITLE = 120;

export type SuggestContext = Pick<
  AppContext,
  'recentSearches' | 'trendingQueries' | 'topics' | 'searchIndex' | 'database' | 'clock'
>;

export interface Suggestion {
  readonly text: string;
  readonly kind: (typeof SUGGESTION_KINDS)[number];
}

export const SUGGESTION_KINDS = ['recent', 'trending', 'entity', 'topic', 'title', 'word'] as const;
