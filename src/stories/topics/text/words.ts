import {
  BLANK,
  characterAt,
  foldedUnits,
  kindOf,
  LETTER,
  lowerCharacter,
  NOTHING,
  NUMBER,
  SEVERAL,
  SIGMA,
} from '../../language/folded-units.ts';

/**
 * The words of a text in lower case without accents, limited in number. Scripts without spaces give one long word
 * per run, which is enough for keywords.
 */
export function wordsOf(text: string, maxWords: number): WordList {
  return new WordList().read(text, maxWords);
}

/**
 * Words side by side as code units: strings would cost more than everything done with them. A reused instance is
 * overwritten by the next text.
 */
export class WordList implements Iterable<string> {
  count = 0;
  units = new Uint16Array(512);
  /** Where each word begins in `units`, and where the last one ends. */
  starts = new Int32Array(128);
  #length = 0;
  #limit = 0;

  read(text: string, maxWords: number): this {
    this.#clear(maxWords);
    // Fifteen characters per word are generous, and bound the work for a megabyte without spaces.
    const end = Math.min(text.length, maxWords * 15 + 100);
    const { lowered } = foldedUnits();
    for (let at = 0; at < end && this.count < maxWords; at++) {
      const unit = lowered[text.charCodeAt(at)] ?? BLANK;
      if (unit === NOTHING) continue;
      if (unit === BLANK) this.#endWord();
      else if (unit !== SEVERAL) this.#add(unit);
      else if (text.charCodeAt(at) === SIGMA) return this.read(lowerCharacter(text.slice(0, end)), maxWords);
      else at += this.#addCharacter(characterAt(text, at, end)) - 1;
    }
    this.#endWord();
    return this;
  }

  at(index: number): string {
    return String.fromCharCode(...this.units.subarray(this.starts[index], this.starts[index + 1]));
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let index = 0; index < this.count; index++) yield this.at(index);
  }

  #clear(maxWords: number): void {
    this.count = 0;
    this.#limit = maxWords;
    this.#length = 0;
    const units = maxWords * MAX_WORD_LENGTH;
    if (this.units.length < units) this.units = new Uint16Array(units);
    if (this.starts.length <= maxWords) this.starts = new Int32Array(maxWords + 1);
  }

  #add(unit: number): void {
    if (this.#length - (this.starts[this.count] ?? 0) < MAX_WORD_LENGTH) this.units[this.#length++] = unit;
  }

  /** Folds a character that becomes several letters or is a surrogate pair; returns its length in units. */
  #addCharacter(character: string): number {
    for (const folded of lowerCharacter(character)) {
      if ((kindOf(folded) & (LETTER | NUMBER)) === 0) this.#endWord();
      else for (let at = 0; at < folded.length; at++) this.#add(folded.charCodeAt(at));
    }
    return character.length;
  }

  #endWord(): void {
    if (this.#length === this.starts[this.count] || this.count === this.#limit) return;
    this.starts[++this.count] = this.#length;
  }
}

const MAX_WORD_LENGTH = 40;
