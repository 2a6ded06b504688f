/**
 * How many times the usual is news of a word. A story is measured by its own pace and needs less; a word is everybody's,
 * and one that was written every ten minutes of the day is written five times within some half hour by chance.
 */
const TIMES_USUAL = 10;

/** Half an hour, as long as the window of a story. */
const SPAN_MINUTES = 30;

/** What a span still weighs twelve hours later: half. */
const KEPT_EACH_SPAN = 0.5 ** (1 / 24);

/** So many spans are taken for known from the start, or the first hours of an installation would be the usual. */
const MIN_SPANS = 4;

/** A word that weighs less is forgotten when room is made. */
const MIN_WEIGHT = 0.25;

/**
 * How often words are usually written here, so that what everybody writes all day is told from what everybody writes
 * now. Weather, results and prices come from many houses at once and look alike; but the words they share are those of
 * every hour, and a place or a name that five houses write within half an hour is not.
 *
 *   remembered (forgets by half in twelve hours) <- the span before <- the span that runs
 *
 * Two spans go by before a word is part of the usual, or a burst would be measured by its own beginning.
 *
 * A clusterer hears dozens of words with each article and knows a million of them. Therefore a word is one row of one array, which
 * is one wait for memory, and it is brought to the running span when it is heard: no step of time looks at all words.
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

  /** Whether so many articles within half an hour are out of the ordinary for a word. */
  isNews(word: number, articles: number): boolean {
    const usual = this.#table.remembered(word, this.#span) / Math.max(MIN_SPANS, this.#spans);
    return articles >= TIMES_USUAL * usual;
  }

  /** Words that are remembered. */
  get size(): number {
    return this.#table.used;
  }

  #advance(span: number): void {
    if (this.#span === 0) this.#span = span;
    // Nothing is left of what was heard before a silence of days, so that no more steps are needed.
    this.#span = Math.max(this.#span, span - MAX_STEPS);
    for (; this.#span < span; this.#span++) this.#spans = this.#spans * KEPT_EACH_SPAN + 1;
  }

  /** Looks at every word, each time after at least as many new ones as there were left the last time. */
  #makeRoom(): void {
    if (2 * this.#table.used < this.#table.rows) return;
    this.#table = this.#table.withRoom(this.#span);
  }
}

/** Open addressing over rows of words, at most every other of them in use. */
class RateTable {
  readonly rows: number;
  used = 0;
  /** Of each row: the word, the span of its counts and one (0: no word), how often it was heard then, and in the one before. */
  readonly #counts: Uint32Array;
  /** The fifth of each row, over the same memory: what is remembered from before those two. */
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

  /** Without what is forgotten, in as much memory as the others need for twice their number. */
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

  /** What a row says in a later span: one of the two counts, or both, have become part of what is remembered. */
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

  /** Where it stands, or the empty row where it would. */
  #rowOf(word: number): number {
    for (let place = Math.imul(word, SPREAD) >>> 0; ; place++) {
      const row = (place & (this.rows - 1)) * COLUMNS;
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

/** An odd number without a pattern: words are hashes, and those of a window must not lie in one row after the other. */
const SPREAD = 0x9e3779b1;

/** Ten days. */
const MAX_STEPS = 480;
