import { nthLargest } from './counting/select.ts';

/**
 * The items with the largest scores of all that were offered. It takes up to twice as many as it keeps and then lets go
 * of the lesser half, so that most offers are one comparison.
 */
export class TopScores {
  readonly #most: number;
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;
  #least = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
    this.#items = new Uint32Array(most * 2);
    this.#scores = new Float64Array(most * 2);
  }

  offer(item: number, score: number): void {
    if (score < this.#least) return;
    this.#items[this.#size] = item;
    this.#scores[this.#size++] = score;
    if (this.#size === this.#items.length) this.#halve();
  }

  /** Best first; of equal scores the smaller item is first. */
  ranked(): number[] {
    const places = Array.from({ length: this.#size }, (_, place) => place);
    const score = (place: number) => this.#scores[place] ?? 0;
    const item = (place: number) => this.#items[place] ?? 0;
    places.sort((a, b) => score(b) - score(a) || item(a) - item(b));
    return places.slice(0, this.#most).map(item);
  }

  #halve(): void {
    this.#least = nthLargest(this.#scores.slice(), this.#most);
    // Of those that are equal to the least the first ones stay; each list has room for all that are above.
    let room = this.#most;
    for (const score of this.#scores) if (score > this.#least) room--;
    let kept = 0;
    for (let at = 0; at < this.#size; at++) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#least || (score === this.#least && room-- <= 0)) continue;
      this.#items[kept] = this.#items[at] ?? 0;
      this.#scores[kept++] = score;
    }
    this.#size = kept;
  }
}
