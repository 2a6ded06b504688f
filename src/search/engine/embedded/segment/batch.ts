/** Documents that are evaluated together, in ascending order, with their scores so far. */
export class Batch {
  readonly capacity: number;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.documents = new Int32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** Drops documents whose score is not above `minScore`. */
  dropBelow(minScore: number): void {
    const { documents, scores, count } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score <= minScore) continue;
      documents[kept] = documents[i] ?? 0;
      scores[kept++] = score;
    }
    this.count = kept;
  }
}

/** The scores of a stretch of articles, and a bit for each that has one. */
export interface ScoreWindow {
  readonly scores: Float64Array;
  readonly marks: Int32Array;
}
