import type { WindowName } from '../lists.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { Level, type LevelSettings } from './level.ts';
import { ITEMS, type PairTable } from './pair-table.ts';
import { addSums, estimateOf, largestOf, type RankedCount, type WeightedList } from './ranking.ts';

/**
 * TREND-1, TREND-2: counts over the last minute, hour and day, for many lists at once.
 *
 * An event is counted once, in the open second. A finished second is added to the open minute, and a finished
 * minute to the open hour, pair by pair instead of event by event:
 *
 *   event -> open second -> open minute -> open hour
 *                 |              |             |  closing
 *            60 seconds     60 minutes     24 hours
 *
 * A minute is the closed seconds and the open one; an hour is the closed minutes, the open minute and the open
 * second; a day is the closed hours, the open hour (its minutes so far), the open minute and the open second.
 *
 * Time is set by `advance`, not by events: one event from the far future must not end every window. Late
 * events are counted in their own second, minute and hour while those are stored.
 */
export class TrendingWindows {
  readonly lists: number;
  readonly #seconds: Level;
  readonly #minutes: Level;
  readonly #hours: Level;
  #now: number;

  /** `lists` is the maximum number of lists; they are numbered from 0. */
  constructor(lists: number, now: number, settings: TrendingSettings = DEFAULT_SETTINGS) {
    this.lists = lists;
    this.#now = now;
    const levels = [settings.second, settings.minute, settings.hour] as const;
    const [seconds, minutes, hours] = levels;
    this.#seconds = new Level(lists, seconds, indexOf(now, seconds));
    this.#minutes = new Level(lists, minutes, indexOf(now, minutes));
    this.#hours = new Level(lists, hours, indexOf(now, hours));
  }

