/** The best so far, at most `room`; a heap whose first is the least of them. Equals go to who came first. */
export class Top {
  readonly #room: number;
  readonly #scores: number[] = [];
  readonly #segments: number[] = [];
  readonly #documents: number[] = [];

  constructor(room: number) {
    this.#room = room;
  }

  /** A score has to be above this to matter. */
  get threshold(): number {
    return this.#scores.length < this.#room ? -1 : (this.#scores[0] ?? 0);
  }

  add(score: number, segment: number, document: number): void {
    if (this.#scores.length < this.#room) {
      this.#set(this.#scores.length, score, segment, document);
      this.#rise(this.#scores.length - 1);
    } else if (score > this.threshold) {
      this.#set(0, score, segment, document);
      this.#sink(0);
    }
  }

  /** From the best on. */
  sorted(): Found[] {
    return this.#scores
      .map((score, index) => ({
        score,
        segment: this.#segments[index] ?? 0,
        document: this.#documents[index] ?? 0,
      }))
      .sort((a, b) => b.score - a.score || a.segment - b.segment || a.document - b.document);
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >>> 1;
      if ((this.#scores[parent] ?? 0) <= (this.#scores[index] ?? 0)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(from: number): void {
    for (let index = from; ; ) {
      const left = 2 * index + 1;
      let least = index;
      for (const child of [left, left + 1])
        if (child < this.#scores.length && (this.#scores[child] ?? 0) < (this.#scores[least] ?? 0))
          least = child;
      if (least === index) return;
      this.#swap(least, index);
      index = least;
    }
  }

  #set(index: number, score: number, segment: number, document: number): void {
    this.#scores[index] = score;
    this.#segments[index] = segment;
    this.#documents[index] = document;
  }

  #swap(a: number, b: number): void {
    const [score = 0, segment = 0, document = 0] = [this.#scores[a], this.#segments[a], this.#documents[a]];
    this.#set(a, this.#scores[b] ?? 0, this.#segments[b] ?? 0, this.#documents[b] ?? 0);
    this.#set(b, score, segment, document);
  }
}

export interface Found {
  score: number;
  readonly segment: number;
  readonly document: number;
}
