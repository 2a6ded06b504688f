import { type DateReading, dateIsComplete, take } from './reading.ts';

export function readNumber(reading: DateReading): boolean {
  const before = reading.text[reading.at - 1] ?? ' ';
  const match = take(reading, NUMBER);
  if (!match) return false;
  const [, digits = '', unit] = match;
  const kept = unit === undefined ? keepNumber(reading, digits, before) : keepUnit(reading, digits, unit);
  if (reading.last !== 'offset') reading.last = 'number';
  return kept;
}

function keepNumber(reading: DateReading, digits: string, before: string): boolean {
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
function keepBareOffset(reading: DateReading, digits: string): boolean {
  if (reading.offset !== undefined || (digits !== '00' && digits.length !== 4)) return false;
  reading.offset = digits === '00' ? 0 : Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  reading.last = 'offset';
  return reading.offset < 24 * 60;
}

function withoutExtraZero(digits: string): string {
  return digits.length === 3 && digits.startsWith('0') ? digits.slice(1) : digits;
}

function keepUnit(reading: DateReading, digits: string, unit: string): boolean {
  const name = '年년'.includes(unit) ? 'year' : '月월'.includes(unit) ? 'month' : 'day';
  if (reading.units?.[name] !== undefined) return false;
  reading.units = { ...reading.units, [name]: digits };
  return true;
}

/** With the Chinese, Japanese or Korean sign for its unit, or the ending of an ordinal. */
const NUMBER =
  /(\d+)(?: ?([年月日号號년월일])|(?:st|nd|rd|th|er|re|de|ste|eme|ème|e|o|a|\u00b0)(?![\p{L}\d]))?/uy;
