import type { BreakingCause } from './announcement.ts';

/** Minutes of low pace after which an episode ends. */
const COOLING_MINUTES = 30;
/** Minutes of calm after which a story may break again; otherwise `AFTERMATH_MINUTES` must pass. */
const CALM_MINUTES = 120;
/**
 * BREAK-4: an ended episode is shown for so many minutes, and a story does not break again within so many minutes of
 * the beginning.
 */
const AFTERMATH_MINUTES = 360;

/** Half-life of the peak. */
const PEAK_HALF_LIFE_MINUTES = 720;

/** Shares of the pace needed to begin, below which an episode cools down and is calm. */
const COOL_BELOW = 0.5;
const CALM_BELOW = 0.25;

/**
 * From the beginning of an episode until the story may break again.
 *
 *   breaking --- pace below half of what it takes to begin, for 30 minutes on end ---> over
 *   over     --- pace below a quarter, for 2 hours on end, or 6 hours after the beginning ---> (no episode)
 *
 * Beginning needs the full pace and ending half of it, so no pace does both. Every minute is evaluated, so the
 * frequency of calls does not matter. The pace needed rises with the usual one, so a war of months is not breaking
 * news for months.
 */
export class Episode {
  readonly #state: { -readonly [Key in keyof EpisodeState]: EpisodeState[Key] };

  constructor(state: EpisodeState) {
    this.#state = { ...state };
  }

  static begin(minute: number, because: BreakingCause, needed: Pace): Episode {
    return new Episode({ beganAt: minute, endedAt: null, lowSince: null, because, needed, peak: needed });
  }

  /** A copy that ended in this minute. */
  over(minute: number): Episode {
    return new Episode({ ...this.#state, endedAt: this.#state.endedAt ?? minute, lowSince: null });
  }

  /** Advances by one minute; true when the episode ended in it. */
  step(minute: number, pace: Pace, neededNow: Pace): boolean {
    if (this.#state.endedAt === null) this.#state.peak = maxPace(this.#state.peak, pace);
    if (this.#isLow(pace, neededNow)) this.#state.lowSince ??= minute;
    else this.#state.lowSince = null;
    if (this.#state.endedAt !== null || this.#lowFor(minute) < COOLING_MINUTES) return false;
    this.#state.endedAt = minute;
    // Low is not yet calm, so the wait for calm starts now.
    this.#state.lowSince = isBelow(pace, this.#state.needed, CALM_BELOW) ? minute : null;
    return true;
  }

  /** Whether the story may break again. */
  isPast(minute: number): boolean {
    if (this.#state.endedAt === null) return false;
    return this.#lowFor(minute) >= CALM_MINUTES || minute - this.#state.beganAt >= AFTERMATH_MINUTES;
  }

  isShown(minute: number): boolean {
    return this.#state.endedAt === null || minute - this.#state.endedAt < AFTERMATH_MINUTES;
  }

  get isBreaking(): boolean {
    return this.#state.endedAt === null;
  }

  get state(): EpisodeState {
    return { ...this.#state };
  }

  #isLow(pace: Pace, neededNow: Pace): boolean {
    if (this.#state.endedAt !== null) return isBelow(pace, this.#state.needed, CALM_BELOW);
    return isBelow(pace, maxPace(this.#state.needed, neededNow), COOL_BELOW);
  }

  #lowFor(minute: number): number {
    return this.#state.lowSince === null ? 0 : minute - this.#state.lowSince;
  }
}

/** For merged stories: an open episode before an ended one, then the earlier. */
export function combine(a: Episode | null, b: Episode | null): Episode | null {
  if (!a || !b) return a ?? b;
  if (a.isBreaking !== b.isBreaking) return a.isBreaking ? a : b;
  return a.state.beganAt <= b.state.beganAt ? a : b;
}

function isBelow(pace: Pace, needed: Pace, share: number): boolean {
  return pace.articles < needed.articles * share && pace.engagement < needed.engagement * share;
}

/**
 * The pace needed to break again: half of the previous peak, with a half-life of twelve hours. On the evening after,
 * many publishers write about a story again; that alone is not news.
 */
export function neededAgain({ endedAt, beganAt, peak }: EpisodeState, minute: number): Pace {
  const share = 0.5 * 0.5 ** ((minute - (endedAt ?? beganAt)) / PEAK_HALF_LIFE_MINUTES);
  return { articles: share * peak.articles, engagement: share * peak.engagement };
}

export function maxPace(a: Pace, b: Pace): Pace {
  return { articles: Math.max(a.articles, b.articles), engagement: Math.max(a.engagement, b.engagement) };
}

/** Articles and engagement per minute. */
export interface Pace {
  readonly articles: number;
  readonly engagement: number;
}

/** Times in minutes since the epoch. */
export interface EpisodeState {
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly lowSince: number | null;
  readonly because: BreakingCause;
  /** The pace that was needed to begin. */
  readonly needed: Pace;
  readonly peak: Pace;
}
