import type { DateNumber } from './civil-date.ts';
import type { CivilTime, Zone } from './instant.ts';

/** Advances past a match at the current position. */
export function take(reading: DateReading, pattern: RegExp): RegExpExecArray | null {
  const match = peek(reading, pattern);
  if (match) reading.at += match[0].length;
  return match;
}

/** The match at the current position; the pattern must be sticky. */
export function peek({ text, at }: DateReading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether the parts so far name a day. */
export function dateIsComplete({ numbers, month, monthOrWeekday, units }: DateReading): boolean {
  const named = month !== undefined || monthOrWeekday !== undefined;
  return units?.day !== undefined || numbers.length >= (named ? 2 : 3);
}

/** The state of parsing a date: the position and the parts found. */
export interface DateReading {
  readonly text: string;
  at: number;
  readonly numbers: DateNumber[];
  last: 'start' | 'number' | 'word' | 'time' | 'zone' | 'offset';
  time?: CivilTime;
  meridiem?: 'am' | 'pm';
  /** From its name; an offset takes precedence. */
  zone?: Zone;
  /** As a number; takes precedence over a name. */
  offset?: number;
  month?: number;
  weekday?: number;
  monthOrWeekday?: { readonly month: number; readonly weekday: number };
  monthIsNext?: boolean;
  units?: { readonly year?: string; readonly month?: string; readonly day?: string };
}
