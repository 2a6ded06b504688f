import { KIND } from '../../analysis/terms.ts';
import { wordsOf } from '../../analysis/words.ts';
import {
  type CompiledClause,
  type CompiledQuery,
  Compiler,
  type Corrections,
  planOfAll,
  planOfAny,
} from '../../query/compile.ts';
import { correctWord } from '../../query/correct.ts';
import { Notes } from '../../query/explanation-builder.ts';
import type { MatchedWords } from '../../query/highlight.ts';
import { narrowingOf } from '../../query/narrow.ts';
import type { ParsedQuery } from '../../query/parsed-query.ts';
import type { Plan } from '../../query/plan.ts';
import type { SynonymIndex } from '../../query/synonyms.ts';
import type { Vocabulary } from '../../query/vocabulary.ts';
import type { Correction, SearchOptions, SearchResult } from '../port.ts';
import { hitsOf, roomFor } from './hits.ts';
import { type Evaluation, evaluate } from './lookup/evaluate.ts';
import type { View } from './lookup/index-view.ts';
import { byDate, byRelevance } from './lookup/ranking.ts';
import { liftRelated } from './lookup/relevance-feedback.ts';

/**
 * SRCH-3: the whole way of a query.
 *
 *   words --> terms --> all of them --found little--> corrected, all of them --found little--> any of them
 *
 * A correction stands in when what was typed finds little and the correction finds more.
 */
export function searchView(
  view: View,
  vocabulary: Vocabulary,
  synonyms: SynonymIndex,
  query: ParsedQuery,
  options: SearchOptions,
): SearchResult {
  return new Search(view, vocabulary, synonyms, query, options).run();
}

class Search {
  readonly #view: View;
  readonly #vocabulary: Vocabulary;
  readonly #query: ParsedQuery;
  readonly #options: SearchOptions;
  readonly #notes: Notes;
  readonly #compiler: Compiler;
  readonly #narrowing: ReturnType<typeof narrowingOf>;

