import { timezoneOffset } from './timezone-offset.ts';

/** The instant of a civil date and time, or null when the date or time does not exist. */
export function instantOf(date: CivilDate, time: CivilTime = MIDNIGHT, zone: Zone = 0): number | null {
  if (!isDay(date) || !isTime(time)) return null;
  const local = startOfDay(date) + milliseconds(time);
  const offset = typeof zone === 'string' ? timezoneOffset(zone, local) : zone;
  return local - offset * 60_000;
}

/** Whether the day exists and the year is plausible. */
export function isDay({ year, month, day }: CivilDate): boolean {
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth(year, month);
}

/** 0 is Sunday, as in the platform. */
export function weekdayOf(date: CivilDate): number {
  return new Date(startOfDay(date)).getUTCDay();
}

/** Midnight in UTC, also for years below 100, which `Date.UTC` reads as 19xx. */
export function startOfDay({ year, month, day }: CivilDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

function daysInMonth(year: number, month: number): number {
  return new Date(startOfDay({ year, month: month + 1, day: 0 })).getUTCDate();
}

/** A leap second is the first moment of the next minute; 24:00 is the next midnight. */
function isTime({ hour, minute, second }: CivilTime): boolean {
  if (hour === 24) return minute === 0 && second === 0;
  return hour < 24 && minute < 60 && second < 61;
}

function milliseconds({ hour, minute, second }: CivilTime): number {
  return Math.trunc((hour * 3600 + minute * 60 + second) * 1000);
}

/**
 * RFC 5322 (4.3): two digits below 50 are in this century, the others in the last; three digits come from
 * programs that print years since 1900.
 */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year;
  if (digits.length === 3) return 1900 + year;
  return year;
}

const MIDNIGHT: CivilTime = { hour: 0, minute: 0, second: 0 };
const EARLIEST_YEAR = 100;
const LATEST_YEAR = 9999;

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface CivilTime {
  readonly hour: number;
  readonly minute: number;
  /** With its fraction. */
  readonly second: number;
}

/** Minutes east of Greenwich, or the name of a time zone with rules (`europe/brussels`). */
export type Zone = number | string;
