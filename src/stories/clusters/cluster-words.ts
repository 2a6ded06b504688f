import { BLANK, foldedUnits, LETTER, NUMBER, SEVERAL, SIGMA, UNSPACED } from '../language/folded-units.ts';
import { hasBackground } from './background.ts';
import { APOSTROPHE, DOT, FoldedText } from './folded-text.ts';
import { hashOf, hashOfUnits, termOfHash } from './term-hash.ts';

/**
 * Words as clustering compares them: folded, without the most common English words, with plural endings cut, so that
 * "Banks'" and "bank" are one word. Scripts without spaces give pairs of neighbouring characters.
 */
export function clusterWords(text: string, language: string): ClusterWord[] {
  const read = readWords(text, language);
  return Array.from({ length: read.count }, (_, index) => read.at(index));
}

/** The same as terms, without creating strings. The next text overwrites the result. */
export function readWords(text: string, language: string): ClusterWordReader {
  reader ??= new ClusterWordReader();
  reader.read(text, language);
  return reader;
}

/** Created with the first text, because its tables take time to build. */
let reader: ClusterWordReader | undefined;

class ClusterWordReader {
  count = 0;
  terms: Uint32Array = new Uint32Array(1_024);
  /** 1 where a word is capitalised although it does not begin a sentence. */
  names: Uint8Array = new Uint8Array(1_024);
  readonly #text = new FoldedText();
  /** The words side by side, and where each begins. */
  #letters: Uint16Array = new Uint16Array(8_192);
  #starts: Uint32Array = new Uint32Array(1_025);
  #end = 0;
  #isEnglish = false;
  #hasBackground = false;
  #isSentenceStart = true;
  readonly #lowered = foldedUnits().lowered;

  read(text: string, language: string): void {
    this.#text.read(text);
    this.#clear();
    this.#isEnglish = language === 'en';
    this.#hasBackground = hasBackground(language);
    for (let at = 0; at < this.#text.length; ) at = this.#readPiece(at);
  }

  at(index: number): ClusterWord {
    const letters = this.#letters.subarray(this.#starts[index], this.#starts[index + 1]);
    return { word: String.fromCharCode(...letters), name: this.names[index] === 1 };
  }

  /** A text gives at most as many words as pairs of neighbours. */
  #clear(): void {
    const maxWords = this.#text.length + 1;
    if (this.terms.length < maxWords) {
      this.terms = new Uint32Array(2 * maxWords);
      this.names = new Uint8Array(2 * maxWords);
      this.#starts = new Uint32Array(2 * maxWords + 1);
      this.#letters = new Uint16Array(4 * maxWords);
    }
    this.count = 0;
    this.#end = 0;
    this.#isSentenceStart = true;
  }

