import type { Clock } from './clock.ts';

/** A share of what was counted in the last five minutes. It is counted by minute: the oldest minute goes as a whole. */
export class RecentShare {
  readonly #clock: Pick<Clock, 'now'>;
  #minutes: CountedMinute[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** `part` of `whole` counted things. */
  add(part: number, whole: number): void {
    const current = this.#currentMinute();
    current.part += part;
    current.whole += whole;
  }

  /** Null when nothing was counted. */
  value(): number | null {
    this.#removeOld(this.#minuteNow());
    const whole = this.#minutes.reduce((sum, minute) => sum + minute.whole, 0);
    return whole === 0 ? null : this.#minutes.reduce((sum, minute) => sum + minute.part, 0) / whole;
  }

  #currentMinute(): CountedMinute {
    const minute = this.#minuteNow();
    const last = this.#minutes.at(-1);
    if (last?.minute === minute) return last;
    this.#removeOld(minute);
    const current = { minute, part: 0, whole: 0 };
    this.#minutes.push(current);
    return current;
  }

  /** A clock that was set back leaves minutes in the future; they go too, so there are never more than five. */
  #removeOld(now: number): void {
    this.#minutes = this.#minutes.filter(({ minute }) => minute > now - MINUTES && minute <= now);
  }

  #minuteNow(): number {
    return Math.floor(this.#clock.now() / 60_000);
  }
}

const MINUTES = 5;

interface CountedMinute {
  readonly minute: number;
  part: number;
  whole: number;
}
