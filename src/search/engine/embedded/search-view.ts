import { KIND } from '../../analysis/terms.ts';
import { wordsOf } from '../../analysis/words.ts';
import {
  type CompiledClause,
  type CompiledQuery,
  type Corrections,
  planForAllWords,
  planForAnyWord,
  QueryCompiler,
} from '../../query/compile.ts';
import { correctWord } from '../../query/correct.ts';
import { ExplanationBuilder } from '../../query/explanation-builder.ts';
import type { MatchedWords } from '../../query/highlight.ts';
import { planFiltersOf } from '../../query/narrow.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { QueryPlan } from '../../query/plan.ts';
import type { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';
import type { Correction, SearchOptions, SearchResult } from '../port.ts';
import { hitsOf, requiredHits } from './hits.ts';
import { type Evaluation, evaluate } from './lookup/evaluate.ts';
import type { IndexView } from './lookup/index-view.ts';
import { byDate, byRelevance } from './lookup/ranking.ts';
import { boostRelated } from './lookup/relevance-feedback.ts';

/**
 * SRCH-3: runs a query.
 *
 *   words --> terms --> all words --few results--> corrected, all words --few results--> any word
 *
 * A correction is applied when the original query finds little and the correction finds more.
 */
export function searchView(
  view: IndexView,
  vocabulary: Vocabulary,
  synonyms: SynonymIndex,
  query: ParsedQuery,
  options: SearchOptions,
): SearchResult {
  return new SearchRun(view, vocabulary, synonyms, query, options).run();
}

class SearchRun {
  readonly #view: IndexView;
  readonly #vocabulary: Vocabulary;
  readonly #query: ParsedQuery;
  readonly #options: SearchOptions;
  readonly #explanation: ExplanationBuilder;
  readonly #compiler: QueryCompiler;
  readonly #filters: ReturnType<typeof planFiltersOf>;

  constructor(
    view: IndexView,
    vocabulary: Vocabulary,
    synonyms: SynonymIndex,
    query: ParsedQuery,
    options: SearchOptions,
  ) {
    this.#view = view;
    this.#vocabulary = vocabulary;
    this.#query = query;
    this.#options = options;
    this.#explanation = new ExplanationBuilder(options.isExplained ?? false);
    this.#filters = planFiltersOf(query.filters, options.filters ?? {});
    const languages = this.#filters.languages.length > 0 ? this.#filters.languages : vocabulary.languages;
    this.#compiler = new QueryCompiler(
      vocabulary,
      languages.length > 0 ? languages : ['en'],
      synonyms,
      this.#explanation,
    );
  }

  run(): SearchResult {
    this.#explanation.note('parse', describe(this.#query));
    const literal = this.#attempt(new Map());
    if (literal.evaluation.total >= FEW_ARTICLES || this.#options.correction === 'off')
      return this.#finish(literal, null);
    const corrections = this.#corrections();
    if (corrections.size === 0) return this.#finish(literal, null);
    const corrected = this.#attempt(corrections);
    const isApplied = corrected.evaluation.total > literal.evaluation.total || literal.evaluation.total === 0;
    const correction = { text: withCorrections(this.#query.text, corrections), isApplied };
    return this.#finish(isApplied ? corrected : literal, correction);
  }

  #attempt(corrections: Corrections): SearchAttempt {
    const compiled = this.#compiler.compile(this.#query, corrections);
    const evaluation = this.#evaluate(planForAllWords(compiled, this.#filters), this.#isByDate);
    this.#explanation.note('lookup', `all words: ${evaluation.total} articles`);
    return { compiled, evaluation, matching: 'all' };
  }

  /** Few articles contain all words: some of the words are better than nothing. */
  #relaxToAnyWord(attempt: SearchAttempt): SearchAttempt {
    const { clauses } = attempt.compiled;
    const words = clauses.reduce((sum, clause) => sum + clause.words.length, 0);
    // Phrases and title terms stay required, so relaxing the query would find nothing else.
    if (attempt.evaluation.total >= FEW_ARTICLES || words < 2 || clauses.every(({ isStrict }) => isStrict))
      return attempt;
    const evaluation = this.#evaluate(
      planForAnyWord(attempt.compiled, this.#filters),
      this.#isByDate,
      FEEDBACK_DEPTH,
    );
    this.#explanation.note('lookup', `any word: ${evaluation.total} articles`);
    if (evaluation.total <= attempt.evaluation.total) return attempt;
    if (!this.#isByDate) {
      boostRelated(evaluation.found, this.#view);
      this.#explanation.note('ranking', 'articles related to the best ones were boosted');
    }
    return { ...attempt, evaluation, matching: 'any' };
  }

  #evaluate(plan: QueryPlan, isByDate: boolean, minRoom = 0): Evaluation {
    const ranking = isByDate ? byDate() : byRelevance(this.#options.now ?? null);
    const room = Math.max(minRoom, requiredHits(this.#options));
    return evaluate(plan, this.#view, ranking, { room, hasFacets: this.#options.hasFacets ?? false });
  }

  get #isByDate(): boolean {
    return this.#options.sort === 'date';
  }

  /** Words that no article contains, each with its likely correction. */
  #corrections(): Corrections {
    const corrections = new Map<string, NonNullable<ReturnType<typeof correctWord>>>();
    const terms = this.#query.clauses.flatMap(({ alternatives }) => alternatives);
    for (const term of terms)
      for (const word of term.words.flatMap(each => wordsOf(each, MAX_WORDS).map(({ folded }) => folded))) {
        if (
          corrections.size >= MAX_CORRECTIONS ||
          corrections.has(word) ||
          this.#isKnown(word, term.isPrefix)
        )
          continue;
        const correction = correctWord(word, this.#vocabulary);
        if (correction === null) continue;
        corrections.set(word, correction);
        this.#explanation.note(correction.stage, `${word} → ${correction.words.join(' ')}`);
      }
    return corrections;
  }

  #isKnown(word: string, isPrefix: boolean): boolean {
    if (this.#compiler.isKnown(word)) return true;
    return isPrefix && this.#vocabulary.startingWith(word, 1).length > 0;
  }

  #finish(attempt: SearchAttempt, correction: Correction | null): SearchResult {
    const { compiled, evaluation, matching } = this.#relaxToAnyWord(attempt);
    this.#explanation.note('ranking', this.#isByDate ? 'by date' : 'by relevance');
    return {
      total: evaluation.total,
      isTotalExact: evaluation.isExact,
      matching,
      hits: hitsOf(evaluation.found, this.#view, this.#options),
      facets: evaluation.facets,
      correction,
      matched: matchedWords(compiled.clauses),
      explanation: this.#explanation.build(),
    };
  }
}

function describe({ clauses, excluded, filters }: ParsedQuery): string {
  const wanted = clauses.map(({ alternatives }) =>
    alternatives.map(({ words }) => words.join(' ')).join(' OR '),
  );
  const unwanted = excluded.map(({ words }) => `-${words.join(' ')}`);
  const lists = Object.entries(filters).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [] : [`${name}: ${value}`],
  );
  return [...wanted, ...unwanted, ...lists].join(', ');
}

/** The stems to highlight. */
function matchedWords(clauses: readonly CompiledClause[]): MatchedWords {
  const stems = new Set<string>();
  for (const { words } of clauses)
    for (const { terms, phrases } of words) {
      for (const { term } of terms)
        if (term[0] === KIND.word || term[0] === KIND.title) stems.add(term.slice(1));
      for (const { words: positions } of phrases)
        for (const word of positions) for (const stem of word.stems) stems.add(stem);
    }
  return { stems: [...stems] };
}

function withCorrections(text: string, corrections: Corrections): string {
  return text.replace(WORD, word => {
    const [folded] = wordsOf(word, 1);
    return corrections.get(folded?.folded ?? '')?.words.join(' ') ?? word;
  });
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/gu;
/** With fewer articles, a query is corrected or relaxed. */
const FEW_ARTICLES = 5;
const FEEDBACK_DEPTH = 200;
const MAX_CORRECTIONS = 12;
const MAX_WORDS = 32;

interface SearchAttempt {
  readonly compiled: CompiledQuery;
  readonly evaluation: Evaluation;
  readonly matching: 'all' | 'any';
}
