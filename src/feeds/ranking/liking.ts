import type { Numbered } from '../candidates/numbered.ts';
import type { StoryWindow } from '../candidates/window.ts';
import { NO_TASTE, type Taste } from './taste.ts';

/**
 * FEED-2: one reader's taste by the numbers that the window gives to names and sources. A ranking weighs a thousand
 * stories with a dozen names and sources each: looking each up by its text was most of the work. One of these is used
 * for reader after reader; only what the last one liked is wiped away.
 */
export class Liking {
  readonly entities: Marked;
  readonly sources: Marked;
  taste: Taste = NO_TASTE;
  /** Of the taste's topics: see `lengthOf`. */
  length = 0;
  /** The places of stories that they have read. */
  readonly read = new Set<number>();
  /** By place: what those that were looked at are worth to them. */
  worth = new Float64Array(0);
  readonly #window: StoryWindow;

  constructor(window: StoryWindow) {
    this.#window = window;
    this.entities = new Marked(window.entities.numbers);
    this.sources = new Marked(window.sources.numbers);
  }

  take(taste: Taste): this {
    this.taste = taste;
    this.length = lengthOf(taste.topics);
    this.read.clear();
    for (const id of taste.read) {
      const place = this.#window.placeOf(id);
      if (place !== undefined) this.read.add(place);
    }
    if (this.worth.length < this.#window.places) this.worth = new Float64Array(this.#window.places * 2);
    this.entities.wipe();
    for (const [name, level] of taste.entities) this.entities.mark(name, LIKED, level);
    for (const name of taste.followed.entities) this.entities.mark(name, FOLLOWED);
    this.sources.wipe();
    for (const [id, level] of taste.sources) this.sources.mark(id, LIKED, level);
    for (const id of taste.followed.sources) this.sources.mark(id, FOLLOWED);
    for (const id of taste.preferredSources) this.sources.mark(id, PREFERRED);
    return this;
  }
}

class Marked {
  readonly #numbers: Numbered;
  #touched: number[] = [];
  levels = new Float32Array(0);
  marks = new Uint8Array(0);

  constructor(numbers: Numbered) {
    this.#numbers = numbers;
  }

  wipe(): void {
    for (const number of this.#touched) {
      this.levels[number] = 0;
      this.marks[number] = 0;
    }
    this.#touched = [];
    if (this.marks.length >= this.#numbers.end) return;
    this.levels = new Float32Array(this.#numbers.end * 2);
    this.marks = new Uint8Array(this.#numbers.end * 2);
  }

  /** What no story names is nothing that could be weighed. */
  mark(name: string, how: number, level = 0): void {
    const number = this.#numbers.find(name);
    if (number === undefined) return;
    this.#touched.push(number);
    this.marks[number] = (this.marks[number] ?? 0) | how;
    this.levels[number] = (this.levels[number] ?? 0) + level;
  }
}

/** Of a reader's topics, at least one: what was set by hand may be longer, and then counts no more than all of it. */
function lengthOf(topics: Float32Array): number {
  let squares = 0;
  for (const value of topics) squares += value * value;
  return squares === 0 ? 0 : Math.max(1, Math.sqrt(squares));
}

export const LIKED = 1;
export const FOLLOWED = 2;
export const PREFERRED = 4;
