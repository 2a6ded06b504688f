import { SynonymIndex } from '../../engine/embedded/pipeline/synonyms.ts';
import { secondOf } from '../../engine/embedded/segment/write.ts';
import type { SearchDocument } from '../../engine/port.ts';
import { ArticleTerms } from './article-terms.ts';
import { compileQuery, type SavedQuery } from './compile.ts';
import { isMatch } from './language-index.ts';
import { termsIn } from './terms-in.ts';

/** Whether filters and exclusions of a query let an article in, whatever its words. */
export function admits({ query, filters }: SavedQuery, document: SearchDocument): boolean {
  const numbers = new Map<string, number>();
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  const wordless = { query: { ...query, clauses: [] }, filters };
  const tools = { synonyms: NO_SYNONYMS, numberOf };
  const compiled = compileQuery(wordless, document.language || 'en', tools);
  const article = new ArticleTerms();
  article.reserve(numbers.size);
  article.begin(secondOf(document));
  for (const [term, positions] of termsIn(document)) {
    const number = numbers.get(term);
    if (number !== undefined) article.add(number, positions);
  }
  return isMatch(compiled, article);
}

const NO_SYNONYMS = new SynonymIndex([]);
