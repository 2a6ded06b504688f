import type { EntityKind } from './entity-kind.ts';
import { guessKind } from './entity-kind.ts';
import { foldWord } from './fold.ts';
import type { Gazetteer, KnownForm, KnownName } from './gazetteer.ts';
import {
  FIRST_NAMES,
  NAME_PARTICLES,
  NEVER_NAMES,
  ORGANISATION_BEGINNINGS,
  ORGANISATION_HEADS,
  PLACE_HEADS,
  TITLES,
} from './lexicon.ts';
import { JOINED, NEW_SENTENCE, type ScannedWord, type ScannedWords, scan } from './scan.ts';

/** The names that a text seems to mention, in order. */
export function readMentions(text: string, context: MentionContext): Mention[] {
  return new MentionReader(text, context).read();
}

/**
 * Splits each run of capitalised words ("Chancellor Olaf Scholz", "Bank of England") into known names, titles, and
 * the rest, which may be a name.
 */
class MentionReader {
  readonly #text: string;
  readonly #words: ScannedWords;
  readonly #context: MentionContext;
  /** Whether nearly every word is capitalised, as in headlines: there a capital is no evidence. */
  readonly #isTitleCase: boolean;
  readonly #found: Mention[] = [];
  /** Filled lazily: most words are in lower case and never used. */
  readonly #writtenWords: string[] = [];
  readonly #foldedWords: string[] = [];

  constructor(text: string, context: MentionContext) {
    this.#text = text;
    this.#context = context;
    this.#words = scan(text);
    this.#isTitleCase = context.isHeadline && !context.capitalisesNouns && isTitleCase(this.#words);
  }

  read(): Mention[] {
    for (let at = 0; at < this.#words.length; ) at = this.#words[at]?.isCapital ? this.#readRun(at) : at + 1;
    return this.#found;
  }

  #readRun(start: number): number {
    const end = this.#runEnd(start);
    let pending = start;
    let isTitled = false;
    let at = start;
    while (at < end) {
      const form = this.#knownAt(at, pending < at);
      if (form) {
        this.#takeUnknown(pending, at, isTitled);
        this.#takeKnown(at, form);
        at += form.words.length;
      } else if (this.#isCut(at, start, end, pending)) {
        this.#takeUnknown(pending, at, isTitled);
        isTitled = this.#isTitle(this.#folded(at));
        at++;
      } else {
        at++;
        continue;
      }
      if (form) isTitled = false;
      pending = at;
    }
    this.#takeUnknown(pending, Math.min(at, end), isTitled);
    return Math.max(at, end);
  }

  /**
   * Lower-case words belong to a name only before another capitalised one, and "of" only after a word that takes
   * one.
   */
  #runEnd(start: number): number {
    let end = start + 1;
    for (;;) {
      const next = this.#words[end];
      if (!next || next.gap !== JOINED) return end;
      if (next.isCapital) {
        end++;
        continue;
      }
      let after = end;
      while (after < end + 2 && this.#isWithin(after, start, end)) after++;
      const follows = this.#words[after];
      if (after === end || !follows?.isCapital || follows.gap !== JOINED) return end;
      end = after + 1;
    }
  }

