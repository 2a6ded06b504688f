import type { BreakingCause } from './announcement.ts';

/** How long the pace has to stay low before an episode is over, in minutes. */
export const COOLING_MINUTES = 30;
/** How long a story has to be calm before it may break anew, in minutes; otherwise `AFTERMATH` has to pass. */
export const CALM_MINUTES = 120;
/** BREAK-4: so long after its end it is still shown, and so long after its beginning it does not begin again. */
export const AFTERMATH_MINUTES = 360;

/** Minutes in which the memory of a peak fades by half. */
const PEAK_HALF_LIFE_MINUTES = 720;

/** Below this share of the pace at which it began an episode cools down, below the other it is calm. */
const COOL_BELOW = 0.5;
const CALM_BELOW = 0.25;

/**
 * From the beginning of breaking news to the moment at which the same story may begin again.
 *
 *   breaking --- pace below half of what it takes to begin, for 30 minutes on end ---> over
 *   over     --- pace below a quarter, for 2 hours on end, or 6 hours after the beginning ---> (no episode)
 *
 * Beginning needs the whole pace and ending half of it, so no pace does both; every minute is looked at, so that it
 * makes no difference how often somebody asks. What it takes to begin rises with what has become usual, so that a
 * war of months is not breaking news for months.
 */
export class Episode {
  readonly #state: Mutable<EpisodeState>;

  constructor(state: EpisodeState) {
    this.#state = { ...state };
  }

  static begin(minute: number, because: BreakingCause, needed: Pace): Episode {
    return new Episode({ beganAt: minute, endedAt: null, lowSince: null, because, needed, peak: needed });
  }

  /** The same as if it had ended in a minute. */
  over(minute: number): Episode {
    return new Episode({ ...this.#state, endedAt: this.#state.endedAt ?? minute, lowSince: null });
  }

  /** Takes in one more minute; says whether the episode ended in it. */
  step(minute: number, pace: Pace, neededNow: Pace): boolean {
    if (this.#state.endedAt === null) this.#state.peak = maxPace(this.#state.peak, pace);
    if (this.#isLow(pace, neededNow)) this.#state.lowSince ??= minute;
    else this.#state.lowSince = null;
    if (this.#state.endedAt !== null || this.#lowFor(minute) < COOLING_MINUTES) return false;
    this.#state.endedAt = minute;
    // Half the pace may still be far from calm, so the next wait begins anew.
    this.#state.lowSince = isBelow(pace, this.#state.needed, CALM_BELOW) ? minute : null;
    return true;
  }

  /** The story may begin again. */
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

/** Of two stories that became one: one that still breaks goes before one that is over, then the earlier. */
export function combine(a: Episode | null, b: Episode | null): Episode | null {
  if (!a || !b) return a ?? b;
  if (a.isBreaking !== b.isBreaking) return a.isBreaking ? a : b;
  return a.state.beganAt <= b.state.beganAt ? a : b;
}

function isBelow(pace: Pace, needed: Pace, share: number): boolean {
  return pace.articles < needed.articles * share && pace.engagement < needed.engagement * share;
}

/**
 * What a story has to reach to break a second time: half of the first time's peak, fading by half every twelve hours.
 * On the evening after, many newsrooms write about it again; that alone is not news.
 */
export function neededAgain({ endedAt, beganAt, peak }: EpisodeState, minute: number): Pace {
  const share = 0.5 * 0.5 ** ((minute - (endedAt ?? beganAt)) / PEAK_HALF_LIFE_MINUTES);
  return { articles: share * peak.articles, engagement: share * peak.engagement };
}

export function maxPace(a: Pace, b: Pace): Pace {
  return { articles: Math.max(a.articles, b.articles), engagement: Math.max(a.engagement, b.engagement) };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A minute, of articles and of what readers do. */
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
  /** What began it, or would have. */
  readonly needed: Pace;
  readonly peak: Pace;
}
