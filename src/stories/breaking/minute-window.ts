export const MINUTE = 60_000;
export const WINDOW_MINUTES = 30;

/** The decay of the usual pace per minute, with a half-life of six hours. */
const KEPT_EACH_MINUTE = 0.5 ** (1 / 360);

/** So many quiet minutes are assumed before the first, so that a new story has no usual pace yet. */
const ASSUMED_QUIET_MINUTES = 60;

/**
 * Counts of the last thirty minutes in a ring of one slot per minute, and the usual pace before them:
 *
 *   usual (a mean that forgets by half in six hours) <- leaves | 29 ... 2 1 0 | <- added by its own minute
 *
 * The usual pace of a new story is zero. After that the mean covers only the minutes since it began: with six hours
 * for every story, one with a steady pace since the morning looked like a quiet one that woke up.
 */
export class MinuteWindow {
  /** A plain array: typed arrays of this length are expensive to allocate, and most articles open a story. */
  readonly #counts: number[] = new Array(WINDOW_MINUTES).fill(0);
  #minute: number;
  #total = 0;
  /** The decayed sum of the counts that left the window. */
  #remembered = 0;
  /** The first minute of the story. */
  #since: number;

  constructor(minute: number) {
    this.#minute = minute;
    this.#since = minute;
  }

  /** False when the minute is older than the window. */
  add(minute: number, count: number): boolean {
    this.advance(minute);
    if (minute <= this.#minute - WINDOW_MINUTES) return false;
    const slot = slotOf(minute);
    this.#counts[slot] = (this.#counts[slot] ?? 0) + count;
    this.#total += count;
    this.#since = Math.min(this.#since, minute);
    return true;
  }

  /** Subtracts what was added in a minute, as far as it is still in the window. */
  remove(minute: number, count: number): void {
    if (minute > this.#minute || minute <= this.#minute - WINDOW_MINUTES) return;
    const slot = slotOf(minute);
    const taken = Math.min(count, this.#counts[slot] ?? 0);
    this.#counts[slot] = (this.#counts[slot] ?? 0) - taken;
    this.#total -= taken;
  }

  /** An earlier minute changes nothing. */
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

  /** The mean count per minute over the window. */
  get velocity(): number {
    return this.#total / WINDOW_MINUTES;
  }

  /** The usual count per minute before the window. */
  get usual(): number {
    const known = Math.max(0, this.#minute - WINDOW_MINUTES + 1 - this.#since);
    return (
      this.#remembered /
      Math.min(weightOf(known) + weightOf(ASSUMED_QUIET_MINUTES), weightOf(Number.POSITIVE_INFINITY))
    );
  }

  /** Adds the other history; commutative. */
  absorb(other: MinuteWindow): void {
    this.advance(other.#minute);
    // The other's sum decays up to this minute.
    this.#remembered += other.#remembered * KEPT_EACH_MINUTE ** (this.#minute - other.#minute);
    this.#since = Math.min(this.#since, other.#since);
    for (let minute = other.#minute - WINDOW_MINUTES + 1; minute <= other.#minute; minute++) {
      const count = other.#counts[slotOf(minute)] ?? 0;
      if (count > 0) this.add(minute, count);
    }
  }
}

/** The summed weight of so many minutes, the last of which weighs 1. */
function weightOf(minutes: number): number {
  return (1 - KEPT_EACH_MINUTE ** minutes) / (1 - KEPT_EACH_MINUTE);
}

function slotOf(minute: number): number {
  return ((minute % WINDOW_MINUTES) + WINDOW_MINUTES) % WINDOW_MINUTES;
}
