import { monthOf } from './months.ts';

/** A date found in text, with its time where one follows. */
export interface FoundDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** `HH:MM` or `HH:MM:SS`, empty where none is given. */
  readonly time: string;
  /** `Z` or `+01:00`, empty where none is given. */
  readonly zone: string;
}

/** The first date in a text, in ISO 8601 (`2019-03-12T10:00:00+01:00`) or written out (`12. März 2019`). */
export function findDate(text: string, monthFirst = false): FoundDate | null {
  return findIsoDate(text) ?? findWrittenDate(text, monthFirst);
}

/** ISO 8601, with or without the day's time. */
export function formatDate({ year, month, day, time, zone }: FoundDate): string {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return time ? `${date}T${time}${zone}` : date;
}

function findIsoDate(text: string): FoundDate | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hours, minutes, seconds, zone] = match;
  return checked(Number(year), Number(month), Number(day), clock(hours, minutes, seconds), offset(zone));
}

const ISO =
  /(?<![\d.,/-])((?:19|20)\d\d)[-/.]?(0[1-9]|1[0-2])[-/.]?(0[1-9]|[12]\d|3[01])(?:(?:[T ]|, )\s*([01]?\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d)(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?(?![\d-])/;

function findWrittenDate(text: string, monthFirst: boolean): FoundDate | null {
  let best: { at: number; date: FoundDate } | null = null;
  for (const [pattern, read] of WRITTEN) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      if (best && best.at <= match.index) break;
      const date = read(match, monthFirst);
      if (date) {
        const time = timeAfter(text.slice(match.index + match[0].length));
        best = { at: match.index, date: { ...date, time } };
        break;
      }
    }
  }
  return best?.date ?? null;
}

type DateReader = (match: RegExpExecArray, monthFirst: boolean) => FoundDate | null;

const WORD = '(\\p{L}{3,12})\\.?';
const WRITTEN: readonly (readonly [RegExp, DateReader])[] = [
  // 12. März 2019, 12 de marzo de 2019, 12th of March, 2019
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:\\.|º|er|st|nd|rd|th)?[\\s-]*(?:de |of )?\\s*${WORD},?[\\s-]*(?:de |del )?((?:19|20)\\d\\d|'?\\d\\d(?![\\d:.]))`,
      'giu',
    ),
    ([, day, month, year]) => checked(century(year), monthOf(month ?? ''), Number(day)),
  ],
  // March 12, 2019
  [
    new RegExp(`(?<!\\p{L})${WORD}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+((?:19|20)\\d\\d)`, 'giu'),
    ([, month, day, year]) => checked(Number(year), monthOf(month ?? ''), Number(day)),
  ],
  // 2019年3月12日
  [
    /((?:19|20)\d\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/g,
    ([, year, month, day]) => checked(Number(year), Number(month), Number(day)),
  ],
  // 12.03.2019, 12/3/19, 12-03-2019
  [
    /(?<![\d.,/:-])(\d{1,2})(\s?[./-]\s?)(\d{1,2})\2((?:19|20)\d\d|\d\d)(?![\d]|[./-]\d)/g,
    ([, first, separator, second, year], monthFirst) => {
      const swap = (separator?.includes('/') && monthFirst && Number(first) <= 12) || Number(second) > 12;
      if ((year ?? '').length === 2 && !separator?.includes('.') && !separator?.includes('/')) return null;
      return checked(century(year), Number(swap ? first : second), Number(swap ? second : first));
    },
  ],
  // 2019/3/12, 2019.3.12
  [
    /(?<![\d.,/-])((?:19|20)\d\d)[./-](\d{1,2})[./-](\d{1,2})(?!\d)/g,
    ([, year, month, day]) => checked(Number(year), Number(month), Number(day)),
  ],
];

function timeAfter(rest: string): string {
  const match =
    /^[\s,|–—·-]{0,4}(?:um|at|à|a las|ab|kl\.?|,)?\s*(\d{1,2})[:.h](\d\d)(?::(\d\d))?\s*(uhr|h|am\b|pm\b|a\.m\.|p\.m\.)?/i.exec(
      rest,
    );
  if (!match) return '';
  const [, hours, minutes, seconds, half] = match;
  const afternoon = /^p/i.test(half ?? '') && Number(hours) < 12;
  return clock(String(Number(hours) + (afternoon ? 12 : 0)), minutes, seconds);
}

function clock(hours: string | undefined, minutes: string | undefined, seconds: string | undefined): string {
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return '';
  return `${hours.padStart(2, '0')}:${minutes}${seconds ? `:${seconds}` : ''}`;
}

function offset(zone: string | undefined): string {
  if (!zone) return '';
  if (/^[A-Z]/.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

function century(year: string | undefined): number {
  const number = Number((year ?? '').replace("'", ''));
  return number >= 100 ? number : number < 70 ? 2000 + number : 1900 + number;
}

/** Dates before 1990 or after 2100 are not dates of publication. */
function checked(year: number, month: number, day: number, time = '', zone = ''): FoundDate | null {
  if (!(year >= 1990 && year <= 2100) || !(month >= 1 && month <= 12) || !(day >= 1)) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return { year, month, day, time, zone };
}
