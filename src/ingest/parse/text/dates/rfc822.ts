import { instantOf } from './instant.ts';

/**
 * The standard date of RSS: `Tue, 05 Mar 2024 08:09:10 +0100`. The parser of loose dates reads it too, but takes six
 * times as long (18 instead of 3 microseconds).
 */
export function readRfc822Date(text: string): number | null {
  const match = RFC_822.exec(text);
  if (!match) return null;
  const [, day, name = '', year, hour, minute, second = '0', sign, hours = '0', minutes = '0'] = match;
  const month = 1 + MONTHS.indexOf(name) / 3;
  if (!Number.isInteger(month) || month < 1 || Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  const date = { year: Number(year), month, day: Number(day) };
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  return instantOf(date, time, sign === '-' ? -offset : offset);
}

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
const RFC_822 =
  /^(?:[a-z]{3,9}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (?:gmt|utc|z|([+-])(\d\d)(\d\d))$/;

/**
 * `Tue, 05 Mar 2024 08:09:10 +0100` exactly, as in nine of ten feeds: ten times as fast as the parsers of all
 * other forms. Null for any other form.
 */
export function readExactRfc822Date(text: string): number | null {
  const match = EXACT.exec(text);
  if (match === null) return null;
  const [, day, name = '', year, hours, minutes, seconds, zone = ''] = match;
  const month = MONTH_NAMES.indexOf(name);
  const local = Date.UTC(Number(year), month, Number(day), Number(hours), Number(minutes), Number(seconds));
  const isReal = month !== -1 && new Date(local).getUTCDate() === Number(day) && Number(hours) < 24;
  return isReal ? local - offsetOf(zone) : null;
}

function offsetOf(zone: string): number {
  if (zone.length !== 5) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

const EXACT =
  /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) ([12]\d{3}) ([0-2]\d):([0-5]\d):([0-5]\d) (GMT|UTC|Z|[+-](?:0\d|1[0-4])[0-5]\d)$/;
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
