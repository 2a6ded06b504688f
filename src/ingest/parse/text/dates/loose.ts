import { chooseDay, type DateNumber } from './civil-date.ts';
import { type CivilDate, type CivilTime, fullYear, instantOf, type Zone } from './instant.ts';
import { isPlace } from './places.ts';
import { foldWord, meaningOf } from './words.ts';
import { zoneNamed, zonePhraseAt } from './zones.ts';

/**
 * Reads a date from left to right as a person does: this is a time, that is a zone, this word is a month. What
 * each number means is decided at the end, when everything else is known. The first thing that belongs to
 * no date ends the attempt, so that garbage is never taken for half a date.
 */
export function readLooseDate(text: string): number | null {
  const reading: Reading = {
    text: text.replace(/\b([ap])\. ?m\b\.?/g, '$1m'),
    at: 0,
    numbers: [],
    last: 'start',
  };
  while (reading.at < reading.text.length) {
    const understood = STEPS.some(step => step(reading));
    if (!understood) return null;
  }
  return conclude(reading);
}

function conclude(reading: Reading): number | null {
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

/** `2024年3月5日` says which number is which. */
function explicitDay({ units, numbers, time }: Reading): CivilDate | null {
  if (!units || numbers.length > 0 || !units.year || !units.month || (!units.day && time)) return null;
  return { year: fullYear(units.year), month: Number(units.month), day: Number(units.day ?? 1) };
}

/** Thai years count from the death of the Buddha. */
function inCommonEra(day: CivilDate, { text }: Reading): CivilDate {
  return day.year > 2400 && day.year < 2800 && /[\u0e00-\u0e7f]/.test(text)
    ? { ...day, year: day.year - 543 }
    : day;
}

function onTheDial({ time, meridiem }: Reading): CivilTime {
  if (!time) return { hour: 0, minute: 0, second: 0 };
  if (meridiem === 'pm' && time.hour < 12) return { ...time, hour: time.hour + 12 };
  if (meridiem === 'am' && time.hour === 12) return { ...time, hour: 0 };
  return time;
}

function readTime(reading: Reading): boolean {
  const match =
    take(reading, CLOCK) ??
    take(reading, CLOCK_WITH_UNITS) ??
    (dateIsComplete(reading) ? take(reading, CLOCK_WITH_DOTS) : null);
  if (!match) return false;
  const [, hour, minute = '0', second = '0', fraction = '0'] = match;
  // Some write midnight, then the real time.
  const earlier = reading.time;
  if (earlier && earlier.hour + earlier.minute + earlier.second > 0) return false;
  reading.time = { hour: Number(hour), minute: Number(minute), second: Number(`${second}.${fraction}`) };
  reading.last = 'time';
  return true;
}

/** `3pm`, and `16` of `23 Aug 2017 16 +0530`. */
function readHour(reading: Reading): boolean {
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
function readOffset(reading: Reading): boolean {
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

function readNumber(reading: Reading): boolean {
  const before = reading.text[reading.at - 1] ?? ' ';
  const match = take(reading, NUMBER);
  if (!match) return false;
  const [, digits = '', unit] = match;
  const kept = unit === undefined ? keepNumber(reading, digits, before) : keepUnit(reading, digits, unit);
  if (reading.last !== 'offset') reading.last = 'number';
  return kept;
}

function keepNumber(reading: Reading, digits: string, before: string): boolean {
  if (digits.length === 8 && reading.numbers.length === 0) {
    reading.units = { year: digits.slice(0, 4), month: digits.slice(4, 6), day: digits.slice(6) };
    return true;
  }
  if (digits.length > 4) return false;
  if (reading.monthIsNext) {
    reading.monthIsNext = false;
    reading.month = Number(digits);
    return true;
  }
  if (reading.time && dateIsComplete(reading)) return keepBareOffset(reading, digits);
  reading.numbers.push({ digits: withoutExtraZero(digits), before });
  return reading.numbers.length <= 3;
}

/** After a complete date and time, `00` and `0545` are offsets that have lost their sign. */
function keepBareOffset(reading: Reading, digits: string): boolean {
  if (reading.offset !== undefined || (digits !== '00' && digits.length !== 4)) return false;
  reading.offset = digits === '00' ? 0 : Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  reading.last = 'offset';
  return reading.offset < 24 * 60;
}

function withoutExtraZero(digits: string): string {
  return digits.length === 3 && digits.startsWith('0') ? digits.slice(1) : digits;
}

function keepUnit(reading: Reading, digits: string, unit: string): boolean {
  const name = '年년'.includes(unit) ? 'year' : '月월'.includes(unit) ? 'month' : 'day';
  if (reading.units?.[name] !== undefined) return false;
  reading.units = { ...reading.units, [name]: digits };
  return true;
}

/** `America/New_York`, `Etc/GMT+5`; the platform knows the rules of all of them. */
function readPlace(reading: Reading): boolean {
  if (!reading.time && !dateIsComplete(reading)) return false;
  const match = peek(reading, PLACE);
  if (!match || !(match[0] === 'etc/' || isPlace(match[0]))) return false;
  reading.at += match[0].length;
  reading.zone ??= match[0] === 'etc/' ? 0 : match[0];
  reading.last = 'zone';
  return true;
}

/** A remark in brackets repeats what was said (`+0100 (CET)`), unless it is the only word about the zone. */
function readRemark(reading: Reading): boolean {
  const match = take(reading, REMARK);
  if (!match) return false;
  const remark = (match[1] ?? match[2] ?? '').trim();
  const zone = zoneNamed(remark) ?? (remark.includes('/') && isPlace(remark) ? remark : undefined);
  if (reading.time && zone !== undefined) reading.zone ??= zone;
  return true;
}

function readWord(reading: Reading): boolean {
  if (readZoneName(reading)) return true;
  const match = peek(reading, WORD);
  if (!match) return false;
  if (!keepWord(reading, match[0].replaceAll('.', ''), match[0].length)) return false;
  reading.at += match[0].length;
  return true;
}

function readZoneName(reading: Reading): boolean {
  const match = reading.time || dateIsComplete(reading) ? peek(reading, PHRASE) : null;
  if (!match) return false;
  const words = match[0].split(' ');
  const found = zonePhraseAt(words);
  if (!found) return false;
  const length = words.slice(0, found.words).join(' ').length;
  // Short names and names before the time are zones only at the end; elsewhere they are words such as `at`.
  const isAtEnd = /^(?:,|$)/.test(reading.text.slice(reading.at + length));
  if (!isAtEnd && (length < 3 || !reading.time)) return false;
  reading.at += length;
  reading.zone ??= found.zone;
  if (reading.last !== 'offset') reading.last = 'zone';
  return true;
}

function keepWord(reading: Reading, word: string, length: number): boolean {
  const { month, weekday, meridiem, ignorable } = meaningOf(word);
  const isAtEnd = reading.at + length === reading.text.length;
  if (MONTH_FOLLOWS.has(foldWord(word))) reading.monthIsNext = true;
  else if (meridiem) reading.meridiem ??= meridiem;
  else if (month !== undefined && weekday !== undefined) return keepMonthOrWeekday(reading, month, weekday);
  else if (month !== undefined) return keepMonth(reading, month);
  else if (weekday !== undefined) reading.weekday ??= weekday;
  else if (ignorable || IDEOGRAPHS.test(word)) return true;
  // Words before the first number introduce the date (`Published: ...`).
  else if (reading.last === 'start') return true;
  else return isAtEnd && keepUnknownZone(reading, word);
  if (reading.last !== 'time' && reading.last !== 'start') reading.last = 'word';
  return true;
}

function keepMonth(reading: Reading, month: number): boolean {
  if (reading.month !== undefined && reading.month !== month) return false;
  reading.month = month;
  reading.last = 'word';
  return true;
}

function keepMonthOrWeekday(reading: Reading, month: number, weekday: number): boolean {
  if (reading.month === undefined && reading.monthOrWeekday === undefined)
    reading.monthOrWeekday = { month, weekday };
  // `mar. 5 mar. 2024`: the second one is the month.
  else if (reading.month === undefined) reading.month = month;
  else reading.weekday ??= weekday;
  return true;
}

/** A zone that nobody knows is better read as UTC than the whole date lost. */
function keepUnknownZone(reading: Reading, word: string): boolean {
  if (!reading.time || reading.zone !== undefined || reading.offset !== undefined) return false;
  reading.zone = 0;
  return /^[a-z]{3,5}$/.test(word);
}

function skipSign(reading: Reading): boolean {
  return take(reading, BETWEEN) !== null;
}

function dateIsComplete({ numbers, month, monthOrWeekday, units }: Reading): boolean {
  const named = month !== undefined || monthOrWeekday !== undefined;
  return units?.day !== undefined || numbers.length >= (named ? 2 : 3);
}

function take(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  const match = peek(reading, pattern);
  if (match) reading.at += match[0].length;
  return match;
}

function peek({ text, at }: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const STEPS: readonly ((reading: Reading) => boolean)[] = [
  readTime,
  readHour,
  readOffset,
  readNumber,
  readPlace,
  readRemark,
  readWord,
  skipSign,
];

/** A fourth part of a time is accepted when it is zero or nothing before an offset, as one program writes it. */
const CLOCK = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,12}))?(?::00|:(?=[+-]))?)?(?![\d:])/y;
const CLOCK_WITH_UNITS =
  /(\d{1,2}) ?(?:h|時|时|点|點|시|ч)(?:\.? ?(\d{1,2})(?: ?(?:min|m|分|분|мин)\.?(?: ?(\d{1,2}) ?(?:sec|s|秒|초|сек)?)?)?)?(?![\p{L}\d])/uy;
