import { SynonymIndex } from '../../query/synonyms.ts';
import type { SearchDocument } from '../../search-document.ts';
import { ArticleTerms } from './article-terms.ts';
import { compileQuery, type NumberedQuery, type SavedQuery } from './compile.ts';
import { TermReader } from './term-reader.ts';

/** Returns a predicate for the filters and exclusions of a query, without its words. */
export function filterMatcher({ query, filters }: SavedQuery): (document: SearchDocument) => boolean {
  const wordless = { query: { ...query, clauses: [] }, filters };
  const numbers = new Map<string, number>();
  const byLanguage = new Map<string, NumberedQuery>();
  const reader = new TermReader(term => numbers.get(term));
  const article = new ArticleTerms();
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const compiledIn = (language: string) => {
    const known = byLanguage.get(language);
    if (known) return known;
    const compiled = compileQuery(wordless, language, { synonyms: NO_SYNONYMS, numberOf });
    byLanguage.set(language, compiled);
    article.reserve(numbers.size);
    reader.clear();
    return compiled;
  };
  return document => {
    const compiled = compiledIn(document.language || 'en');
    reader.read(document, article);
    return isMatch(compiled, article);
  };
}

export function isMatch(query: NumberedQuery, article: ArticleTerms): boolean {
  if (article.publishedSecond < query.after || article.publishedSecond >= query.before) return false;
  const { required, excluded, requiredPhrases } = query;
  for (let at = 0; at < required.length; ) {
    const end = at + 1 + (required[at] ?? 0);
    let isFound = false;
    for (let each = at + 1; each < end && !isFound; each++)
      isFound = contains(required[each] ?? 0, query, article);
    if (!isFound) return false;
    at = end;
  }
  for (let each = 0; each < excluded.length; each++)
    if (contains(excluded[each] ?? 0, query, article)) return false;
  for (let index = 0; index < requiredPhrases; index++) if (!contains(~index, query, article)) return false;
  return true;
}

function contains(each: number, { phrases }: NumberedQuery, article: ArticleTerms): boolean {
  if (each >= 0) return article.has(each);
  const phrase = phrases[~each];
  return phrase !== undefined && article.matchesPhrase(phrase);
}

const NO_SYNONYMS = new SynonymIndex([]);
