import type { Interner } from '../window/interner.ts';
import type { StoryWindow } from '../window/story-window.ts';
import { NO_TASTE, type Taste } from './taste.ts';

/**
 * FEED-2: one reader's taste, indexed by the numbers that the window assigns to names and sources. A ranking
 * scores a thousand stories with a dozen names and sources each; looking each up by its text was most of the
 * work. One instance serves all readers in turn; loading the next one clears only the marks of the last.
 */
export class ReaderWeights {
  readonly entities: MarkedNames;
  readonly sources: MarkedNames;
  taste: Taste = NO_TASTE;
  /** The length of the topic vector: see `topicLength`. */
  length = 0;
  /** The slots of the stories that the reader has read. */
  readonly read = new Set<number>();
  /** By slot: the scores of the candidates for this reader. */
  scores = new Float64Array(0);
  readonly #window: StoryWindow;

  constructor(window: StoryWindow) {
    this.#window = window;
    this.entities = new MarkedNames(window.entities.numbers);
    this.sources = new MarkedNames(window.sources.numbers);
  }

  load(taste: Taste): this {
    this.taste = taste;
    this.length = topicLength(taste.topics);
    this.read.clear();
    for (const id of taste.read) {
      const slot = this.#window.slotOf(id);
      if (slot !== undefined) this.read.add(slot);
    }
    if (this.scores.length < this.#window.slotCount)
      this.scores = new Float64Array(this.#window.slotCount * 2);
    this.entities.clear();
    for (const [name, level] of taste.entities) this.entities.mark(name, LIKED, level);
    for (const name of taste.followed.entities) this.entities.mark(name, FOLLOWED);
    this.sources.clear();
    for (const [id, level] of taste.sources) this.sources.mark(id, LIKED, level);
    for (const id of taste.followed.sources) this.sources.mark(id, FOLLOWED);
    for (const id of taste.preferredSources) this.sources.mark(id, PREFERRED);
    return this;
  }
}

class MarkedNames {
  readonly #numbers: Interner;
  #marked: number[] = [];
  levels = new Float32Array(0);
  marks = new Uint8Array(0);

  constructor(numbers: Interner) {
    this.#numbers = numbers;
  }

  clear(): void {
    for (const number of this.#marked) {
      this.levels[number] = 0;
      this.marks[number] = 0;
    }
    this.#marked = [];
    if (this.marks.length >= this.#numbers.size) return;
    this.levels = new Float32Array(this.#numbers.size * 2);
    this.marks = new Uint8Array(this.#numbers.size * 2);
  }

  /** A name that no story mentions has no number and cannot affect a score. */
  mark(name: string, how: number, level = 0): void {
    const number = this.#numbers.find(name);
    if (number === undefined) return;
    this.#marked.push(number);
    this.marks[number] = (this.marks[number] ?? 0) | how;
    this.levels[number] = (this.levels[number] ?? 0) + level;
  }
}

/** The length of the topic vector, at least 1: values set by hand may exceed it, and must not count more than fully. */
function topicLength(topics: Float32Array): number {
  let squares = 0;
  for (const value of topics) squares += value * value;
  return squares === 0 ? 0 : Math.max(1, Math.sqrt(squares));
}

export const LIKED = 1;
export const FOLLOWED = 2;
export const PREFERRED = 4;