  #isWithin(at: number, start: number, end: number): boolean {
    const word = this.#words[at];
    if (!word || word.isCapital || word.gap !== JOINED) return false;
    const small = this.#written(at);
    if (!NAME_PARTICLES.has(small) || CONJUNCTIONS.has(small)) return false;
    if (FAMILY_PARTICLES.has(small) || (small !== 'of' && FIRST_NAMES.has(this.#folded(end - 1))))
      return true;
    return this.#some(start, end, folded => ORGANISATION_BEGINNINGS.has(folded));
  }

  #knownAt(at: number, hasPending: boolean): KnownForm | null {
    if (!this.#words[at]?.isCapital) return null;
    for (const form of this.#context.gazetteer.startingWith(this.#folded(at))) {
      if (this.#isWritten(form, at) && (form.words.length > 1 || this.#standsAlone(at, hasPending)))
        return form;
    }
    return null;
  }

  #isWritten({ words, isUpper, text }: KnownForm, at: number): boolean {
    const first = this.#words[at];
    if (isUpper && (!first?.isUpper || (this.#isTitleCase && this.#isCommonAt(at) && text.length < 4)))
      return false;
    for (let i = 1; i < words.length; i++) {
      if (this.#words[at + i]?.gap !== JOINED || this.#folded(at + i) !== words[i]) return false;
    }
    return true;
  }

  /** "Michael Jordan" is not the country, and "London School" and "Paris Hilton" are not the cities. */
  #standsAlone(at: number, hasPending: boolean): boolean {
    const isAfterHyphen = hasPending && this.#text[(this.#words[at]?.start ?? 0) - 1] === '-';
    if (hasPending && !isAfterHyphen && !this.#isTitleCase) return false;
    if (hasPending && FIRST_NAMES.has(this.#folded(at - 1))) return false;
    const next = this.#words[at + 1];
    if (!next?.isCapital || next.gap !== JOINED || this.#isTitleCase) return true;
    if (this.#beginsPerson(at + 1)) return true;
    const end = this.#runEnd(at);
    if (this.#some(at + 1, end, folded => ORGANISATION_HEADS.has(folded) || PLACE_HEADS.has(folded)))
      return false;
    return !(FIRST_NAMES.has(this.#folded(at)) && !this.#isCommonAt(at + 1));
  }

  /** Whether a name ends at this word and another may begin after it. */
  #isCut(at: number, start: number, end: number, pending: number): boolean {
    const word = this.#words[at];
    if (!word?.isCapital) return false;
    const folded = this.#folded(at);
    // "Ministry of Health": after a lower-case word it is part of the name.
    if (this.#isTitle(folded)) return at === start || (this.#words[at - 1]?.isCapital ?? false);
    if (NEVER_NAMES.has(folded)) return at === end - 1 || pending < at || this.#beginsPerson(at + 1);
    if (ORGANISATION_BEGINNINGS.has(folded) || FIRST_NAMES.has(folded)) return false;
    if (this.#isTitleCase || this.#context.capitalisesNouns) return this.#isCommonAt(at);
    if (at > start || word.gap !== NEW_SENTENCE) return false;
    const isLetter = word.end - word.start === 1 && this.#text[word.end] !== '.';
    return isLetter || this.#isCommonAt(at) || this.#context.commonWords.size === 0;
  }

  /** German compounds titles: "Innensenatorin", "Fraktionschef". */
  #isTitle(folded: string): boolean {
    return TITLES.has(folded) || (this.#context.capitalisesNouns && GERMAN_TITLE.test(folded));
  }

  #beginsPerson(at: number): boolean {
    const folded = this.#folded(at);
    return this.#isTitle(folded) || FIRST_NAMES.has(folded);
  }

  #takeKnown(at: number, { name, words }: KnownForm): void {
    const isWeak = words.length === 1 && this.#isUninformativeAt(at) && this.#isCommonAt(at);
    this.#found.push({ text: name.name, words, known: name, kind: name.kind, isWeak });
  }

  #takeUnknown(from: number, until: number, isTitled: boolean): void {
    let [start, end] = [from, until];
    while (end > start && !this.#words[end - 1]?.isCapital) end--;
    while (start < end && !this.#words[start]?.isCapital) start++;
    const first = this.#words[start];
    const last = this.#words[end - 1];
    if (start >= end || end - start > MAX_NAME_WORDS || !first || !last) return;
    const isSingle = end - start === 1;
    if (isSingle && !this.#mayStandAlone(start, isTitled)) return;
    const folded: string[] = [];
    let hasCommon = false;
    for (let at = start; at < end; at++) {
      folded.push(this.#folded(at));
      hasCommon ||= this.#isCommonAt(at);
    }
    const kind = guessKind(folded, {
      isTitled,
      isUpper: first.isUpper && !this.#isTitleCase,
      before: start > 0 ? this.#written(start - 1) : '',
      after: this.#words[end]?.gap === JOINED ? this.#written(end) : '',
      hasCommon,
    });
    const isWeak = !isTitled && this.#isUninformativeAt(start) && (isSingle || this.#isTitleCase);
    this.#found.push({
      text: this.#text.slice(first.start, last.end),
      words: folded,
      known: null,
      kind,
      isWeak,
    });
  }

  #mayStandAlone(at: number, isTitled: boolean): boolean {
    const word = this.#words[at];
    if (!word || word.end - word.start < 2 || NEVER_NAMES.has(this.#folded(at)) || this.#isCommonAt(at))
      return false;
    if (CONTRACTION.test(this.#written(at))) return false;
    return isTitled || !this.#context.capitalisesNouns || word.isUpper;
  }

  #isUninformativeAt(at: number): boolean {
    return this.#isTitleCase || this.#words[at]?.gap === NEW_SENTENCE;
  }

  #some(from: number, until: number, is: (folded: string) => boolean): boolean {
    for (let at = from; at < until; at++) if (is(this.#folded(at))) return true;
    return false;
  }

  #isCommonAt(at: number): boolean {
    return this.#context.commonWords.has(this.#written(at));
  }

  #written(at: number): string {
    const word = this.#words[at];
    if (!word) return '';
    this.#writtenWords[at] ??= this.#text.slice(word.start, word.end).toLowerCase();
    return this.#writtenWords[at];
  }

  #folded(at: number): string {
    if (!this.#words[at]) return '';
    this.#foldedWords[at] ??= foldWord(this.#written(at));
    return this.#foldedWords[at];
  }
}

function isTitleCase(words: readonly ScannedWord[]): boolean {
  const long = words.filter(({ start, end }) => end - start >= 4);
  return (
    long.length >= 3 &&
    words.length < 40 &&
    long.filter(({ isCapital }) => isCapital).length > 0.6 * long.length
  );
}

/** "I'm" and "we'll" are not names. */
const CONTRACTION = /['’](?:t|re|ve|ll|d|m)$/;

const GERMAN_TITLE =
  /(?:minister|senator|prasident|kanzler|sprecher|meister|trainer|leiter|forscher|anwalt|kommissar|direktor|politiker|sekretar|physiker|chemiker|biologe|historiker|okonom|autor|kunstler|sanger)(?:in)?$|(?:chefin|chef|abgeordnete|abgeordneter|experte|expertin|vorsitzende|vorsitzender|beauftragte|beauftragter)$/;

/** Longer runs of capitalised words are headings or lists. */
const MAX_NAME_WORDS = 8;

/** They join two names rather than parts of one. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'et', 'y', 'e', 'und', 'i', 'for']);

/** Particles of family names, in any position. */
const FAMILY_PARTICLES: ReadonlySet<string> = new Set([
  'von',
  'van',
  'bin',
  'bint',
  'da',
  'dos',
  'della',
  'al',
]);

export interface MentionContext {
  readonly commonWords: ReadonlySet<string>;
  readonly gazetteer: Gazetteer;
  readonly isHeadline: boolean;
  /** The language capitalises every noun. */
  readonly capitalisesNouns: boolean;
}

export interface Mention {
  readonly text: string;
  /** Folded. */
  readonly words: readonly string[];
  readonly known: KnownName | null;
  readonly kind: EntityKind;
  /** Any word would be capitalised at this position. */
  readonly isWeak: boolean;
}
