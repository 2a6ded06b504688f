/** Keeps the offer with the lowest rank, and among equal ones the first. */
export class Best<T> {
  value: T | null = null;
  /** Not private: an item has twenty of these, and private fields cost more to make than to use. */
  rank = Number.POSITIVE_INFINITY;

  offer(rank: number, value: T | null): void {
    if (value === null || value === '' || rank >= this.rank) return;
    this.value = value;
    this.rank = rank;
  }

  /** False when an offer of this rank would come too late, so that it need not be made. */
  wants(rank: number): boolean {
    return rank < this.rank;
  }
}