const CLOCK_WITH_DOTS = /(\d{1,2})\.(\d\d)(?:\.(\d\d))?(?![\d.])/y;
const HOUR_BEFORE_MERIDIEM = /(\d{1,2})(?= ?[ap]m\b)/y;
const HOUR_BEFORE_OFFSET = /(\d{1,2})(?= [+-]\d\d:?\d\d)/y;
const OFFSET = / ?([+-]{1,2}) ?(\d{1,2}?)(?::?(\d\d))?(?::00)?(?![\d:])/y;
const LONG_OFFSET = / ?([+-])(\d\d):?(\d\d)(?![\d:])/y;
/** With the sign of Chinese, Japanese and Korean that says what is counted, or the ending of an ordinal. */
const NUMBER =
  /(\d+)(?: ?([年月日号號년월일])|(?:st|nd|rd|th|er|re|de|ste|eme|ème|e|o|a|\u00b0)(?![\p{L}\d]))?/uy;
const PLACE = /[a-z_]{2,}\/(?:[a-z_]+\/)?[a-z_-]*(?:[+-]\d{1,2})?/y;
const REMARK = /\(([^()]*)\)|\[([^[\]]*)\]/y;
const WORD = /[\p{L}\p{M}ʼ’]+(?:\.[\p{L}\p{M}]+)*/uy;
const PHRASE = /[\p{L}\p{M}]+(?:\/[a-z]+)?(?: [a-z]+){0,3}/uy;
const BETWEEN = /[\s,;|·•'"`~*/.@_#-]|:(?= |\d\d:\d\d)/y;
const IDEOGRAPHS = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;
const MONTH_FOLLOWS = new Set(['tháng', 'thg', 'bulan'].map(foldWord));

interface Reading {
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
