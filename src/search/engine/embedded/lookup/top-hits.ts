/**
 * The best documents so far, at most `capacity`, in a heap with the lowest score first. Of equal scores the earlier
 * document wins.
 */
export class TopHits {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #segments: Int32Array;
  readonly #documents: Int32Array;
  #size = 0;
  /** Scores have to exceed this to be kept. */
  threshold = -1;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#segments = new Int32Array(capacity);
    this.#documents = new Int32Array(capacity);
  }

  add(score: number, segment: number, document: number): void {
    if (this.#size < this.#capacity) this.#rise(this.#size++, score, segment, document);
    else if (score > this.threshold) this.#sink(score, segment, document);
    else return;
    if (this.#size === this.#capacity) this.threshold = this.#scores[0] ?? 0;
  }

  /** Best first. */
  sorted(): ScoredDocument[] {
    const all: ScoredDocument[] = [];
    for (let index = 0; index < this.#size; index++)
      all.push({
        score: this.#scores[index] ?? 0,
        segment: this.#segments[index] ?? 0,
        document: this.#documents[index] ?? 0,
      });
    return all.sort((a, b) => b.score - a.score || a.segment - b.segment || a.document - b.document);
  }

  #rise(from: number, score: number, segment: number, document: number): void {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >>> 1;
      if ((this.#scores[parent] ?? 0) <= score) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#set(index, score, segment, document);
  }

  /** Replaces the lowest. */
  #sink(score: number, segment: number, document: number): void {
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (this.#scores[child + 1] ?? 0) < (this.#scores[child] ?? 0)) child++;
      if ((this.#scores[child] ?? 0) >= score) break;
      this.#move(child, index);
      index = child;
    }
    this.#set(index, score, segment, document);
  }

  #set(index: number, score: number, segment: number, document: number): void {
    this.#scores[index] = score;
    this.#segments[index] = segment;
    this.#documents[index] = document;
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#scores[from] ?? 0, this.#segments[from] ?? 0, this.#documents[from] ?? 0);
  }
}

export interface ScoredDocument {
  score: number;
  readonly segment: number;
  readonly document: number;
}