  constructor(
    view: View,
    vocabulary: Vocabulary,
    synonyms: SynonymIndex,
    query: ParsedQuery,
    options: SearchOptions,
  ) {
    this.#view = view;
    this.#vocabulary = vocabulary;
    this.#query = query;
    this.#options = options;
    this.#notes = new Notes(options.isExplained ?? false);
    this.#narrowing = narrowingOf(query.filters, options.filters ?? {});
    const languages = this.#narrowing.languages.length > 0 ? this.#narrowing.languages : vocabulary.languages;
    this.#compiler = new Compiler(
      vocabulary,
      languages.length > 0 ? languages : ['en'],
      synonyms,
      this.#notes,
    );
  }

  run(): SearchResult {
    this.#notes.say('parse', told(this.#query));
    const literal = this.#attempt(new Map());
    if (literal.evaluation.total >= LITTLE || this.#options.correction === 'off')
      return this.#finish(literal, null);
    const corrections = this.#corrections();
    if (corrections.size === 0) return this.#finish(literal, null);
    const corrected = this.#attempt(corrections);
    const isApplied = corrected.evaluation.total > literal.evaluation.total || literal.evaluation.total === 0;
    const correction = { text: withCorrections(this.#query.text, corrections), isApplied };
    return this.#finish(isApplied ? corrected : literal, correction);
  }

  #attempt(corrections: Corrections): Attempt {
    const compiled = this.#compiler.compile(this.#query, corrections);
    const evaluation = this.#evaluate(planOfAll(compiled, this.#narrowing), this.#isByDate);
    this.#notes.say('lookup', `all words: ${evaluation.total} articles`);
    return { compiled, evaluation, matching: 'all' };
  }

  /** Fewer than some hold all the words: whoever holds some of them is better than nothing. */
  #relax(attempt: Attempt): Attempt {
    const { clauses } = attempt.compiled;
    const words = clauses.reduce((sum, clause) => sum + clause.words.length, 0);
    // What stands in quotes or is wanted in titles stays required, so nothing else would be found.
    if (attempt.evaluation.total >= LITTLE || words < 2 || clauses.every(({ isStrict }) => isStrict))
      return attempt;
    const evaluation = this.#evaluate(
      planOfAny(attempt.compiled, this.#narrowing),
      this.#isByDate,
      FEEDBACK_ROOM,
    );
    this.#notes.say('lookup', `any word: ${evaluation.total} articles`);
    if (evaluation.total <= attempt.evaluation.total) return attempt;
    if (!this.#isByDate) {
      liftRelated(evaluation.found, this.#view);
      this.#notes.say('ranking', 'articles that are about the same as the best ones were lifted');
    }
    return { ...attempt, evaluation, matching: 'any' };
  }

  #evaluate(plan: Plan, isByDate: boolean, least = 0): Evaluation {
    const ranking = isByDate ? byDate() : byRelevance(this.#options.now ?? null);
    const room = Math.max(least, roomFor(this.#options));
    return evaluate(plan, this.#view, ranking, { room, hasFacets: this.#options.hasFacets ?? false });
  }

  get #isByDate(): boolean {
    return this.#options.sort === 'date';
  }

  /** Words that no article has, each with what it may have meant. */
  #corrections(): Corrections {
    const corrections = new Map<string, NonNullable<ReturnType<typeof correctWord>>>();
    const terms = this.#query.clauses.flatMap(({ alternatives }) => alternatives);
    for (const term of terms)
      for (const word of term.words.flatMap(each => wordsOf(each, MOST_WORDS).map(({ folded }) => folded))) {
        if (corrections.size >= MOST_CORRECTED || corrections.has(word) || this.#isKnown(word, term.isPrefix))
          continue;
        const correction = correctWord(word, this.#vocabulary);
        if (correction === null) continue;
        corrections.set(word, correction);
        this.#notes.say(correction.stage, `${word} → ${correction.words.join(' ')}`);
      }
    return corrections;
  }

  #isKnown(word: string, isPrefix: boolean): boolean {
    if (this.#compiler.isKnown(word)) return true;
    return isPrefix && this.#vocabulary.startingWith(word, 1).length > 0;
  }

  #finish(attempt: Attempt, correction: Correction | null): SearchResult {
    const { compiled, evaluation, matching } = this.#relax(attempt);
    this.#notes.say('ranking', this.#isByDate ? 'by date' : 'by relevance');
    return {
      total: evaluation.total,
      isTotalExact: evaluation.isExact,
      matching,
      hits: hitsOf(evaluation.found, this.#view, this.#options),
      facets: evaluation.facets,
      correction,
      matched: matchedBy(compiled.clauses),
      explanation: this.#notes.explanation(),
    };
  }
}

function told({ clauses, excluded, filters }: ParsedQuery): string {
  const wanted = clauses.map(({ alternatives }) =>
    alternatives.map(({ words }) => words.join(' ')).join(' OR '),
  );
  const unwanted = excluded.map(({ words }) => `-${words.join(' ')}`);
  const lists = Object.entries(filters).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [] : [`${name}: ${value}`],
  );
  return [...wanted, ...unwanted, ...lists].join(', ');
}

/** The stems that a reader sees marked. */
function matchedBy(clauses: readonly CompiledClause[]): MatchedWords {
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

function withCorrections(text: string, corrections: Corrections): string {
  return text.replace(WORD, word => {
    const [folded] = wordsOf(word, 1);
    return corrections.get(folded?.folded ?? '')?.words.join(' ') ?? word;
  });
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]{2,})?/gu;
/** Fewer articles than these are little. */
const LITTLE = 5;
const FEEDBACK_ROOM = 200;
const MOST_CORRECTED = 12;
const MOST_WORDS = 32;

interface Attempt {
  readonly compiled: CompiledQuery;
  readonly evaluation: Evaluation;
  readonly matching: 'all' | 'any';
}
