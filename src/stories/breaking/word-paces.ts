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
const LEAST_SPANS = 4;

/** Below this weight a word is forgotten when all are looked at. */
const FORGOTTEN = 0.25;

/**
 * How often words are usually written here, so that what everybody writes all day is told from what everybody writes
 * now. Weather, results and prices come from many houses at once and look alike; but the words they share are those of
 * every hour, and a place or a name that five houses write within half an hour is not.
 *
 *   remembered (forgets by half in twelve hours) <- the span before <- the span that runs
 *
 * Two spans go by before a word is part of the usual, or a burst would be measured by its own beginning.
 */
export class WordPaces {
  /** Counts as they would be had none been forgotten since `#worth` was 1: forgetting is one step for all of them. */
  readonly #remembered = new Map<number, number>();
  /** What one of what is remembered counts now. */
  #worth = 1;
  #before = new Map<number, number>();
  #running = new Map<number, number>();
  #span = 0;
  #spans = 0;

  heard(words: Iterable<number>, minute: number): void {
    const span = Math.floor(minute / SPAN_MINUTES);
    this.#advance(span);
    const age = this.#span - span;
    const weight = KEPT_EACH_SPAN ** Math.max(0, age - 2);
    if (weight < FORGOTTEN) return;
    const recent = [this.#running, this.#before][age];
    if (recent === undefined) countInto(this.#remembered, words, weight / this.#worth);
    else countInto(recent, words, weight);
  }

  /** Whether so many articles within half an hour are out of the ordinary for a word. */
  isNews(word: number, articles: number): boolean {
    const usual = ((this.#remembered.get(word) ?? 0) * this.#worth) / Math.max(LEAST_SPANS, this.#spans);
    return articles >= TIMES_USUAL * usual;
  }

  #advance(span: number): void {
    if (this.#span === 0) this.#span = span;
    // Nothing is left of what was heard before a silence of days, so that no more steps are needed.
    this.#span = Math.max(this.#span, span - MOST_STEPS);
    for (; this.#span < span; this.#span++) this.#step();
  }

  #step(): void {
    this.#worth *= KEPT_EACH_SPAN;
    if (this.#worth < SWEPT_AT) this.#sweep();
    for (const [word, count] of this.#before)
      this.#remembered.set(word, (this.#remembered.get(word) ?? 0) + count / this.#worth);
    this.#before = this.#running;
    this.#running = new Map();
    this.#spans = this.#spans * KEPT_EACH_SPAN + 1;
  }

  /** Looks at every word, so it is done twice a day. */
  #sweep(): void {
    for (const [word, count] of this.#remembered) {
      if (count * this.#worth < FORGOTTEN) this.#remembered.delete(word);
      else this.#remembered.set(word, count * this.#worth);
    }
    this.#worth = 1;
  }
}

function countInto(counts: Map<number, number>, words: Iterable<number>, weight: number): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
}

const SWEPT_AT = 0.5;

/** Ten days. */
const MOST_STEPS = 480;