  /** Returns where the next piece begins. */
  #readPiece(at: number): number {
    const text = this.#text;
    const kind = text.kindAt(at);
    if (kind === 0) {
      if (ENDS.has(text.units[at] ?? 0)) this.#isSentenceStart = true;
      return text.nextOf(at);
    }
    let end: number;
    if (kind & UNSPACED) {
      end = this.#runEnd(at, UNSPACED);
      this.#addPairs(at, end);
    } else if (kind & NUMBER) {
      end = this.#numberEnd(at);
      this.#addWord(at, end, end);
    } else {
      const bareEnd = this.#runEnd(at, LETTER | NUMBER);
      end = this.#apostrophesEnd(bareEnd);
      this.#addWord(at, bareEnd, end);
    }
    this.#isSentenceStart = false;
    return end;
  }

  #runEnd(from: number, kinds: number): number {
    let at = from;
    while (at < this.#text.length && (this.#text.kindAt(at) & kinds) !== 0) at = this.#text.nextOf(at);
    return at;
  }

  /** 1,234.5 is one word. */
  #numberEnd(from: number): number {
    let end = this.#runEnd(from, NUMBER);
    while (this.#text.units[end] === DOT || this.#text.units[end] === COMMA) {
      const next = this.#runEnd(end + 1, NUMBER);
      if (next === end + 1) break;
      end = next;
    }
    return end;
  }

  /** Letters after an apostrophe belong to the word before it. */
  #apostrophesEnd(from: number): number {
    let end = from;
    while (this.#text.units[end] === APOSTROPHE) {
      const next = this.#runEnd(end + 1, LETTER);
      if (next === end + 1) break;
      end = next;
    }
    return end;
  }

  #addPairs(from: number, to: number): void {
    const { units } = this.#text;
    if (to - from === 1) this.#letters[this.#end++] = units[from] ?? 0;
    if (to - from === 1) this.#push(false);
    for (let at = from; at + 1 < to; at++) {
      this.#letters[this.#end++] = units[at] ?? 0;
      this.#letters[this.#end++] = units[at + 1] ?? 0;
      this.#push(false);
    }
  }

  /** O'Brien and d'Estaing keep what follows the apostrophe; Trump's and won't lose it. */
  #addWord(from: number, bareEnd: number, to: number): void {
    const start = this.#end;
    this.#addLowered(from, bareEnd - from === 1 ? to : bareEnd);
    const length = this.#end - start;
    const isNumber = isDigit(this.#letters[start] ?? 0);
    const isName = isCapital(this.#text.units[from] ?? 0, this.#lowered);
    if (
      (length < 2 && !isNumber) ||
      length > MAX_WORD_LENGTH ||
      ((this.#isEnglish || length > 3) && this.#isCommon(start)) ||
      // Without background counts the shortest words are taken for common: articles, prepositions, pronouns.
      (!this.#hasBackground && length <= 3 && !isNumber && !isName)
    ) {
      this.#end = start;
      return;
    }
    if (this.#isEnglish) this.#cutPlural(start);
    this.#push(!this.#isSentenceStart && isName);
  }

  #addLowered(from: number, to: number): void {
    const { units } = this.#text;
    const start = this.#end;
    for (let at = from; at < to; at++) {
      const unit = units[at] ?? 0;
      if (unit === APOSTROPHE) continue;
      const lower = this.#lowered[unit] ?? 0;
      if (lower === SEVERAL) {
        this.#end = start;
        this.#addLoweredText(
          String.fromCharCode(...units.subarray(from, to))
            .replaceAll("'", '')
            .toLowerCase(),
        );
        return;
      }
      // The separators of a number.
      this.#letters[this.#end++] = lower === BLANK ? unit : lower;
    }
  }

  #addLoweredText(lower: string): void {
    for (let at = 0; at < lower.length; at++) this.#letters[this.#end++] = lower.charCodeAt(at);
  }

  #isCommon(start: number): boolean {
    const length = this.#end - start;
    if (length > MAX_COMMON_LENGTH) return false;
    const word = COMMON.get(hashOfUnits(this.#letters, start, this.#end));
    if (word === undefined || word.length !== length) return false;
    for (let at = 0; at < length; at++) if (this.#letters[start + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  #cutPlural(start: number): void {
    const letters = this.#letters;
    const end = this.#end;
    const length = end - start;
    if (length < 4 || letters[end - 1] !== S) return;
    const [third, second] = [letters[end - 3] ?? 0, letters[end - 2] ?? 0];
    if (length > 4 && second === E && third === I) {
      letters[end - 3] = Y;
      this.#end = end - 2;
    } else if (second === E && (third === X || isHissing(letters[end - 4] ?? 0, third))) this.#end = end - 2;
    else if (second !== S && second !== U && second !== I) this.#end = end - 1;
  }

  #push(isName: boolean): void {
    const start = this.#starts[this.count] ?? 0;
    this.terms[this.count] = termOfHash(hashOfUnits(this.#letters, start, this.#end));
    this.names[this.count] = isName ? 1 : 0;
    this.#starts[++this.count] = this.#end;
  }
}

/** "ss", "sh" and "ch", after which the plural ending is "es". */
function isHissing(before: number, last: number): boolean {
  return (before === S && (last === S || last === H)) || (before === C && last === H);
}

function isCapital(unit: number, lowered: Uint16Array): boolean {
  return lowered[unit] === SEVERAL ? unit === SIGMA : lowered[unit] !== unit;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

const MAX_WORD_LENGTH = 40;
const MAX_COMMON_LENGTH = 7;
const COMMA = 0x2c;
const [C = 0, E = 0, H = 0, I = 0, S = 0, U = 0, X = 0, Y = 0] = unitsOf('cehisuxy');
const ENDS: ReadonlySet<number> = new Set(unitsOf('.!?:\n"“”。'));

function unitsOf(characters: string): number[] {
  return Array.from(characters, character => character.charCodeAt(0));
}

/** By their hashes. */
const COMMON: ReadonlyMap<number, string> = new Map(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is it ' +
    'its just may more most new no not of on or our out over own said says say she so some such than that the ' +
    'their them then there these they this to up was we were what when where which who why will with would you ' +
    'your after about against all also amid among any because before being between both could down during each ' +
    'even first get got here him like make many me might much must my now off one only other per same should ' +
    'since still those through too two under until very via want way well while whom within without yet don'
  )
    .split(' ')
    .map(word => [hashOf(word), word]),
);

export interface ClusterWord {
  readonly word: string;
  /** Capitalised although it does not begin a sentence. */
  readonly name: boolean;
}
