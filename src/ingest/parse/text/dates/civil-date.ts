import { type CivilDate, fullYear, isDay, weekdayOf } from './instant.ts';

/**
 * The day from the numbers and names of a date. Numbers alone can often be read in several orders. The readings are
 * tried by likelihood, and a weekday decides between the valid ones. A weekday that matches none of them is ignored as
 * wrong.
 */
export function chooseDay(parts: DateParts): CivilDate | null {
  const readings = (parts.month === undefined ? allNumbers(parts) : aroundMonth(parts, parts.month)).filter(
    isDay,
  );
  const agrees = (date: CivilDate) => weekdayOf(date) === parts.weekday;
  return readings.find(agrees) ?? readings[0] ?? null;
}

/** `5 March 2024`, `March 5, 2024`, `2024 March 5`, `5 March 24`, `March 2024`. */
function aroundMonth({ numbers, hasTime }: DateParts, month: number): CivilDate[] {
  const [first, second, third] = numbers.map(number => number.digits);
  if (first === undefined || third !== undefined) return [];
  if (second === undefined) return isYear(first) && !hasTime ? [day(first, month, '1')] : [];
  if (isYear(first)) return [day(first, month, second)];
  if (isYear(second)) return [day(second, month, first)];
  return [day(second, month, first), day(first, month, second)];
}

function allNumbers({ numbers, hasTime, american }: DateParts): CivilDate[] {
  const [first, second, third] = numbers.map(number => number.digits);
  if (first === undefined || second === undefined || numbers.length > 3) return [];
  if (third === undefined) return hasTime ? [] : monthAndYear(first, second);
  if (isYear(first)) return [day(first, Number(second), third)];
  const yearFirst = day(first, Number(second), third);
  const dayFirst = day(third, Number(second), first);
  const monthFirst = day(third, Number(first), second);
  const separator = numbers[1]?.before ?? ' ';
  if (isYear(third)) return separator === '/' || american ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  if (separator === '.') return [dayFirst, monthFirst, yearFirst];
  // The year comes first in `17-8-23`, as in ISO 8601. With slashes and a two-digit year, feeds usually have the
  // American order, then the East Asian one.
  return separator === '-' ? [yearFirst, dayFirst, monthFirst] : [monthFirst, yearFirst, dayFirst];
}

function monthAndYear(first: string, second: string): CivilDate[] {
  if (first.length === 4) return [day(first, Number(second), '1')];
  return second.length === 4 ? [day(second, Number(first), '1')] : [];
}

function day(year: string, month: number, of: string): CivilDate {
  return { year: fullYear(year), month, day: Number(of) };
}

function isYear(digits: string): boolean {
  return digits.length > 2 || Number(digits) > 31;
}

export interface DateParts {
  readonly numbers: readonly DateNumber[];
  /** The month from its name. */
  readonly month: number | undefined;
  readonly weekday: number | undefined;
  readonly hasTime: boolean;
  /** Another part of the text is in American form. */
  readonly american: boolean;
}

export interface DateNumber {
  readonly digits: string;
  /** The separator before it. */
  readonly before: string;
}
