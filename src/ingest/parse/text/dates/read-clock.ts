import { type DateReading, dateIsComplete, take } from './reading.ts';

export function readTime(reading: DateReading): boolean {
  const match =
    take(reading, CLOCK) ??
    take(reading, CLOCK_WITH_UNITS) ??
    (dateIsComplete(reading) ? take(reading, CLOCK_WITH_DOTS) : null);
  if (!match) return false;
  const [, hour, minute = '0', second = '0', fraction = '0'] = match;
  // Some feeds write midnight, then the real time.
  const earlier = reading.time;
  if (earlier && earlier.hour + earlier.minute + earlier.second > 0) return false;
  reading.time = { hour: Number(hour), minute: Number(minute), second: Number(`${second}.${fraction}`) };
  reading.last = 'time';
  return true;
}

/** `3pm`, and `16` of `23 Aug 2017 16 +0530`. */
export function readHour(reading: DateReading): boolean {
  if (reading.time) return false;
  const match =
    take(reading, HOUR_BEFORE_MERIDIEM) ??
    (dateIsComplete(reading) ? take(reading, HOUR_BEFORE_OFFSET) : null);
  if (!match) return false;
  reading.time = { hour: Number(match[1]), minute: 0, second: 0 };
  reading.last = 'time';
  return true;
}

/** A sign directly before digits is an offset after a time or a zone, or after a whole date in four digits. */
export function readOffset(reading: DateReading): boolean {
  const afterTime = reading.last === 'time' || reading.last === 'zone';
  const match = afterTime
    ? take(reading, OFFSET)
    : dateIsComplete(reading)
      ? take(reading, LONG_OFFSET)
      : null;
  if (!match || reading.offset !== undefined) return false;
  const hours = Number(match[2]);
  const minutes = Number(match[3] ?? 0);
  if (hours > 23 || minutes > 59) return false;
  reading.offset = (match[1]?.endsWith('-') ? -1 : 1) * (hours * 60 + minutes);
  reading.last = 'offset';
  return true;
}

/** A fourth part of a time is accepted when it is zero or empty before an offset, as one program writes it. */
const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,12}))?(?::00|:(?=[+-]))?)?(?![\d:])/y;
const CLOCK_WITH_UNITS =
  /(\d{1,2}) ?(?:h|時|时|点|點|시|ч)(?:\.? ?(\d{1,2})(?: ?(?:min|m|分|분|мин)\.?(?: ?(\d{1,2}) ?(?:sec|s|秒|초|сек)?)?)?)?(?![\p{L}\d])/uy;
const CLOCK_WITH_DOTS = /(\d{1,2})\.(\d\d)(?:\.(\d\d))?(?![\d.])/y;
const HOUR_BEFORE_MERIDIEM = /(\d{1,2})(?= ?[ap]m\b)/y;
const HOUR_BEFORE_OFFSET = /(\d{1,2})(?= [+-]\d\d:?\d\d)/y;
const OFFSET = / ?([+-]{1,2}) ?(\d{1,2}?)(?::?(\d\d))?(?::00)?(?![\d:])/y;
const LONG_OFFSET = / ?([+-])(\d\d):?(\d\d)(?![\d:])/y;
