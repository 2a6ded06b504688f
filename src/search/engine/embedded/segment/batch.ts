/** Documents that are looked at together, in ascending order, with what is known of their scores. */
export class Batch {
  readonly room: number;
  readonly documents: Int32Array;
  readonly scores: Float64Array;
  count = 0;

  constructor(room: number) {
    this.room = room;
    this.documents = new Int32Array(room);
    this.scores = new Float64Array(room);
  }

  /** What is not above `least` so far. */
  dropBelow(least: number): void {
    const { documents, scores, count } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score <= least) continue;
      documents[kept] = documents[i] ?? 0;
      scores[kept++] = score;
    }
    this.count = kept;
  }
}

/** The scores of a stretch of articles, and a bit for each that has one. */
export interface Window {
  readonly scores: Float64Array;
  readonly marks: Int32Array;
}
