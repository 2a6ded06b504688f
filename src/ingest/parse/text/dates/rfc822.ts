import { instantOf } from './instant.ts';

/**
 * The date of feeds that follow the standard of RSS: `Tue, 05 Mar 2024 08:09:10 +0100`. The reader of loose
 * dates knows it too, but takes six times as long over it (18 against 3 microseconds).
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
