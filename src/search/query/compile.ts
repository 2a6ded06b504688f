import { stemOf } from '../analysis/stems.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { KIND } from '../analysis/terms.ts';
import { wordsOf } from '../analysis/words.ts';
import type { WordCorrection } from './correct.ts';
import type { ExplanationBuilder } from './explanation-builder.ts';
import type { ParsedQuery, Term } from './parsed-query.ts';
import type { ExcludedTerm, PhrasePlan, QueryPlan, TermGroup, WeightedTerm } from './plan.ts';
import type { SynonymIndex } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Compiles words into terms: normalised, without stop words, stemmed like the articles, with synonyms, and with the
 * corrections of unknown words.
 */
export class QueryCompiler {
  readonly #vocabulary: Vocabulary;
  readonly #languages: readonly string[];
  readonly #synonyms: SynonymIndex;
  readonly #notes: ExplanationBuilder;

  constructor(
    vocabulary: Vocabulary,
    languages: readonly string[],
    synonyms: SynonymIndex,
    notes: ExplanationBuilder,
  ) {
    this.#vocabulary = vocabulary;
    this.#languages = languages;
    this.#synonyms = synonyms;
    this.#notes = notes;
  }

  compile({ clauses, excluded }: ParsedQuery, corrections: Corrections): CompiledQuery {
    const joined = this.#synonyms.joinPhrases(clauses, note => this.#notes.note('synonyms', note));
    const analysed = joined.map(({ alternatives }) =>
      alternatives.map(term => this.#analyse(term, corrections)),
    );
    const isSignificant = (terms: readonly AnalysedTerm[]) =>
      terms.some(({ tokens }) => tokens.some(({ isStop }) => !isStop));
    const significant = analysed.filter(isSignificant);
    // A query of nothing but stop words, such as the name of a band, is searched in titles.
    const kept = significant.length > 0 ? significant : analysed.filter(terms => terms.length > 0);
    if (significant.length < analysed.length && significant.length > 0)
      this.#notes.note('stop words', `left out: ${droppedWords(analysed, isSignificant)}`);
    return {
      clauses: kept
        .map(terms => this.#compileClause(terms, significant.length === 0))
        .filter(({ group }) => group.terms.length + group.phrases.length > 0)
        .slice(0, MAX_CLAUSES),
      excluded: excluded
        .flatMap(term => this.#compileExcluded(this.#analyse(term, new Map())))
        .slice(0, MAX_CLAUSES),
    };
  }

  #analyse(term: Term, corrections: Corrections): AnalysedTerm {
    const folded = term.words.flatMap(word => wordsOf(word, MAX_WORDS_PER_TERM).map(each => each.folded));
    const tokens = folded.flatMap(word => {
      const correction = corrections.get(word);
      const words = correction?.words ?? [word];
      return words.map(each => ({
        word: each,
        stems: this.#stemsOf(each),
        isStop: this.#isStop(each),
        others: correction?.others.map(other => other.word) ?? [],
      }));
    });
    this.#notes.note('normalise', `${term.words.join(' ')} → ${folded.join(' ')}`);
    for (const { word, stems } of tokens) this.#notes.note('stemming', `${word} → ${stems.join(', ')}`);
    return { ...term, tokens };
  }

  /** A stop word, or a word of at least one article. */
  isKnown(word: string): boolean {
    if (this.#languages.some(language => isStopWord(word, language))) return true;
    return this.#stemsOf(word).some(stem => this.#vocabulary.articlesWithStem(stem) > 0);
  }

  #stemsOf(word: string): string[] {
    return [...new Set(this.#languages.map(language => stemOf(word, language)))];
  }

  #isStop(word: string): boolean {
    return this.#languages.every(language => isStopWord(word, language));
  }

  #compileClause(terms: readonly AnalysedTerm[], isTitleOnly: boolean): CompiledClause {
    const [first] = terms;
    const isAlone = terms.length === 1 && first !== undefined;
    if (isAlone && first.tokens.length > 1 && !isTitleOnly) return this.#compileCompound(first);
    const group = this.#groupOf(terms, isTitleOnly);
    return { group, words: [group], phrase: null, isStrict: first?.field === 'title' };
  }

  /** Adjacent words: required as a phrase in quotes, otherwise as long as that finds enough. */
  #compileCompound(term: AnalysedTerm): CompiledClause {
    const words = term.tokens
      .filter(({ isStop }) => !isStop)
      .map(token => this.#groupOf([{ ...term, isPrefix: false, tokens: [token] }], false));
    const phrase = phraseOf(term);
    return {
      group: words[0] ?? EMPTY_GROUP,
      words,
      phrase,
      isStrict: term.isPhrase || term.field === 'title',
    };
  }

  #groupOf(terms: readonly AnalysedTerm[], isTitleOnly: boolean): TermGroup {
    const weights = new Map<string, number>();
    const phrases: PhrasePlan[] = [];
    const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    for (const term of terms) {
      const [token] = term.tokens;
      if (token === undefined) continue;
      const kind = term.field === 'title' || isTitleOnly ? KIND.title : KIND.word;
      if (term.tokens.length > 1) {
        if (isTitleOnly) for (const { stems } of term.tokens) add(KIND.title + (stems[0] ?? ''), 1);
        else phrases.push(phraseOf(term));
        continue;
      }
      for (const stem of token.stems) add(kind + stem, 1);
      for (const other of token.others)
        for (const stem of this.#stemsOf(other)) add(kind + stem, ALTERNATIVE_WEIGHT);
      if (term.isPrefix) for (const stem of this.#completions(token.word)) add(kind + stem, PREFIX_WEIGHT);
      phrases.push(...this.#addSynonyms(token.word, stem => add(kind + stem, SYNONYM_WEIGHT)));
    }
    const all: WeightedTerm[] = [...weights].map(([term, weight]) => ({ term, weight }));
    return { label: terms.map(({ words }) => words.join(' ')).join(' OR '), terms: all, phrases };
  }

  /** A known word counts as complete, unless its completions are more frequent. */
  #completions(word: string): string[] {
    if ([...word].length < MIN_PREFIX_LENGTH) return [];
    const exactMatches = this.#vocabulary.articlesWithWord(word);
    const words = this.#vocabulary.startingWith(word, MAX_COMPLETIONS).filter(each => each.word !== word);
    if (exactMatches >= words.reduce((sum, { articles }) => sum + articles, 0)) return [];
    if (words.length > 0) this.#notes.note('lookup', `${word}* → ${words.map(each => each.word).join(', ')}`);
    return words.flatMap(each => this.#stemsOf(each.word));
  }

  #addSynonyms(word: string, add: (stem: string) => void): PhrasePlan[] {
    const phrases: PhrasePlan[] = [];
    for (const synonym of this.#synonyms.of(word)) {
      this.#notes.note('synonyms', `${word} = ${synonym.join(' ')}`);
      const words = synonym.map((each, offset) => ({ offset, stems: this.#stemsOf(each) }));
      if (words.length === 1) for (const stem of words[0]?.stems ?? []) add(stem);
      else phrases.push({ words, isInTitle: false });
    }
    return phrases;
  }

  #compileExcluded(term: AnalysedTerm): ExcludedTerm[] {
    const kind = term.field === 'title' ? KIND.title : KIND.word;
    if (term.tokens.length > 1) return [{ phrase: phraseOf(term) }];
    return (term.tokens[0]?.stems ?? []).map(stem => ({ term: kind + stem }));
  }
}

function phraseOf({ tokens, field }: AnalysedTerm): PhrasePlan {
  const kept = tokens.map(({ stems, isStop }, offset) => ({ stems, isStop, offset }));
  return { words: kept.filter(({ isStop }) => !isStop), isInTitle: field === 'title' };
}

function droppedWords(
  analysed: readonly (readonly AnalysedTerm[])[],
  isSignificant: (terms: readonly AnalysedTerm[]) => boolean,
): string {
  const dropped = analysed.filter(terms => !isSignificant(terms));
  return dropped.map(terms => terms.map(({ words }) => words.join(' ')).join(' OR ')).join(', ');
}

/** Requires all words. */
export function planForAllWords({ clauses, excluded }: CompiledQuery, narrowing: PlanFilters): QueryPlan {
  return {
    ...narrowing,
    excluded: [...excluded, ...narrowing.excludedTerms],
    required: clauses.flatMap(({ words }) => words),
    optional: [],
    phrases: clauses.flatMap(({ phrase }) => phrase ?? []),
  };
}

/** Requires any of the words; phrases and title terms stay required. */
export function planForAnyWord({ clauses, excluded }: CompiledQuery, narrowing: PlanFilters): QueryPlan {
  const strict = clauses.filter(({ isStrict }) => isStrict);
  const loose = clauses.filter(({ isStrict }) => !isStrict);
  return {
    ...narrowing,
    excluded: [...excluded, ...narrowing.excludedTerms],
    required: strict.flatMap(({ words }) => words),
    optional: loose.flatMap(({ words }) => words),
    phrases: strict.flatMap(({ phrase }) => phrase ?? []),
  };
}

const EMPTY_GROUP: TermGroup = { label: '', terms: [], phrases: [] };
const MAX_CLAUSES = 64;
const MAX_WORDS_PER_TERM = 32;
const MAX_COMPLETIONS = 12;
const MIN_PREFIX_LENGTH = 2;
const PREFIX_WEIGHT = 0.7;
const SYNONYM_WEIGHT = 0.7;
const ALTERNATIVE_WEIGHT = 0.4;

export type Corrections = ReadonlyMap<string, WordCorrection>;
export type PlanFilters = Pick<QueryPlan, 'filters' | 'after' | 'before'> & {
  readonly excludedTerms: readonly ExcludedTerm[];
};

interface AnalysedTerm extends Term {
  readonly tokens: readonly {
    readonly word: string;
    readonly stems: readonly string[];
    readonly isStop: boolean;
    readonly others: readonly string[];
  }[];
}

export interface CompiledQuery {
  readonly clauses: readonly CompiledClause[];
  readonly excluded: readonly ExcludedTerm[];
}

export interface CompiledClause {
  readonly group: TermGroup;
  /** The required groups; one for each word of a compound. */
  readonly words: readonly TermGroup[];
  readonly phrase: PhrasePlan | null;
  readonly isStrict: boolean;
}
