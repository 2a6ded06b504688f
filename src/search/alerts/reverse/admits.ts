import { SynonymIndex } from '../../engine/embedded/pipeline/synonyms.ts';
import type { SearchDocument } from '../../engine/port.ts';
import { ArticleTerms } from './article-terms.ts';
import { type Compiled, compileQuery, type SavedQuery } from './compile.ts';
import { isMatch } from './language-index.ts';
import { TermReader } from './term-reader.ts';

/** Says of articles whether filters and exclusions of a query let them in, whatever their words. */
export function admission({ query, filters }: SavedQuery): (document: SearchDocument) => boolean {
  const wordless = { query: { ...query, clauses: [] }, filters };
  const numbers = new Map<string, number>();
  const byLanguage = new Map<string, Compiled>();
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
    reader.forget();
    return compiled;
  };
  return document => {
    const compiled = compiledIn(document.language || 'en');
    reader.read(document, article);
    return isMatch(compiled, article);
  };
}

const NO_SYNONYMS = new SynonymIndex([]);
