import type { MatchedWords } from '../../port.ts';
import { KIND } from '../segment/terms.ts';
import type { CompiledClause } from './compile.ts';

/** The stems that a reader sees marked. */
export function matchedBy(clauses: readonly CompiledClause[]): MatchedWords {
  const stems = new Set<string>();
  for (const { words } of clauses)
    for (const { terms, phrases } of words) {
      for (const { term } of terms)
        if (term[0] === KIND.word || term[0] === KIND.title) stems.add(term.slice(1));
      for (const { places } of phrases)
        for (const place of places) for (const stem of place.stems) stems.add(stem);
    }
  return { stems: [...stems] };
}
