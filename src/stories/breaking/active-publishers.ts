/** Minutes until the sources of an installation have reported once. */
const SETTLED_AFTER_MINUTES = 60;

/** From so many publishers on, the thresholds no longer depend on the number. */
const ASSUMED_PUBLISHERS = 13;

/**
 * BREAK-1: the size of the installation, on which thresholds depend: the number of publishers known at the start, or
 * of those heard within a day if that is larger. A clusterer opened for the first article of a new installation
 * counted one source and took two reports for breaking news until it was reloaded; so during the first hour many
 * publishers are assumed.
 */
export class ActivePublishers {
  readonly #known: number;
  /** The last minute of each publisher, least recent first. */
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
