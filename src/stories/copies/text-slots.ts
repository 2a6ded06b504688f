import type { Fingerprint } from '../fingerprints/fingerprint.ts';
import { SKETCH_WORDS } from '../fingerprints/sketch.ts';
import { growFloats, growIntegers, growWords } from './columns.ts';

/**
 * The texts of the window, one slot per distinct text and one column per attribute. Released slots are reused. There
 * are no objects per text, so ten million texts cost the garbage collector nothing.
 */
export class TextSlots {
  sketches = new Uint32Array(FIRST * SKETCH_WORDS);
  simhashHigh = new Int32Array(FIRST);
  simhashLow = new Int32Array(FIRST);
  titles = new Int32Array(FIRST);
  shingles = new Int32Array(FIRST);
  languages = new Int32Array(FIRST);
  /** A hash of the source id, 0 when unknown, or `SEVERAL_SOURCES`. */
  sources = new Int32Array(FIRST);
  /** The first and last storage of the text; several articles may have it. */
  firstAt = new Float64Array(FIRST);
  lastAt = new Float64Array(FIRST);
  /** See copy-groups.ts. */
  group = new Int32Array(FIRST);
  nextMember = new Int32Array(FIRST);
  previousMember = new Int32Array(FIRST);
  /** The next text of the same hour, see expiry.ts; for free slots, the next free one. */
  nextOfHour = new Int32Array(FIRST);
  used = 0;
  #reached = 0;
  #free = NONE;

  allocate(fingerprint: Fingerprint, language: number, source: number, at: number): number {
    const slot = this.#next();
    this.sketches.set(fingerprint.sketch, slot * SKETCH_WORDS);
    this.simhashHigh[slot] = fingerprint.simhashHigh;
    this.simhashLow[slot] = fingerprint.simhashLow;
    this.titles[slot] = fingerprint.title;
    this.shingles[slot] = fingerprint.shingles;
    this.languages[slot] = language;
    this.sources[slot] = source;
    this.firstAt[slot] = at;
    this.lastAt[slot] = at;
    this.used++;
    return slot;
  }

  release(slot: number): void {
    this.nextOfHour[slot] = this.#free;
    this.#free = slot;
    this.used--;
  }

  traits(slot: number): TextTraits {
    return { shingles: this.shingles[slot] ?? 0, title: this.titles[slot] ?? 0 };
  }

  /** Records another storage of the text. */
  repeat(slot: number, source: number, at: number): void {
    if (this.sources[slot] !== source) this.sources[slot] = SEVERAL_SOURCES;
    this.firstAt[slot] = Math.min(this.firstAt[slot] ?? at, at);
    this.lastAt[slot] = Math.max(this.lastAt[slot] ?? at, at);
  }

  ofDifferentSources(a: number, b: number): boolean {
    return this.sources[a] !== this.sources[b] || this.sources[a] === SEVERAL_SOURCES;
  }

  /** Whether the times of two texts are at most so far apart. */
  within(a: number, b: number, milliseconds: number): boolean {
    const gap = Math.max(
      (this.firstAt[a] ?? 0) - (this.lastAt[b] ?? 0),
      (this.firstAt[b] ?? 0) - (this.lastAt[a] ?? 0),
    );
    return gap <= milliseconds;
  }

  get bytes(): number {
    return this.group.length * (4 * SKETCH_WORDS + 10 * 4 + 2 * 8);
  }

  #next(): number {
    if (this.#free !== NONE) {
      const slot = this.#free;
      this.#free = this.nextOfHour[slot] ?? NONE;
      return slot;
    }
    if (this.#reached === this.group.length) this.#grow();
    return this.#reached++;
  }

  #grow(): void {
    this.sketches = growWords(this.sketches, SKETCH_WORDS);
    this.simhashHigh = growIntegers(this.simhashHigh);
    this.simhashLow = growIntegers(this.simhashLow);
    this.titles = growIntegers(this.titles);
    this.shingles = growIntegers(this.shingles);
    this.sources = growIntegers(this.sources);
    this.languages = growIntegers(this.languages);
    this.firstAt = growFloats(this.firstAt);
    this.lastAt = growFloats(this.lastAt);
    this.group = growIntegers(this.group);
    this.nextMember = growIntegers(this.nextMember);
    this.previousMember = growIntegers(this.previousMember);
    this.nextOfHour = growIntegers(this.nextOfHour);
  }
}

export const NONE = -1;
const SEVERAL_SOURCES = -1;
const FIRST = 1024;

/** The facts that decide under which keys a text is found. */
export interface TextTraits {
  readonly shingles: number;
  readonly title: number;
}
