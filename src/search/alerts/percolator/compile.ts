import { FIELD_START, KIND } from '../../analysis/terms.ts';
import { Compiler, planOfAll } from '../../query/compile.ts';
import { Notes } from '../../query/explanation-builder.ts';
import type { SearchFilters } from '../../query/filters.ts';
import { narrowingOf } from '../../query/narrow.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { Phrase, Plan } from '../../query/plan.ts';
import type { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';

/**
 * A saved query as numbers, by the same compiler that prepares a search.
 *
 *   wanted      groups one behind the other: how many numbers, then the numbers. One of each group has to be there.
 *               A number from 0 on is a term, a negative one the phrase ~number.
 *   unwanted    none of these may be there; numbers as in a group
 *   phrases     the first `required` of them have to stand in the article besides
 */
export function compileSaved(saved: SavedQuery, language: string, tools: CompileTools): Compiled | null {
  const compiled = compileQuery(saved, language, tools);
  // As in a search: what only leaves out finds nothing.
  return compiled.wanted.length === 0 ? null : compiled;
}

/** The same for queries that want nothing in particular. */
export function compileQuery(saved: SavedQuery, language: string, tools: CompileTools): Compiled {
  const { query, filters } = saved;
  const narrowing = narrowingOf(query.filters, filters);
  const languages = narrowing.languages.length > 0 ? narrowing.languages : [language];
  const compiler = new Compiler(NO_WORDS, languages, tools.synonyms, new Notes(false));
  const plan = planOfAll(compiler.compile(query, new Map()), narrowing);
  return new Numbering(tools.numberOf).compiled(plan);
}

class Numbering {
  readonly #numberOf: (term: string) => number;
  readonly #phrases: NumberedPhrase[] = [];

  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  compiled(plan: Plan): Compiled {
    for (const phrase of plan.phrases) this.#phrase(phrase);
    const required = this.#phrases.length;
    const groups = [
      ...plan.required.map(({ terms, phrases }) => [
        ...terms.map(({ term }) => this.#numberOf(term)),
        ...phrases.map(phrase => this.#phrase(phrase)),
      ]),
      ...plan.filters.map(terms => terms.map(this.#numberOf)),
    ];
    const unwanted = plan.excluded.map(each =>
      'phrase' in each ? this.#phrase(each.phrase) : this.#numberOf(each.term),
    );
    return {
      wanted: Int32Array.from(groups.flatMap(group => [group.length, ...group])),
      unwanted: Int32Array.from(unwanted),
      phrases: this.#phrases,
      required,
      after: plan.after ?? Number.NEGATIVE_INFINITY,
      before: plan.before ?? Number.POSITIVE_INFINITY,
    };
  }

  #phrase({ places, isInTitle }: Phrase): number {
    this.#phrases.push({
      places: places.map(({ offset, stems }) => ({
        offset,
        terms: Int32Array.from(stems, stem => this.#numberOf(KIND.word + stem)),
      })),
      end: isInTitle ? FIELD_START.tags : Number.POSITIVE_INFINITY,
    });
    return ~(this.#phrases.length - 1);
  }
}

/** No word of a saved query is the beginning of another, so no vocabulary is ever asked. */
const NO_WORDS: Vocabulary = {
  articles: 0,
  languages: [],
  articlesWithStem: () => 0,
  articlesWithWord: () => 0,
  similar: () => [],
  sounding: () => [],
  startingWith: () => [],
  articlesWithPhrase: () => 0,
};

export interface SavedQuery {
  /** Parsed from a text with a blank at its end: its last word is whole. */
  readonly query: ParsedQuery;
  readonly filters: SearchFilters;
}

interface CompileTools {
  readonly synonyms: SynonymIndex;
  readonly numberOf: (term: string) => number;
}

export interface Compiled {
  readonly wanted: Int32Array;
  readonly unwanted: Int32Array;
  readonly phrases: readonly NumberedPhrase[];
  readonly required: number;
  /** Seconds: published then or later, and earlier than. */
  readonly after: number;
  readonly before: number;
}

export interface NumberedPhrase {
  readonly places: readonly { readonly offset: number; readonly terms: Int32Array }[];
  /** Positions from here on do not count. */
  readonly end: number;
}
