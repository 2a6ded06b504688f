export const MINUTE = 60_000;
export const WINDOW_MINUTES = 30;

/** What a minute still weighs in the usual pace six hours later: half. */
const KEPT_EACH_MINUTE = 0.5 ** (1 / 360);

/** So many quiet minutes are taken to lie before the first, that what is new has no usual pace yet. */
const ASSUMED_QUIET_MINUTES = 60;

/**
 * Counts of the last thirty minutes, one bucket a minute in a ring, and the pace that was usual before them:
 *
 *   usual (a mean that forgets by half in six hours) <- leaves | 29 ... 2 1 0 | <- added by its own minute
 *
 * The usual pace of something new is nothing at all; it is not known yet and must not be mistaken for a burst. After
 * that the mean is over the minutes there have been: with six hours for every story, one that had come at a steady
 * pace since it was opened in the morning passed for a quiet one that woke up.
 */
export class MinuteWindow {
  /** No typed array: one of this length is memory that the system is asked for, and most articles open a story. */
  readonly #counts: number[] = new Array(WINDOW_MINUTES).fill(0);
  #minute: number;
  #total = 0;
  /** Sum of what left the window, each weighed by how much of it is still remembered. */
  #remembered = 0;
  /** The first minute that counts. */
  #since: number;

  constructor(minute: number) {
    this.#minute = minute;
    this.#since = minute;
  }

  /** Whether it still fell into the window; what is older has no place any more. */
  add(minute: number, count: number): boolean {
    this.advance(minute);
    if (minute <= this.#minute - WINDOW_MINUTES) return false;
    const slot = slotOf(minute);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count;
    this.#total += count;
    this.#since = Math.min(this.#since, minute);
    return true;
  }

  /** Takes back what was added in a minute, as far as it is still there. */
  remove(minute: number, count: number): void {
    if (minute > this.#minute || minute <= this.#minute - WINDOW_MINUTES) return;
    const slot = slotOf(minute);
    const taken = Math.min(count, this.#counts[slot] ?? 0);
    this.#counts[slot] = (this.#counts[slot] ?? 0) - taken;
    this.#total -= taken;
  }

  /** Time does not run backwards: an earlier minute changes nothing. */
  advance(minute: number): void {
    const steps = minute - this.#minute;
    for (let step = 1; step <= Math.min(steps, WINDOW_MINUTES); step++) {
      const slot = slotOf(this.#minute + step);
      const leaving = this.#counts[slot] ?? 0;
      this.#counts[slot] = 0;
      this.#total -= leaving;
      this.#remembered = this.#remembered * KEPT_EACH_MINUTE + leaving;
    }
    if (steps > WINDOW_MINUTES) this.#remembered *= KEPT_EACH_MINUTE ** (steps - WINDOW_MINUTES);
    if (steps > 0) this.#minute = minute;
  }

  get minute(): number {
    return this.#minute;
  }

  /** How many a minute, over the window. */
  get velocity(): number {
    return this.#total / WINDOW_MINUTES;
  }

  /** How many a minute, before the window. */
  get usual(): number {
    const known = Math.max(0, this.#minute - WINDOW_MINUTES + 1 - this.#since);
    return (
      this.#remembered /
      Math.min(weightOf(known) + weightOf(ASSUMED_QUIET_MINUTES), weightOf(Number.POSITIVE_INFINITY))
    );
  }

  /** Both histories as one; commutative. */
  absorb(other: MinuteWindow): void {
    this.advance(other.#minute);
    // What the other remembers is that much older by now.
    this.#remembered += other.#remembered * KEPT_EACH_MINUTE ** (this.#minute - other.#minute);
    this.#since = Math.min(this.#since, other.#since);
    for (let minute = other.#minute - WINDOW_MINUTES + 1; minute <= other.#minute; minute++) {
      const count = other.#counts[slotOf(minute)] ?? 0;
      if (count > 0) this.add(minute, count);
    }
  }
}

/** How much so many minutes weigh together, the last of them 1. */
function weightOf(minutes: number): number {
  return (1 - KEPT_EACH_MINUTE ** minutes) / (1 - KEPT_EACH_MINUTE);
}

function slotOf(minute: number): number {
  return ((minute % WINDOW_MINUTES) + WINDOW_MINUTES) % WINDOW_MINUTES;
}
