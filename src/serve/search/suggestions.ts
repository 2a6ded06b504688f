import { allows, type Principal } from '../../model/principal.ts';
import { searchEntities } from '../../stories/read/index.ts';
import type { ServeContext } from '../context.ts';

/** SRCH-7: what somebody who has typed so far may be about to write. */
export async function suggestions(
  context: ServeContext,
  principal: Principal | null,
  q: string,
): Promise<Suggestion[]> {
  const typed = q.replaceAll('\0', ' ').trimStart().toLowerCase();
  const [recent, entities, topics, words] = await Promise.all([
    recentOf(context, principal, typed),
    typed.trim() === '' ? [] : searchEntities(context.database, typed, MOST_OF_A_KIND),
    context.trendingDesk.topics.all(),
    wordsOf(context, typed),
  ]);
  const named = topics.filter(({ name }) => typed !== '' && name.toLowerCase().startsWith(typed));
  const all: Suggestion[] = [
    ...recent.map(text => ({ text, kind: 'recent' as const })),
    ...entities.map(({ name }) => ({ text: name, kind: 'entity' as const })),
    ...named.slice(0, MOST_OF_A_KIND).map(({ name }) => ({ text: name, kind: 'topic' as const })),
    ...words.map(text => ({ text, kind: 'word' as const })),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ text }) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()))
    .slice(0, MOST);
}

async function recentOf(
  { recentSearches }: ServeContext,
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

/** The last word, finished. Without an index in this process there are the other kinds. */
async function wordsOf({ searchIndex }: ServeContext, typed: string): Promise<string[]> {
  const [, before = '', last = ''] = /^(.*?)(\S*)$/su.exec(typed) ?? [];
  if (!searchIndex.isOpen || [...last].length < SHORTEST) return [];
  const words = await searchIndex.engine.suggestWords(last, MOST_OF_A_KIND);
  return words.map(({ word }) => `${before}${word}`);
}

const MOST = 10;
const MOST_OF_A_KIND = 4;
const SHORTEST = 2;

export interface Suggestion {
  readonly text: string;
  readonly kind: 'recent' | 'entity' | 'topic' | 'word';
}
