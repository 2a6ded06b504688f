import { allows, type Principal } from '../../model/principal.ts';
import { parseQuery } from '../../search/query/parse.ts';
import { headlinesOf } from '../../search/results/result-articles.ts';
import { searchEntities } from '../../stories/queries/index.ts';
import type { AppContext } from '../context.ts';

/** SRCH-7: completions of what a reader has typed so far. */
export async function suggestions(
  context: SuggestionDeps,
  principal: Principal | null,
  q: string,
): Promise<Suggestion[]> {
  const typed = q.replaceAll('\0', ' ').trimStart().toLowerCase();
  const [recent, trending, entities, topics, titles, words] = await Promise.all([
    recentOf(context, principal, typed),
    context.trendingQueries.startingWith(typed, MAX_PER_KIND),
    // A tenth of all names begins with one letter, and each of them would have to be compared.
    [...typed.trim()].length < MIN_LENGTH ? [] : searchEntities(context.database, typed, MAX_PER_KIND),
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
    .slice(0, MAX_SUGGESTIONS);
}

function asKind(kind: Suggestion['kind'], texts: readonly string[]): Suggestion[] {
  return texts.map(text => ({ text, kind }));
}

async function recentOf(
  { recentSearches }: SuggestionDeps,
  principal: Principal | null,
  typed: string,
): Promise<string[]> {
  if (principal === null || !allows(principal, 'reading:read')) return [];
  const searches = await recentSearches.list(principal.userId);
  return searches
    .map(({ query }) => query)
    .filter(query => query.toLowerCase().startsWith(typed))
    .slice(0, MAX_PER_KIND);
}

async function topicsOf({ topics }: SuggestionDeps, typed: string): Promise<string[]> {
  if (typed === '') return [];
  const active = await topics.active();
  return active
    .map(({ name }) => name)
    .filter(name => name.toLowerCase().startsWith(typed))
    .slice(0, MAX_PER_KIND);
}

/** Headlines that contain all words; the last word may be a prefix. */
async function titlesOf({ searchIndex, database, clock }: SuggestionDeps, typed: string): Promise<string[]> {
  const [, , last = ''] = splitAtLastWord(typed);
  if (!searchIndex.isOpen || [...last].length < MIN_LENGTH_IN_TITLES) return [];
  const query = parseQuery(typed);
  const inTitle = {
    ...query,
    clauses: query.clauses.map(({ alternatives }) => ({
      alternatives: alternatives.map(term => ({ ...term, field: 'title' as const })),
    })),
  };
  const { hits, matching } = await searchIndex.engine.search(inTitle, {
    limit: MAX_PER_KIND,
    isGrouped: true,
    now: new Date(clock.now()),
    correction: 'off',
  });
  if (matching !== 'all') return [];
  const titles = await headlinesOf(
    database,
    hits.map(({ id }) => id),
  );
  return hits.flatMap(({ id }) => titles.get(id)?.slice(0, MAX_TITLE_LENGTH) ?? []);
}

/** Completions of the last word. Without an index in this process, the other kinds remain. */
async function wordsOf({ searchIndex }: SuggestionDeps, typed: string): Promise<string[]> {
  const [, before = '', last = ''] = splitAtLastWord(typed);
  if (!searchIndex.isOpen || [...last].length < MIN_LENGTH) return [];
  const words = await searchIndex.engine.suggestWords(last, MAX_PER_KIND);
  return words.map(({ word }) => `${before}${word}`);
}

function splitAtLastWord(typed: string): readonly string[] {
  return /^(.*?)(\S*)$/su.exec(typed) ?? [];
}

const MAX_SUGGESTIONS = 12;
const MAX_PER_KIND = 4;
const MIN_LENGTH = 2;
const MIN_LENGTH_IN_TITLES = 3;
const MAX_TITLE_LENGTH = 120;

export type SuggestionDeps = Pick<
  AppContext,
  'recentSearches' | 'trendingQueries' | 'topics' | 'searchIndex' | 'database' | 'clock'
>;

export interface Suggestion {
  readonly text: string;
  readonly kind: (typeof SUGGESTION_KINDS)[number];
}

export const SUGGESTION_KINDS = ['recent', 'trending', 'entity', 'topic', 'title', 'word'] as const;
