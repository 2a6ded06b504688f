import { stemOf } from '../analysis/stems.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { KIND } from '../analysis/terms.ts';
import { wordsOf } from '../analysis/words.ts';
import type { WordCorrection } from './correct.ts';
import type { Notes } from './explanation-builder.ts';
import type { ParsedQuery, Term } from './parsed-query.ts';
import type { Excluded, Group, Phrase, Plan, WeightedTerm } from './plan.ts';
import type { SynonymIndex } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * From words to terms: normalised, without stop words, stemmed as the articles were, with synonyms, and with what
 * stands in for words that nobody wrote.
 */
export class Compiler {
  readonly #vocabulary: Vocabulary;
  readonly #languages: readonly string[];
  readonly #synonyms: SynonymIndex;
  readonly #notes: Notes;

  constructor(vocabulary: Vocabulary, languages: readonly string[], synonyms: SynonymIndex, notes: Notes) {
    this.#vocabulary = vocabulary;
    this.#languages = languages;
    this.#synonyms = synonyms;
    this.#notes = notes;
  }

  compile({ clauses, excluded }: ParsedQuery, corrections: Corrections): CompiledQuery {
    const joined = this.#synonyms.joined(clauses, note => this.#notes.say('synonyms', note));
    const read = joined.map(({ alternatives }) => alternatives.map(term => this.#read(term, corrections)));
    const isSaying = (terms: readonly ReadTerm[]) =>
      terms.some(({ places }) => places.some(({ isStop }) => !isStop));
    const saying = read.filter(isSaying);
    // A query of nothing but stop words, as the name of a band, is looked for in titles.
    const kept = saying.length > 0 ? saying : read.filter(terms => terms.length > 0);
    if (saying.length < read.length && saying.length > 0)
      this.#notes.say('stop words', `left out: ${stopped(read, isSaying)}`);
    return {
      clauses: kept
        .map(terms => this.#clauseOf(terms, saying.length === 0))
        .filter(({ group }) => group.terms.length + group.phrases.length > 0)
        .slice(0, MOST_CLAUSES),
      excluded: excluded
        .flatMap(term => this.#excludedBy(this.#read(term, new Map())))
        .slice(0, MOST_CLAUSES),
    };
  }

  #read(term: Term, corrections: Corrections): ReadTerm {
    const folded = term.words.flatMap(word => wordsOf(word, MOST_WORDS).map(each => each.folded));
    const places = folded.flatMap(word => {
      const correction = corrections.get(word);
      const words = correction?.words ?? [word];
      return words.map(each => ({
        word: each,
        stems: this.#stemsOf(each),
        isStop: this.#isStop(each),
        others: correction?.others.map(other => other.word) ?? [],
      }));
    });
    this.#notes.say('normalise', `${term.words.join(' ')} → ${folded.join(' ')}`);
    for (const { word, stems } of places) this.#notes.say('stemming', `${word} → ${stems.join(', ')}`);
    return { ...term, places };
  }

  /** Said by some article, or too common to ask. */
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

  #clauseOf(terms: readonly ReadTerm[], isTitleOnly: boolean): CompiledClause {
    const [first] = terms;
    const isAlone = terms.length === 1 && first !== undefined;
    if (isAlone && first.places.length > 1 && !isTitleOnly) return this.#compound(first);
    const group = this.#groupOf(terms, isTitleOnly);
    return { group, words: [group], phrase: null, isStrict: first?.field === 'title' };
  }

  /** Words side by side: in quotes always, otherwise as long as that finds enough. */
  #compound(term: ReadTerm): CompiledClause {
    const words = term.places
      .filter(({ isStop }) => !isStop)
      .map(place => this.#groupOf([{ ...term, isPrefix: false, places: [place] }], false));
    const phrase = phraseOf(term);
    return { group: words[0] ?? NO_GROUP, words, phrase, isStrict: term.isPhrase || term.field === 'title' };
  }

  #groupOf(terms: readonly ReadTerm[], isTitleOnly: boolean): Group {
    const weights = new Map<string, number>();
    const phrases: Phrase[] = [];
    const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    for (const term of terms) {
      const [place] = term.places;
      if (place === undefined) continue;
      const kind = term.field === 'title' || isTitleOnly ? KIND.title : KIND.word;
      if (term.places.length > 1) {
        if (isTitleOnly) for (const { stems } of term.places) add(KIND.title + (stems[0] ?? ''), 1);
        else phrases.push(phraseOf(term));
        continue;
      }
      for (const stem of place.stems) add(kind + stem, 1);
      for (const other of place.others)
        for (const stem of this.#stemsOf(other)) add(kind + stem, OTHER_WEIGHT);
      if (term.isPrefix) for (const stem of this.#beginnings(place.word)) add(kind + stem, PREFIX_WEIGHT);
      phrases.push(...this.#addSynonyms(place.word, stem => add(kind + stem, SYNONYM_WEIGHT)));
    }
    const all: WeightedTerm[] = [...weights].map(([term, weight]) => ({ term, weight }));
    return { label: terms.map(({ words }) => words.join(' ')).join(' OR '), terms: all, phrases };
  }

  /** A word that is known as it stands is taken for whole, unless much more begins so. */
  #beginnings(word: string): string[] {
    if ([...word].length < SHORTEST_PREFIX) return [];
    const own = this.#vocabulary.articlesWithWord(word);
    const words = this.#vocabulary.startingWith(word, MOST_BEGINNINGS).filter(each => each.word !== word);
    if (own >= words.reduce((sum, { articles }) => sum + articles, 0)) return [];
    if (words.length > 0) this.#notes.say('lookup', `${word}* → ${words.map(each => each.word).join(', ')}`);
    return words.flatMap(each => this.#stemsOf(each.word));
  }

  #addSynonyms(word: string, add: (stem: string) => void): Phrase[] {
    const phrases: Phrase[] = [];
    for (const synonym of this.#synonyms.of(word)) {
      this.#notes.say('synonyms', `${word} = ${synonym.join(' ')}`);
      const places = synonym.map((each, offset) => ({ offset, stems: this.#stemsOf(each) }));
      if (places.length === 1) for (const stem of places[0]?.stems ?? []) add(stem);
      else phrases.push({ places, isInTitle: false });
    }
    return phrases;
  }

  #excludedBy(term: ReadTerm): Excluded[] {
    const kind = term.field === 'title' ? KIND.title : KIND.word;
    if (term.places.length > 1) return [{ phrase: phraseOf(term) }];
    return (term.places[0]?.stems ?? []).map(stem => ({ term: kind + stem }));
  }
}

function phraseOf({ places, field }: ReadTerm): Phrase {
  const kept = places.map(({ stems, isStop }, offset) => ({ stems, isStop, offset }));
  return { places: kept.filter(({ isStop }) => !isStop), isInTitle: field === 'title' };
}

function stopped(
  read: readonly (readonly ReadTerm[])[],
  isSaying: (terms: readonly ReadTerm[]) => boolean,
): string {
  const silent = read.filter(terms => !isSaying(terms));
  return silent.map(terms => terms.map(({ words }) => words.join(' ')).join(' OR ')).join(', ');
}

/** All words, each where the query wants it. */
export function planOfAll({ clauses, excluded }: CompiledQuery, narrowing: Narrowing): Plan {
  return {
    ...narrowing,
    excluded: [...excluded, ...narrowing.excludedTerms],
    required: clauses.flatMap(({ words }) => words),
    optional: [],
    phrases: clauses.flatMap(({ phrase }) => phrase ?? []),
  };
}

/** Any of the words; what stands in quotes or is wanted in titles stays required. */
export function planOfAny({ clauses, excluded }: CompiledQuery, narrowing: Narrowing): Plan {
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

const NO_GROUP: Group = { label: '', terms: [], phrases: [] };
const MOST_CLAUSES = 64;
const MOST_WORDS = 32;
const MOST_BEGINNINGS = 12;
const SHORTEST_PREFIX = 2;
const PREFIX_WEIGHT = 0.7;
const SYNONYM_WEIGHT = 0.7;
const OTHER_WEIGHT = 0.4;

export type Corrections = ReadonlyMap<string, WordCorrection>;
export type Narrowing = Pick<Plan, 'filters' | 'after' | 'before'> & {
  readonly excludedTerms: readonly Excluded[];
};

interface ReadTerm extends Term {
  readonly places: readonly {
    readonly word: string;
    readonly stems: readonly string[];
    readonly isStop: boolean;
    readonly others: readonly string[];
  }[];
}

export interface CompiledQuery {
  readonly clauses: readonly CompiledClause[];
  readonly excluded: readonly Excluded[];
}

export interface CompiledClause {
  readonly group: Group;
  /** What has to be there; for words side by side each of them. */
  readonly words: readonly Group[];
  readonly phrase: Phrase | null;
  readonly isStrict: boolean;
}
