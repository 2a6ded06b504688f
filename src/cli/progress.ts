import type { Clock } from '../lib/clock.ts';
import type { Output } from './terminal.ts';

/**
 * RUN-5: progress, rate and remaining time of a long operation. A terminal gets one rewritten line, other outputs a plain
 * line now and then. It uses no timer: it prints when the work advances.
 */
export interface Progress {
  /** The current item. */
  at(what: string): void;
  /** Reports further finished units. */
  advance(by: number): void;
  /** Sets or corrects the total. */
  expect(total: number): void;
  /** Ends the line and prints the summary. */
  finish(words: string): void;
  /** Clears the line before an error message. */
  abandon(): void;
}

export function createProgress(output: Output, clock: Clock, options: ProgressOptions): Progress {
  const meter = new Meter(clock, options.total);
  const every = output.interactive ? REWRITE_EVERY_MS : LINE_EVERY_MS;
  let what = options.label;
  let shownAt = output.interactive ? Number.NEGATIVE_INFINITY : clock.now();
  let isLineOpen = false;

  const show = () => {
    if (clock.now() - shownAt < every) return;
    shownAt = clock.now();
    const line = `${what}  ${meter.describe(options.unit)}`;
    output.write(output.interactive ? `\r\x1b[2K${line.slice(0, output.columns - 1)}` : `${line}\n`);
    isLineOpen = output.interactive;
  };
  const clear = () => {
    if (isLineOpen) output.write('\r\x1b[2K');
    isLineOpen = false;
  };
  return {
    at: next => {
      what = `${options.label} ${next}`;
      show();
    },
    advance: by => {
      meter.advance(by);
      show();
    },
    expect: total => meter.expect(total),
    finish: words => {
      clear();
      output.write(`${words} (${meter.summary(options.unit)})\n`);
    },
    abandon: clear,
  };
}

/** Counts, and measures the rate over the last seconds: the mean since the start hides a stall. */
class Meter {
  readonly #clock: Clock;
  readonly #startedAt: number;
  #total: number | undefined;
  #done = 0;
  #samples: { at: number; done: number }[];

  constructor(clock: Clock, total: number | undefined) {
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#total = total;
    this.#samples = [{ at: this.#startedAt, done: 0 }];
  }

  advance(by: number): void {
    this.#done += by;
    const now = this.#clock.now();
    const last = this.#samples.at(-1);
    if (last && now - last.at < SAMPLE_EVERY_MS) return;
    this.#samples.push({ at: now, done: this.#done });
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) > LOOK_BACK_MS)
      this.#samples.shift();
  }

  expect(total: number): void {
    this.#total = total;
  }

  describe(unit: Unit): string {
    const rate = this.#rate();
    const parts = [
      ...(this.#total ? [`${Math.floor(Math.min(1, this.#done / this.#total) * 100)} %`.padStart(5)] : []),
      FORMAT[unit](this.#done),
      `${FORMAT[unit](rate)}/s`,
      ...this.#timeLeft(rate),
    ];
    return parts.join('  ');
  }

  summary(unit: Unit): string {
    const seconds = (this.#clock.now() - this.#startedAt) / 1_000;
    return `${FORMAT[unit](this.#done)} in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  }

  #timeLeft(rate: number): string[] {
    if (!this.#total || rate <= 0 || this.#done >= this.#total) return [];
    return [`${minutes((this.#total - this.#done) / rate)} left`];
  }

  #rate(): number {
    const [first] = this.#samples;
    const seconds = (this.#clock.now() - (first?.at ?? 0)) / 1_000;
    return seconds > 0 ? (this.#done - (first?.done ?? 0)) / seconds : 0;
  }
}

/** `0:07`, `12:30`, `3:05:00`. */
function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3_600);
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map(part => String(part).padStart(2, '0')).join(':');
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '');
}

/** Rounded sizes in the units of settings (`64KiB`). */
export function shownBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

export function shownCount(count: number): string {
  return Math.round(count).toLocaleString('en-GB');
}

const FORMAT = {
  bytes: shownBytes,
  rows: (count: number) => `${shownCount(count)} rows`,
  articles: (count: number) => `${shownCount(count)} articles`,
  events: (count: number) => `${shownCount(count)} events`,
  documents: (count: number) => `${shownCount(count)} documents`,
  stories: (count: number) => `${shownCount(count)} stories`,
} as const satisfies Record<string, (amount: number) => string>;
type Unit = keyof typeof FORMAT;

const REWRITE_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
const SAMPLE_EVERY_MS = 250;
const LOOK_BACK_MS = 8_000;

export interface ProgressOptions {
  /** The start of the line: `Copying`. */
  readonly label: string;
  readonly unit: Unit;
  readonly total?: number;
}