  /** Time only moves forward; a smaller `now` has no effect. */
  advance(now: number): void {
    if (!(now > this.#now)) return;
    this.#now = now;
    const second = indexOf(now, this.#seconds.settings);
    if (second === this.#seconds.index) return;
    this.#seconds.moveTo(second, this.#minutes);
    const minute = indexOf(now, this.#minutes.settings);
    if (minute === this.#minutes.index) return;
    this.#minutes.moveTo(minute, this.#hours);
    const hour = indexOf(now, this.#hours.settings);
    if (hour !== this.#hours.index) this.#hours.moveTo(hour);
  }

  /**
   * False when the event was not counted: older than a day, more than five minutes ahead, or with an invalid
   * weight or item. Clocks differ slightly, so an event slightly ahead counts as now.
   */
  add({ item, weight, at, lists }: TrendingEvent): boolean {
    if (!(weight > 0 && weight <= MAX_WEIGHT && item >= 0 && item < ITEMS && Number.isInteger(item)))
      return false;
    if (!(at <= this.#now + MAX_AHEAD_MS)) return false;
    // Weights are whole sixteenths, rounded up: their sums are exact in any order and never too low.
    const count = Math.ceil(weight * 16) / 16;
    const second = Math.floor(at / 1000);
    if (second < this.#seconds.index) return this.#addLate(second, item, count, lists);
    for (let at = 0; at < lists.length; at++) this.#seconds.open.add(this.#checked(lists[at]), item, count);
    return true;
  }

  /** The k items with the largest counts; ties are ordered by number. */
  top(list: number | readonly WeightedList[], window: WindowName, k: number, now: number): RankedCount[] {
    this.advance(now);
    return largestOf(this.#countsOf(window), partsOf(list), k);
  }

  /** Never below the true count. */
  count(list: number | readonly WeightedList[], window: WindowName, item: number, now: number): number {
    this.advance(now);
    return estimateOf(this.#countsOf(window), partsOf(list), item);
  }

  /**
   * Adds the sum of every item of a list over the window to the list `as` of `into`. An item that a
   * sub-window dropped counts with the list's floor there. False when any item was dropped.
   */
  addSums(list: number, window: WindowName, into: PairTable, as: number): boolean {
    return addSums(this.#countsOf(window), this.#checked(list), into, as);
  }

  /** All items in any sub-window. */
  items(): Set<number> {
    const items = new Set<number>();
    for (const level of [this.#seconds, this.#minutes, this.#hours])
      for (const counts of [level.open, ...Array.from(level.closed(), each => each.counts)])
        counts.forEach((_, item) => void items.add(item));
    return items;
  }

  /** TREND-5: replaces a closed hour by exact counts; `hour` is its number since the epoch. */
  replaceHour(hour: number, pairs: Iterable<readonly [list: number, item: number, count: number]>): void {
    this.#hours.replace(hour, pairs);
  }

  /** The count of one item of a list in one closed hour; never too low. */
  countInHour(hour: number, list: number, item: number): number {
    const counts = this.#hours.closedAt(hour);
    return counts ? (counts.get(list, item) ?? counts.dropped.estimate(list, item)) : 0;
  }

  get now(): number {
    return this.#now;
  }

  /** TREND-2: adds the counts of another partition. Lists and items must have the same numbers in both. */
  merge(other: TrendingWindows): void {
    if (other.lists !== this.lists) throw new RangeError(`${other.lists} lists are not ${this.lists}`);
    const now = Math.max(this.#now, other.#now);
    this.advance(now);
    other.advance(now);
    this.#seconds.merge(other.#seconds);
    this.#minutes.merge(other.#minutes);
    this.#hours.merge(other.#hours);
  }

  toBytes(): Uint8Array {
    return writeCheckpoint(this.lists, this.#now, [this.#seconds, this.#minutes, this.#hours]);
  }

  /** Throws when the bytes are truncated, of another version, or of another number of lists. */
  static fromBytes(bytes: Uint8Array, lists: number, settings?: TrendingSettings): TrendingWindows {
    const checkpoint = readCheckpoint(bytes, lists);
    const windows = new TrendingWindows(lists, checkpoint.now, settings);
    checkpoint.restore([windows.#seconds, windows.#minutes, windows.#hours]);
    return windows;
  }

  /** The size of all tables, packed counts, sketches and cached views, in bytes. */
  memory(): number {
    return this.#seconds.bytes + this.#minutes.bytes + this.#hours.bytes;
  }

  /**
   * The open sub-windows of higher levels receive the counts of lower ones when those close, so a late event
   * is added to each level up to the first whose sub-window is open.
   */
  #addLate(second: number, item: number, count: number, lists: readonly number[]): boolean {
    let isCounted = false;
    for (const wanted of lists) {
      const list = this.#checked(wanted);
      for (const level of [this.#seconds, this.#minutes, this.#hours]) {
        const index = Math.floor(second / level.settings.seconds);
        if (level.addLate(index, list, item, count)) isCounted = true;
        if (index === level.index) break;
      }
    }
    return isCounted;
  }

  #checked(list: number | undefined): number {
    if (list !== undefined && list >= 0 && list < this.lists) return list;
    throw new RangeError(`list ${list} is not one of ${this.lists}`);
  }

  #countsOf(window: WindowName) {
    const closed = (level: Level) => Array.from(level.closed(), ({ counts }) => counts);
    const { open } = this.#seconds;
    if (window === '1m') return [...closed(this.#seconds), open];
    if (window === '1h') return [...closed(this.#minutes), this.#minutes.open, open];
    return [...closed(this.#hours), this.#hours.open, this.#minutes.open, open];
  }
}

function indexOf(now: number, { seconds }: LevelSettings): number {
  return Math.floor(now / 1000 / seconds);
}

function partsOf(list: number | readonly WeightedList[]): readonly WeightedList[] {
  return typeof list === 'number' ? [{ list, factor: 1 }] : list;
}

/**
 * Chosen so that everything stays below 100 MB when every sub-window is full: see docs/reports/trending.md. A
 * slot takes 16 bytes, a pair 12.
 */
export const DEFAULT_SETTINGS: TrendingSettings = {
  second: { seconds: 1, length: 60, maxPairs: 24_576, maxSlots: 2 ** 18 },
  minute: { seconds: 60, length: 60, maxPairs: 20_480, maxSlots: 2 ** 19 },
  hour: { seconds: 3600, length: 24, maxPairs: 40_960, maxSlots: 2 ** 19 },
};

/** EVT-4: signals further ahead were refused before. */
const MAX_AHEAD_MS = 5 * 60_000;
/** Sums stay whole numbers of sixteenths below 2^53. */
const MAX_WEIGHT = 2 ** 44;

export interface TrendingEvent {
  /** An integer from 0 to 2^32, assigned by the registry. */
  readonly item: number;
  readonly weight: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The numbers of all lists in which it counts. */
  readonly lists: readonly number[];
}

export interface TrendingSettings {
  readonly second: LevelSettings;
  readonly minute: LevelSettings;
  readonly hour: LevelSettings;
}
