import { mix } from '../../lib/bits.ts';
import { type Characters, characters, LETTER, SILENT, UNSPACED } from './character-table.ts';

/**
 * A text as the hashes of its words, in order. No strings are created: a hash grows with each code unit. In scripts
 * without spaces each character together with the one before counts as a word, so three words in a row are four
 * characters.
 */
export class WordHasher {
  /** The hashes of the last text; only the first `count` are valid. */
  words: Int32Array = new Int32Array(1024);
  count = 0;
  readonly #characters: Characters = characters();

  read(text: string): void {
    const { kind, folded } = this.#characters;
    const end = Math.min(text.length, MAX_TEXT_LENGTH);
    this.#reserve(end);
    const words = this.words;
    let count = 0;
    let hash = START;
    let before = 0;
    for (let index = 0; index < end; index++) {
      const unit = text.charCodeAt(index);
      const is = kind[unit] ?? 0;
      if (is === LETTER) {
        hash = Math.imul(hash ^ (folded[unit] ?? 0), PRIME);
        before = 0;
      } else if (is !== SILENT) {
        if (hash !== START) words[count++] = mix(hash);
        hash = START;
        if (is === UNSPACED) {
          const character = characterAt(text, index, folded[unit] ?? 0);
          if (character > 0xffff) index++;
          words[count++] = mix(Math.imul(before ^ START, PRIME) ^ character);
          before = character;
        } else {
          before = 0;
          // An emoji is a surrogate pair; its second half alone would count as a letter.
          if (unit >= 0xd83c && unit <= 0xd83e) index++;
        }
      }
    }
    if (hash !== START) words[count++] = mix(hash);
    this.count = count;
  }

  #reserve(units: number): void {
    if (this.words.length <= units) this.words = new Int32Array(2 * units);
  }
}

function characterAt(text: string, index: number, folded: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff ? (text.codePointAt(index) ?? unit) : folded;
}

/** 40,000 words are enough to identify a text. */
const MAX_TEXT_LENGTH = 262_144;
const START = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
