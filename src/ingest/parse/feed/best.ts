/** Keeps the value with the lowest rank, and of equal ranks the first. */
export class Best<T> {
  value: T | null = null;
  /** Not private: an item has twenty of these, and private fields are expensive to create. */
  rank = Number.POSITIVE_INFINITY;

  offer(rank: number, value: T | null): void {
    if (value === null || value === '' || rank >= this.rank) return;
    this.value = value;
    this.rank = rank;
  }

  /** False when a value of this rank would be ignored, so that the caller need not compute it. */
  wants(rank: number): boolean {
    return rank < this.rank;
  }
}
