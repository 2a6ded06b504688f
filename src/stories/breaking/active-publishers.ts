/** So long it takes until the sources of an installation have been heard, in minutes. */
const SETTLED_AFTER_MINUTES = 60;

/** From so many on it makes no difference how many there are. */
const ASSUMED_PUBLISHERS = 13;

/**
 * BREAK-1: how large the installation is, that thresholds fit it: as many publishers as were known at the beginning, or
 * as were heard of within a day where those are more. Counted once, a clusterer that was opened for the first article of a new
 * installation took it for one with a single source, and two voices for breaking news, until it was opened anew. In the
 * first hour nobody can know, and it is taken for one with many.
 */
export class ActivePublishers {
  readonly #known: number;
  /** When each was heard of last, in minutes; the longest silent first. */
  readonly #heardAt = new Map<string, number>();
  #firstHeardAt = Number.POSITIVE_INFINITY;
  #lastHeardAt = 0;

  constructor(known: number) {
    this.#known = known;
  }

  record(publisher: string, minute: number): void {
    this.#firstHeardAt = Math.min(this.#firstHeardAt, minute);
    this.#lastHeardAt = Math.max(this.#lastHeardAt, minute);
    const before = this.#heardAt.get(publisher) ?? minute;
    this.#heardAt.delete(publisher);
    this.#heardAt.set(publisher, Math.max(before, minute));
  }

  forget(before: number): void {
    for (const [publisher, minute] of this.#heardAt) {
      if (minute >= before) return;
      this.#heardAt.delete(publisher);
    }
  }

  get count(): number {
    const isSettled = this.#lastHeardAt - this.#firstHeardAt >= SETTLED_AFTER_MINUTES;
    return Math.max(this.#known, this.#heardAt.size, isSettled ? 0 : ASSUMED_PUBLISHERS);
  }
}
