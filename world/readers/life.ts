import type { Draw } from '../draw.ts';
import { normal } from './chance.ts';
import { rhythmAt } from './rhythm.ts';

export const SLICE = 5 * 60_000;
export const SLICES_A_DAY = 288;
/** Three days; later clicks are negligible. */
export const SLICES = 3 * SLICES_A_DAY;

/**
 * The distribution of an article's clicks over time: half of them within twelve hours, more when people are awake, and
 * one burst soon after publication, whose peak five minutes have some five times the mean of the first day (ten times
 * for one article in twenty).
 */
export class Life {
  readonly firstSlice: number;
  readonly #burstsAt: number;
  readonly #height: number;
  readonly #sum: number;

  constructor(draw: Draw, publishedAt: number) {
    this.firstSlice = Math.ceil(publishedAt / SLICE);
    const sums = SUMS[this.firstSlice % SLICES_A_DAY] ?? { life: 1, day: 1 };
    this.#burstsAt = Math.min(SLICES_A_DAY - 1, Math.floor(draw.exponential(12)));
    const peak = (USUAL_PEAK * Math.exp(PEAK_SPREAD * normal(draw)) * sums.day) / SLICES_A_DAY;
    this.#height = Math.max(0, peak - usual(this.firstSlice, this.#burstsAt));
    this.#sum = sums.life + 2 * this.#height;
  }

  /** The share of all clicks in a slice of five minutes, counted since 1970. */
  shareIn(slice: number): number {
    const age = slice - this.firstSlice;
    if (age < 0 || age >= SLICES) return 0;
    const burst = age < this.#burstsAt ? 0 : this.#height * 0.5 ** (age - this.#burstsAt);
    return (usual(this.firstSlice, age) + burst) / this.#sum;
  }
}

/** Without a burst. */
function usual(firstSlice: number, age: number): number {
  return (FADING[age] ?? 0) * (RHYTHM[(firstSlice + age) % SLICES_A_DAY] ?? 0);
}

const HALF_LIFE = (12 * 3_600_000) / SLICE;
const FADING = Float64Array.from({ length: SLICES }, (_, age) => 0.5 ** (age / HALF_LIFE));
const RHYTHM = Float64Array.from({ length: SLICES_A_DAY }, (_, slice) => rhythmAt(slice * SLICE));

/** Sums over the whole life and the first day, by the slice of the day of publication. */
const SUMS = Array.from(RHYTHM, (_, first) => {
  const shares = Array.from(FADING, (_, age) => usual(first, age));
  const sum = (list: readonly number[]) => list.reduce((total, share) => total + share, 0);
  return { life: sum(shares), day: sum(shares.slice(0, SLICES_A_DAY)) };
});

const USUAL_PEAK = 5;
/** One in twenty is above twice the usual value. */
const PEAK_SPREAD = Math.log(2) / 1.645;
