/**
 * A word is news from this multiple of its usual rate on. It is higher than for stories, because a word that occurs
 * every ten minutes all day occurs five times in some half hour by chance.
 */
const TIMES_USUAL = 10;

/** Half an hour, like the window of a story. */
const SPAN_MINUTES = 30;

/** The decay per span, with a half-life of twelve hours. */
const KEPT_EACH_SPAN = 0.5 ** (1 / 24);

/** So many spans are assumed at the start, or the first hours of an installation would define what is usual. */
const MIN_SPANS = 4;

/** Words that weigh less are evicted when the table is rebuilt. */
const MIN_WEIGHT = 0.25;

/**
 * The usual rates of words, which distinguish what everyone writes all day from what everyone writes now. Weather,
 * results and prices come from many publishers at once and look alike, but their common words are those of every
 * hour; a place or name that five publishers mention within half an hour is not.
 *
 *   remembered (forgets by half in twelve hours) <- the span before <- the span that runs
 *
 * A word counts as usual after two spans, or a burst would be measured against its own beginning.
 *
 * A clusterer records dozens of words per article and knows a million. So a word is one row of one array, which is
 * one cache miss, and it is advanced to the current span when it is used: no timer visits all words.
 */
export class WordRates {
  #table = new RateTable(FIRST_ROWS);
  #span = 0;
  #spans = 0;

  record(words: Iterable<number>, minute: number): void {
    const span = Math.floor(minute / SPAN_MINUTES);
    this.#advance(span);
    const age = this.#span - span;
    const weight = KEPT_EACH_SPAN ** Math.max(0, age - 2);
    if (weight < MIN_WEIGHT) return;
    for (const word of words) {
      this.#makeRoom();
      this.#table.add(word, this.#span, age, weight);
    }
  }

  /** Whether so many articles within half an hour are unusual for a word. */
  isNews(word: number, articles: number): boolean {
    const usual = this.#table.remembered(word, this.#span) / Math.max(MIN_SPANS, this.#spans);
    return articles >= TIMES_USUAL * usual;
  }

  /** The number of words in the table. */
  get size(): number {
    return this.#table.used;
  }

  #advance(span: number): void {
    if (this.#span === 0) this.#span = span;
    // After so many spans all weights have decayed to nothing.
    this.#span = Math.max(this.#span, span - MAX_STEPS);
    for (; this.#span < span; this.#span++) this.#spans = this.#spans * KEPT_EACH_SPAN + 1;
  }

  /** Rebuilds the table when it is half full, so the cost is amortised over the new words. */
  #makeRoom(): void {
    if (2 * this.#table.used < this.#table.rows) return;
    this.#table = this.#table.withRoom(this.#span);
  }
}

/** Open addressing over rows, at most half of them in use. */
class RateTable {
  readonly rows: number;
  used = 0;
  /**
   * Per row: the word, one more than the span of its counts (0: empty row), the count of that span, and of the one
   * before.
   */
  readonly #counts: Uint32Array;
  /** The fifth column, over the same memory: the decayed count of earlier spans. */
  readonly #weights: Float32Array;

  constructor(rows: number) {
    this.rows = rows;
    this.#counts = new Uint32Array(rows * COLUMNS);
    this.#weights = new Float32Array(this.#counts.buffer);
  }

  add(word: number, span: number, age: number, weight: number): void {
    const row = this.#rowOf(word);
    if (this.#counts[row + SPAN] === 0) {
      this.used++;
      this.#write(row, { word, span, running: 0, before: 0, remembered: 0 });
    } else if (this.#counts[row + SPAN] !== span + 1) this.#write(row, this.#at(row, span));
    if (age < 2) this.#counts[row + RUNNING + age] = (this.#counts[row + RUNNING + age] ?? 0) + 1;
    else this.#weights[row + REMEMBERED] = (this.#weights[row + REMEMBERED] ?? 0) + weight;
  }

  remembered(word: number, span: number): number {
    const row = this.#rowOf(word);
    return this.#counts[row + SPAN] === 0 ? 0 : this.#at(row, span).remembered;
  }

  /** A table without evicted words, with room for twice as many. */
  withRoom(span: number): RateTable {
    const kept: WordRate[] = [];
    for (let row = 0; row < this.#counts.length; row += COLUMNS) {
      if (this.#counts[row + SPAN] === 0) continue;
      const pace = this.#at(row, span);
      if (pace.running + pace.before + pace.remembered >= MIN_WEIGHT) kept.push(pace);
    }
    let rows = FIRST_ROWS;
    while (rows < 4 * kept.length) rows *= 2;
    const roomier = new RateTable(rows);
    for (const pace of kept) roomier.#write(roomier.#rowOf(pace.word), pace);
    roomier.used = kept.length;
    return roomier;
  }

  /** The row advanced to a later span: one or both counts become part of `remembered`. */
  #at(row: number, span: number): WordRate {
    const word = this.#counts[row] ?? 0;
    const running = this.#counts[row + RUNNING] ?? 0;
    const before = this.#counts[row + RUNNING + 1] ?? 0;
    const remembered = this.#weights[row + REMEMBERED] ?? 0;
    const steps = span + 1 - (this.#counts[row + SPAN] ?? 0);
    if (steps === 0) return { word, span, running, before, remembered };
    const stepped = remembered * KEPT_EACH_SPAN + before;
    if (steps === 1) return { word, span, running: 0, before: running, remembered: stepped };
    const twice = stepped * KEPT_EACH_SPAN + running;
    return { word, span, running: 0, before: 0, remembered: twice * KEPT_EACH_SPAN ** (steps - 2) };
  }

  #write(row: number, { word, span, running, before, remembered }: WordRate): void {
    this.#counts[row] = word;
    this.#counts[row + SPAN] = span + 1;
    this.#counts[row + RUNNING] = running;
    this.#counts[row + RUNNING + 1] = before;
    this.#weights[row + REMEMBERED] = remembered;
  }

  /** The row of a word, or the empty row where it belongs. */
  #rowOf(word: number): number {
    for (let slot = Math.imul(word, SPREAD) >>> 0; ; slot++) {
      const row = (slot & (this.rows - 1)) * COLUMNS;
      if (this.#counts[row + SPAN] === 0 || this.#counts[row] === word) return row;
    }
  }
}

interface WordRate {
  readonly word: number;
  readonly span: number;
  readonly running: number;
  readonly before: number;
  readonly remembered: number;
}

const [SPAN, RUNNING, REMEMBERED, COLUMNS] = [1, 2, 4, 5];

/** A power of two. */
const FIRST_ROWS = 1_024;

/** Scatters hashes that are close together. */
const SPREAD = 0x9e3779b1;

/** Ten days. */
const MAX_STEPS = 480;
