import { chooseDay } from './civil-date.ts';
import { type CivilDate, type CivilTime, fullYear, instantOf } from './instant.ts';
import { readHour, readOffset, readTime } from './read-clock.ts';
import { readNumber } from './read-numbers.ts';
import { readPlace, readRemark, readWord } from './read-words.ts';
import { type DateReading, take } from './reading.ts';

/**
 * Parses a date from left to right into times, zones, months and numbers. The meaning of each number is decided at the
 * end, when everything else is known. The first token that cannot be part of a date ends the attempt, so that garbage is
 * never read as a partial date.
 */
export function readLooseDate(text: string): number | null {
  const reading: DateReading = { text: prepare(text), at: 0, numbers: [], last: 'start' };
  while (reading.at < reading.text.length) if (!advance(reading)) return null;
  return conclude(reading);
}

/** The first step that consumes text decides; if the text is invalid, no other step is tried. */
function advance(reading: DateReading): boolean {
  const from = reading.at;
  for (const step of STEPS)
    if (step(reading)) return true;
    else if (reading.at !== from) return false;
  return false;
}

/**
 * `a. m.` is one word. RFC 5322 allows blanks and comments inside a time; they are only tried where no time
 * matches without them.
 */
function prepare(text: string): string {
  const plain = text.replace(/\b([ap])\. ?m\b\.?/g, '$1m');
  if (/\d:\d/.test(plain) || !plain.includes(':')) return plain;
  return plain.replace(/(?: |\([^()]*\))*:(?: |\([^()]*\))*(?=\d)/g, ':');
}

function skipSign(reading: DateReading): boolean {
  return take(reading, BETWEEN) !== null;
}

function conclude(reading: DateReading): number | null {
  // `mar` was Tuesday if another word is the month.
  const month = reading.month ?? reading.monthOrWeekday?.month;
  const weekday =
    reading.weekday ?? (reading.month === undefined ? undefined : reading.monthOrWeekday?.weekday);
  const hasTime = reading.time !== undefined;
  const american = reading.meridiem !== undefined && !reading.text.includes('.');
  const day =
    explicitDay(reading) ?? chooseDay({ numbers: reading.numbers, month, weekday, hasTime, american });
  return day && instantOf(inCommonEra(day, reading), onTheDial(reading), reading.offset ?? reading.zone ?? 0);
}

/** `2024年3月5日` names its numbers. */
function explicitDay({ units, numbers, time }: DateReading): CivilDate | null {
  if (!units || numbers.length > 0 || !units.year || !units.month || (!units.day && time)) return null;
  return { year: fullYear(units.year), month: Number(units.month), day: Number(units.day ?? 1) };
}

/** Years of other eras: a king, a republic or the Buddha. */
function inCommonEra(day: CivilDate, { text, units }: DateReading): CivilDate {
  const era = ERAS.find(({ sign }) => sign.test(text));
  if (era) return { ...day, year: Number(units?.year ?? day.year) + era.before };
  const isThai = day.year > 2400 && day.year < 2800 && /[\u0e00-\u0e7f]/.test(text);
  return isThai ? { ...day, year: day.year - 543 } : day;
}

function onTheDial({ time, meridiem }: DateReading): CivilTime {
  if (!time) return { hour: 0, minute: 0, second: 0 };
  if (meridiem === 'pm' && time.hour < 12) return { ...time, hour: time.hour + 12 };
  if (meridiem === 'am' && time.hour === 12) return { ...time, hour: 0 };
  return time;
}

const STEPS: readonly ((reading: DateReading) => boolean)[] = [
  readTime,
  readHour,
  readOffset,
  readNumber,
  readPlace,
  readRemark,
  readWord,
  skipSign,
];

const BETWEEN = /[\s,;|·•'"`~*/.@_#-]|:(?= |\d\d:\d\d)/y;
const ERAS = [
  { sign: /令和/, before: 2018 },
  { sign: /平成/, before: 1988 },
  { sign: /昭和/, before: 1925 },
  { sign: /民[國国]/, before: 1911 },
] as const;
