import { FIELD_START, KIND } from '../../analysis/terms.ts';
import { planForAllWords, QueryCompiler } from '../../query/compile.ts';
import { ExplanationBuilder } from '../../query/explanation-builder.ts';
import type { SearchFilters } from '../../query/filters.ts';
import { planFiltersOf } from '../../query/narrow.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { PhrasePlan, QueryPlan } from '../../query/plan.ts';
import type { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';

/**
 * A saved query as numbers, compiled like a search.
 *
 *   required    groups, each as its length and its numbers. An article has to contain one number of each group.
 *               Numbers from 0 on are terms, negative ones the phrase ~number.
 *   excluded    an article may contain none of these; numbers as in a group
 *   phrases     the article has to contain the first `requiredPhrases` of them as well
 */
export function compileSaved(saved: SavedQuery, language: string, deps: CompileDeps): NumberedQuery | null {
  const compiled = compileQuery(saved, language, deps);
  // As in a search: a query with nothing but exclusions finds nothing.
  return compiled.required.length === 0 ? null : compiled;
}

/** The same for queries without required terms. */
export function compileQuery(saved: SavedQuery, language: string, deps: CompileDeps): NumberedQuery {
  const { query, filters } = saved;
  const narrowing = planFiltersOf(query.filters, filters);
  const languages = narrowing.languages.length > 0 ? narrowing.languages : [language];
  const compiler = new QueryCompiler(
    EMPTY_VOCABULARY,
    languages,
    deps.synonyms,
    new ExplanationBuilder(false),
  );
  const plan = planForAllWords(compiler.compile(query, new Map()), narrowing);
  return new QueryNumbering(deps.numberOf).compiled(plan);
}

class QueryNumbering {
  readonly #numberOf: (term: string) => number;
  readonly #phrases: NumberedPhrase[] = [];

  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  compiled(plan: QueryPlan): NumberedQuery {
    for (const phrase of plan.phrases) this.#phrase(phrase);
    const requiredPhrases = this.#phrases.length;
    const groups = [
      ...plan.required.map(({ terms, phrases }) => [
        ...terms.map(({ term }) => this.#numberOf(term)),
        ...phrases.map(phrase => this.#phrase(phrase)),
      ]),
      ...plan.filters.map(terms => terms.map(this.#numberOf)),
    ];
    const excluded = plan.excluded.map(each =>
      'phrase' in each ? this.#phrase(each.phrase) : this.#numberOf(each.term),
    );
    return {
      required: Int32Array.from(groups.flatMap(group => [group.length, ...group])),
      excluded: Int32Array.from(excluded),
      phrases: this.#phrases,
      requiredPhrases,
      after: plan.after ?? Number.NEGATIVE_INFINITY,
      before: plan.before ?? Number.POSITIVE_INFINITY,
    };
  }

  #phrase({ words, isInTitle }: PhrasePlan): number {
    this.#phrases.push({
      words: words.map(({ offset, stems }) => ({
        offset,
        terms: Int32Array.from(stems, stem => this.#numberOf(KIND.word + stem)),
      })),
      positionLimit: isInTitle ? FIELD_START.tags : Number.POSITIVE_INFINITY,
    });
    return ~(this.#phrases.length - 1);
  }
}

/** Words of saved queries are never prefixes, so the compiler never consults the vocabulary. */
const EMPTY_VOCABULARY: Vocabulary = {
  articles: 0,
  languages: [],
  articlesWithStem: () => 0,
  articlesWithWord: () => 0,
  similar: () => [],
  soundingLike: () => [],
  startingWith: () => [],
  articlesWithPhrase: () => 0,
};

export interface SavedQuery {
  /** Parsed from a text that ends in a blank, so the last word is complete. */
  readonly query: ParsedQuery;
  readonly filters: SearchFilters;
}

interface CompileDeps {
  readonly synonyms: SynonymIndex;
  readonly numberOf: (term: string) => number;
}

export interface NumberedQuery {
  readonly required: Int32Array;
  readonly excluded: Int32Array;
  readonly phrases: readonly NumberedPhrase[];
  readonly requiredPhrases: number;
  /** In seconds; `after` is inclusive, `before` exclusive. */
  readonly after: number;
  readonly before: number;
}

export interface NumberedPhrase {
  readonly words: readonly { readonly offset: number; readonly terms: Int32Array }[];
  /** Positions from this one on are ignored. */
  readonly positionLimit: number;
}
