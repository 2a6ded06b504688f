import type { DateNumber } from './civil-date.ts';
import type { CivilTime, Zone } from './instant.ts';

/** Goes on behind what matches here. */
export function take(reading: DateReading, pattern: RegExp): RegExpExecArray | null {
  const match = peek(reading, pattern);
  if (match) reading.at += match[0].length;
  return match;
}

/** What matches here; the pattern is a sticky one. */
export function peek({ text, at }: DateReading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Whether what was read so far names a day. */
export function dateIsComplete({ numbers, month, monthOrWeekday, units }: DateReading): boolean {
  const named = month !== undefined || monthOrWeekday !== undefined;
  return units?.day !== undefined || numbers.length >= (named ? 2 : 3);
}

/** How far a date has been read, and what was found. */
export interface DateReading {
  readonly text: string;
  at: number;
  readonly numbers: DateNumber[];
  last: 'start' | 'number' | 'word' | 'time' | 'zone' | 'offset';
  time?: CivilTime;
  meridiem?: 'am' | 'pm';
  /** By its name, which may be wrong beside an offset. */
  zone?: Zone;
  /** In numbers, which are right beside a name. */
  offset?: number;
  month?: number;
  weekday?: number;
  monthOrWeekday?: { readonly month: number; readonly weekday: number };
  monthIsNext?: boolean;
  units?: { readonly year?: string; readonly month?: string; readonly day?: string };
}
