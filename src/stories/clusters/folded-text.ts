import {
  BLANK,
  characterAt,
  foldedUnits,
  kindOf,
  LETTER,
  NOTHING,
  plainCharacter,
  SEVERAL,
} from '../language/folded-units.ts';

/**
 * A text as folded code units in which words are found. Marks are removed (é is e) and the variants of the
 * apostrophe become one; capitals stay, since they identify names. The next text overwrites the buffer.
 */
export class FoldedText {
  units: Uint16Array = new Uint16Array(4_096);
  length = 0;
  readonly #plain = withOneApostrophe(foldedUnits().plain);
  readonly #kind = foldedUnits().kind;

  read(text: string): void {
    this.length = 0;
    if (this.units.length < text.length) this.units = new Uint16Array(2 * text.length);
    let all = 0;
    let hasDots = false;
    let hasBackticks = false;
    for (let at = 0; at < text.length; at++) {
      const written = text.charCodeAt(at);
      const unit = this.#plain[written] ?? BLANK;
      all |= written;
      if (unit === SEVERAL) {
        const character = characterAt(text, at, text.length);
        this.#addCharacter(character, text.length - at);
        at += character.length - 1;
        hasDots = true;
      } else if (unit !== NOTHING) {
        hasDots ||= unit === DOT;
        hasBackticks ||= unit === BACKTICK;
        this.units[this.length++] = unit;
      }
    }
    // In plain ASCII a backtick marks code or an opening quote.
    if (hasBackticks && all > 0x7f) this.#backticksToApostrophes();
    if (hasDots) this.#joinInitials();
  }

  /** The LETTER, NUMBER and UNSPACED flags of the character at an index. */
  kindAt(at: number): number {
    const unit = this.units[at] ?? 0;
    return this.#isPairAt(at)
      ? kindOf(String.fromCharCode(unit, this.units[at + 1] ?? 0))
      : (this.#kind[unit] ?? 0);
  }

  /** The index after the character at an index. */
  nextOf(at: number): number {
    return this.#isPairAt(at) ? at + 2 : at + 1;
  }

  #isPairAt(at: number): boolean {
    const unit = this.units[at] ?? 0;
    return (
      (unit & 0xfc00) === 0xd800 && at + 1 < this.length && ((this.units[at + 1] ?? 0) & 0xfc00) === 0xdc00
    );
  }

  /** Some characters expand to a whole word, so there must be room for it and the rest of the text. */
  #addCharacter(character: string, left: number): void {
    const plain = plainCharacter(character).replace(APOSTROPHES, "'");
    if (this.length + plain.length + left > this.units.length) {
      const larger = new Uint16Array(2 * (this.length + plain.length + left));
      larger.set(this.units);
      this.units = larger;
    }
    for (let at = 0; at < plain.length; at++) this.units[this.length++] = plain.charCodeAt(at);
  }

  #backticksToApostrophes(): void {
    for (let at = 0; at < this.length; at++) if (this.units[at] === BACKTICK) this.units[at] = APOSTROPHE;
  }

  /** Initials become one word: U.S. is us, J.P. is jp. After that full stops only end sentences. */
  #joinInitials(): void {
    const { units, length } = this;
    let kept = 0;
    for (let at = 0; at < length; ) {
      const end = units[at + 1] === DOT || units[at + 2] === DOT ? this.#initialsEnd(at) : at;
      if (end === at) units[kept++] = units[at++] ?? 0;
      else for (; at < end; at++) if (units[at] !== DOT) units[kept++] = units[at] ?? 0;
    }
    this.length = kept;
  }

  /**
   * The end of two or more letters with a full stop each that begin at `start`; `start` itself when there are none.
   */
  #initialsEnd(start: number): number {
    const { units, length } = this;
    if (start > 0 && isAsciiWord(units[start - 1] ?? 0) === isAsciiWord(units[start] ?? 0)) return start;
    if (start === 0 && !isAsciiWord(units[0] ?? 0)) return start;
    let letters = 0;
    let end = start;
    while ((this.kindAt(end) & LETTER) !== 0) {
      const dot = this.nextOf(end);
      if (dot >= length || units[dot] !== DOT) break;
      letters++;
      end = dot + 1;
      if (end >= length) break;
    }
    return letters > 1 ? end : start;
  }
}

function withOneApostrophe(plain: Uint16Array): Uint16Array {
  const changed = plain.slice();
  for (const apostrophe of '‘’ʼ') changed[apostrophe.charCodeAt(0)] = APOSTROPHE;
  return changed;
}

/** Like `\w` in a pattern, so initials of other alphabets have no word boundary. */
function isAsciiWord(unit: number): boolean {
  return (
    (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122)
  );
}

const APOSTROPHES = /[‘’ʼ`]/g;
export const APOSTROPHE = 0x27;
export const DOT = 0x2e;
const BACKTICK = 0x60;
