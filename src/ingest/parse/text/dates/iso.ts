import { type CivilDate, type CivilTime, fullYear, instantOf, startOfDay, type Zone } from './instant.ts';

/**
 * ISO 8601 in its calendar, week and ordinal forms, basic and extended, whole or cut off at any part, with the
 * variants of W3CDTF, RFC 3339 and databases (a space for the T, a comma for the point, no zone).
 */
export function readIsoDate(text: string): number | null {
  for (const form of FORMS) {
    const match = form.pattern.exec(text);
    const date = match && form.date(match);
    if (!match || !date) continue;
    const rest = text.slice(match[0].length);
    const clock = rest === '' ? WHOLE_DAY : readClock(rest);
    const instant = clock && instantOf(date, clock.time, clock.zone);
    if (instant !== null) return instant;
  }
  return null;
}

function readClock(rest: string): IsoTime | null {
  const match = EXTENDED_CLOCK.exec(rest) ?? BASIC_CLOCK.exec(rest);
  if (!match) return null;
  const { hour, minute, second, fraction, sign, zoneHour, zoneMinute } = match.groups ?? {};
  const offset = Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0);
  if (Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return null;
  return { time: timeOf(hour, minute, second, fraction), zone: sign === '-' ? -offset : offset };
}

/** A fraction belongs to the smallest written part: `08.5` is half past eight. */
function timeOf(hour = '0', minute?: string, second?: string, fraction?: string): CivilTime {
  const part = fraction === undefined ? 0 : Number(`0.${fraction}`);
  if (second !== undefined)
    return { hour: Number(hour), minute: Number(minute), second: Number(second) + part };
  if (minute !== undefined) return { hour: Number(hour), minute: Number(minute), second: part * 60 };
  const minutes = part * 60;
  return { hour: Number(hour), minute: Math.trunc(minutes), second: (minutes % 1) * 60 };
}

/** Week 1 contains the first Thursday of the year; days count from Monday. */
function dayOfWeek(year: number, week: number, day: number): CivilDate | null {
  if (week < 1 || week > 53 || day < 1 || day > 7) return null;
  const fourth = startOfDay({ year, month: 1, day: 4 });
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
  return civil(monday + ((week - 1) * 7 + day - 1) * DAY);
}

function dayOfYear(year: number, day: number): CivilDate | null {
  if (day < 1 || day > 366) return null;
  const date = civil(startOfDay({ year, month: 1, day }));
  return date.year === year ? date : null;
}

function civil(instant: number): CivilDate {
  const date = new Date(instant);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

const DAY = 86_400_000;
const calendar = (match: RegExpExecArray): CivilDate => ({
  year: fullYear(match[1] ?? ''),
  month: Number(match[2] ?? 1),
  day: Number(match[3] ?? 1),
});

/** Allowed after the date: the end, or the start of a time. */
const END = '(?=$|[t ]\\d|z$|[+-]\\d\\d:?\\d\\d$)';

/** In order of trust: forms with a two-digit year are tried last. */
const FORMS: readonly IsoForm[] = [
  // A well-known exporter writes an extra zero before the month.
  { pattern: new RegExp(`^(\\d{4})-(0?\\d{1,2})-(\\d{1,2})${END}`), date: calendar },
  { pattern: new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)${END}`), date: calendar },
  // A day and a time in one run of digits, as visit counters and archives write them.
  { pattern: /^(\d{4})(\d\d)(\d\d)(?=\d{4}(?:\d\d)?$)/, date: calendar },
  {
    pattern: new RegExp(`^(\\d{4})-?w(\\d\\d)(?:-?(\\d))?${END}`),
    date: match => dayOfWeek(Number(match[1]), Number(match[2]), Number(match[3] ?? 1)),
  },
  {
    pattern: new RegExp(`^(\\d{4})-?(\\d{3})${END}`),
    date: match => dayOfYear(Number(match[1]), Number(match[2])),
  },
  { pattern: /^(\d{4})-(\d{1,2})$/, date: calendar },
  { pattern: new RegExp(`^(\\d\\d)-?(\\d\\d)-?(\\d\\d)${END}`), date: calendar },
  { pattern: /^(\d{4})(\d\d)$/, date: calendar },
  { pattern: /^(\d\d)-?(\d{3})$/, date: match => dayOfYear(fullYear(match[1] ?? ''), Number(match[2])) },
  { pattern: /^-(\d\d)-?(\d\d)$/, date: calendar },
  { pattern: /^([12]\d{3})$/, date: calendar },
];

const ZONE = '(?: ?(?:z|utc|gmt|(?<sign>[+-])(?<zoneHour>\\d\\d)(?::?(?<zoneMinute>\\d\\d)(?::00)?)?z?))?$';
const EXTENDED_CLOCK = new RegExp(
  `^[t ]?(?:(?<hour>\\d{1,2})(?::(?<minute>\\d{1,2})(?::(?<second>\\d{1,2}))?)?(?:[.,](?<fraction>\\d{1,12}))?)?${ZONE}`,
);
const BASIC_CLOCK = new RegExp(
  `^[t ]?(?<hour>\\d\\d)(?:(?<minute>\\d\\d)(?<second>\\d\\d)?)?(?:[.,](?<fraction>\\d{1,12}))?${ZONE}`,
);
const WHOLE_DAY: IsoTime = { time: { hour: 0, minute: 0, second: 0 }, zone: 0 };

interface IsoForm {
  readonly pattern: RegExp;
  date(match: RegExpExecArray): CivilDate | null;
}

interface IsoTime {
  readonly time: CivilTime;
  readonly zone: Zone;
}
