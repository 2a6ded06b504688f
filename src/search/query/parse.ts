import type { Clause, ParsedQuery, QueryFilters, Term } from './parsed-query.ts';
import { type Operator, type QueryToken, tokensOf } from './tokens.ts';

/**
 * SRCH-2: words, "phrases", -exclusions, OR and `field:value`. No text is an error: operators without an operand,
 * unclosed quotes and invalid dates are read as words.
 */
export function parseQuery(text: string): ParsedQuery {
  const cut = text.slice(0, MAX_QUERY_LENGTH);
  const builder = new QueryBuilder();
  for (const token of tokensOf(cut)) builder.add(token);
  return { text: cut, ...builder.result() };
}

/**
 * OR between two terms puts both into one clause; at the edges of a query, and next to anything that is not a
 * required term, it has no effect.
 */
class QueryBuilder {
  readonly #clauses: Term[][] = [];
  readonly #excluded: Term[] = [];
  readonly #filters = new FilterBuilder();
  #isOrPending = false;
  #isLastATerm = false;
  #terms = 0;

  add(token: QueryToken): void {
    if (token.kind === 'or') {
      this.#isOrPending = this.#isLastATerm;
      return;
    }
    const isFilter =
      token.operator !== null && this.#filters.add(token.operator, token.text, token.isExcluded);
    const term = isFilter ? null : termOf(token);
    if (term !== null && ++this.#terms > MAX_TERMS) return;
    if (token.isExcluded && term) this.#excluded.push(term);
    if (isFilter || token.isExcluded) {
      this.#isOrPending = false;
      this.#isLastATerm = false;
    } else if (term) this.#addClause(term);
  }

  #addClause(term: Term): void {
    const last = this.#clauses.at(-1);
    if (this.#isOrPending && last) last.push(term);
    else this.#clauses.push([term]);
    this.#isOrPending = false;
    this.#isLastATerm = true;
  }

  result(): Omit<ParsedQuery, 'text'> {
    const clauses: Clause[] = this.#clauses.map(alternatives => ({ alternatives }));
    return { clauses, excluded: this.#excluded, filters: this.#filters.result() };
  }
}

function termOf({ text, operator, isQuoted, isLast }: Exclude<QueryToken, { kind: 'or' }>): Term | null {
  const isTitle = operator === 'title';
  // A field with an invalid value, such as `before:noon`, is part of the words.
  const words = wordsIn(operator === null || isTitle ? text : `${operator} ${text}`);
  if (words.length === 0) return null;
  return {
    words: words.slice(0, MAX_WORDS_PER_TERM),
    isPhrase: isQuoted && words.length > 1,
    field: isTitle ? 'title' : 'any',
    isPrefix: isLast && !isQuoted,
  };
}

/** `well-known` is one term of two words: they are searched as a phrase as long as that finds enough. */
function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

class FilterBuilder {
  readonly #lists = new Map<string, string[]>();
  #after: number | null = null;
  #before: number | null = null;

  /** False when the value is invalid. */
  add(operator: Operator, value: string, isExcluded: boolean): boolean {
    if (operator === 'title' || value.trim() === '') return false;
    if (operator === 'after' || operator === 'before') return !isExcluded && this.#addDate(operator, value);
    const name = isExcluded ? `-${operator}` : operator;
    const list = this.#lists.get(name) ?? [];
    if (list.length < MAX_VALUES && !list.includes(value)) list.push(value);
    this.#lists.set(name, list);
    return true;
  }

  #addDate(operator: 'after' | 'before', value: string): boolean {
    const time = dayOf(value);
    if (time === null) return false;
    if (operator === 'after') this.#after = Math.max(time, this.#after ?? time);
    else this.#before = Math.min(time, this.#before ?? time);
    return true;
  }

  result(): QueryFilters {
    const list = (name: string) => this.#lists.get(name) ?? [];
    return {
      sources: list('source'),
      excludedSources: list('-source'),
      topics: list('topic'),
      excludedTopics: list('-topic'),
      languages: list('lang'),
      excludedLanguages: list('-lang'),
      after: this.#after,
      before: this.#before,
    };
  }
}

/** The start of `2026`, `2026-03` or `2026-03-09`, in UTC. */
function dayOf(value: string): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1_000;
  return isReal ? date.getTime() : null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MAX_QUERY_LENGTH = 10_000;
const MAX_TERMS = 256;
const MAX_WORDS_PER_TERM = 32;
const MAX_VALUES = 32;
