import { nthLargest } from './counting/select.ts';

/**
 * Keeps the items with the largest scores. It collects up to twice as many and then drops the smaller half,
 * so that most offers cost one comparison.
 */
export class TopScores {
  readonly #limit: number;
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;
  #smallest = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    this.#items = new Uint32Array(limit * 2);
    this.#scores = new Float64Array(limit * 2);
  }

  offer(item: number, score: number): void {
    if (score < this.#smallest) return;
    this.#items[this.#size] = item;
    this.#scores[this.#size++] = score;
    if (this.#size === this.#items.length) this.#halve();
  }

  /** Best first; ties are ordered by item. */
  ranked(): number[] {
    const positions = Array.from({ length: this.#size }, (_, position) => position);
    const score = (position: number) => this.#scores[position] ?? 0;
    const item = (position: number) => this.#items[position] ?? 0;
    positions.sort((a, b) => score(b) - score(a) || item(a) - item(b));
    return positions.slice(0, this.#limit).map(item);
  }

  #halve(): void {
    this.#smallest = nthLargest(this.#scores.slice(), this.#limit);
    // Of the items equal to the smallest, keeps as many as fit after the larger ones.
    let room = this.#limit;
    for (const score of this.#scores) if (score > this.#smallest) room--;
    let kept = 0;
    for (let at = 0; at < this.#size; at++) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#smallest || (score === this.#smallest && room-- <= 0)) continue;
      this.#items[kept] = this.#items[at] ?? 0;
      this.#scores[kept++] = score;
    }
    this.#size = kept;
  }
}
