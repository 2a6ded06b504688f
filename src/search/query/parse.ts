import type { Clause, ParsedQuery, QueryFilters, Term } from './parsed-query.ts';
import { type Operator, type Token, tokensOf } from './tokens.ts';

/**
 * SRCH-2: words, "phrases", -exclusions, OR and `field:value`. No text is an error: an operator without anything to
 * work on, a quote that is never closed and a date that is none are read as words.
 */
export function parseQuery(text: string): ParsedQuery {
  const cut = text.slice(0, LONGEST_QUERY);
  const reading = new Reading();
  for (const token of tokensOf(cut)) reading.read(token);
  return { text: cut, ...reading.result() };
}

/**
 *   OR between two terms puts both into one clause; at the edges of a query, or next to something that is no
 *   wanted term, it joins nothing.
 */
class Reading {
  readonly #clauses: Term[][] = [];
  readonly #excluded: Term[] = [];
  readonly #filters = new Filters();
  #isOrPending = false;
  #isLastATerm = false;
  #terms = 0;

  read(token: Token): void {
    if (token.kind === 'or') {
      this.#isOrPending = this.#isLastATerm;
      return;
    }
    const isFilter =
      token.operator !== null && this.#filters.take(token.operator, token.text, token.isExcluded);
    const term = isFilter ? null : termOf(token);
    if (term !== null && ++this.#terms > MOST_TERMS) return;
    if (token.isExcluded && term) this.#excluded.push(term);
    if (isFilter || token.isExcluded) {
      this.#isOrPending = false;
      this.#isLastATerm = false;
    } else if (term) this.#want(term);
  }

  #want(term: Term): void {
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

function termOf({ text, operator, isQuoted, isLast }: Exclude<Token, { kind: 'or' }>): Term | null {
  const isTitle = operator === 'title';
  // A field that took nothing, as `before:noon`, is part of the words.
  const words = wordsIn(operator === null || isTitle ? text : `${operator} ${text}`);
  if (words.length === 0) return null;
  return {
    words: words.slice(0, MOST_WORDS_OF_A_TERM),
    isPhrase: isQuoted && words.length > 1,
    field: isTitle ? 'title' : 'any',
    isPrefix: isLast && !isQuoted,
  };
}

/** `well-known` is two words of one term: they are looked for side by side as long as that finds enough. */
function wordsIn(text: string): string[] {
  return text.match(WORD) ?? [];
}

class Filters {
  readonly #lists = new Map<string, string[]>();
  #after: number | null = null;
  #before: number | null = null;

  /** False when the value says nothing. */
  take(operator: Operator, value: string, isExcluded: boolean): boolean {
    if (operator === 'title' || value.trim() === '') return false;
    if (operator === 'after' || operator === 'before') return !isExcluded && this.#takeDate(operator, value);
    const name = isExcluded ? `-${operator}` : operator;
    const list = this.#lists.get(name) ?? [];
    if (list.length < MOST_VALUES && !list.includes(value)) list.push(value);
    this.#lists.set(name, list);
    return true;
  }

  #takeDate(operator: 'after' | 'before', value: string): boolean {
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

/** `2026`, `2026-03` or `2026-03-09`: its first moment, in UTC. */
function dayOf(value: string): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1_000;
  return isReal ? date.getTime() : null;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LONGEST_QUERY = 10_000;
const MOST_TERMS = 256;
const MOST_WORDS_OF_A_TERM = 32;
const MOST_VALUES = 32;
