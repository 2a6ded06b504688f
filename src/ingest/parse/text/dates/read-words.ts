import { type DateReading, dateIsComplete, peek, take } from './reading.ts';
import { isTimezone } from './timezone-offset.ts';
import { foldWord, meaningOf } from './words.ts';
import { zoneNamed, zonePhraseAt } from './zones.ts';

/** `America/New_York`, `Etc/GMT+5`; the platform knows their rules. */
export function readPlace(reading: DateReading): boolean {
  if (!reading.time && !dateIsComplete(reading)) return false;
  const match = peek(reading, PLACE);
  if (!match || !(match[0] === 'etc/' || isTimezone(match[0]))) return false;
  reading.at += match[0].length;
  reading.zone ??= match[0] === 'etc/' ? 0 : match[0];
  reading.last = 'zone';
  return true;
}

/** A remark in brackets repeats the zone (`+0100 (CET)`), unless no other zone is given. */
export function readRemark(reading: DateReading): boolean {
  const match = take(reading, REMARK);
  if (!match) return false;
  const remark = (match[1] ?? match[2] ?? '').trim();
  const zone = zoneNamed(remark) ?? (remark.includes('/') && isTimezone(remark) ? remark : undefined);
  if (reading.time && zone !== undefined) reading.zone ??= zone;
  return true;
}

export function readWord(reading: DateReading): boolean {
  if (readZoneName(reading)) return true;
  const match = peek(reading, WORD);
  if (!match) return false;
  if (!keepWord(reading, match[0].replaceAll('.', ''), match[0].length)) return false;
  reading.at += match[0].length;
  return true;
}

function readZoneName(reading: DateReading): boolean {
  const match = reading.time || dateIsComplete(reading) ? peek(reading, PHRASE) : null;
  if (!match) return false;
  const words = match[0].split(' ');
  const found = zonePhraseAt(words);
  if (!found) return false;
  const length = words.slice(0, found.words).join(' ').length;
  // Short names and names before the time are zones only at the end; elsewhere they are words such as `at`.
  const isAtEnd = /^(?:,|$)/.test(reading.text.slice(reading.at + length));
  if (!isAtEnd && (length < 3 || !reading.time) && words[0] !== 'z') return false;
  if (length === 1 && !reading.time) return false;
  reading.at += length;
  reading.zone ??= found.zone;
  if (reading.last !== 'offset') reading.last = 'zone';
  return true;
}

function keepWord(reading: DateReading, word: string, length: number): boolean {
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

function keepMonth(reading: DateReading, month: number): boolean {
  if (reading.month !== undefined && reading.month !== month) return false;
  reading.month = month;
  reading.last = 'word';
  return true;
}

function keepMonthOrWeekday(reading: DateReading, month: number, weekday: number): boolean {
  if (reading.month === undefined && reading.monthOrWeekday === undefined)
    reading.monthOrWeekday = { month, weekday };
  // `mar. 5 mar. 2024`: the second one is the month.
  else if (reading.month === undefined) reading.month = month;
  else reading.weekday ??= weekday;
  return true;
}

/** An unknown zone counts as UTC, because rejecting the whole date would lose more. */
function keepUnknownZone(reading: DateReading, word: string): boolean {
  if (!reading.time || reading.zone !== undefined || reading.offset !== undefined) return false;
  reading.zone = 0;
  return /^[a-z]{3,5}$/.test(word);
}

const PLACE = /[a-z_]{2,}\/(?:[a-z_]+\/)?[a-z_-]*(?:[+-]\d{1,2})?/y;
const REMARK = /\(([^()]*)\)|\[([^[\]]*)\]/y;
const WORD = /[\p{L}\p{M}ʼ’]+(?:\.[\p{L}\p{M}]+)*/uy;
const PHRASE = /[\p{L}\p{M}]+(?:\/[a-z]+)?(?: [a-z]+){0,3}/uy;
const IDEOGRAPHS = /^[\p{Script=Han}\p{Script=Hangul}]+$/u;
const MONTH_FOLLOWS = new Set(['tháng', 'thg', 'bulan'].map(foldWord));
