import { decodeHTML } from 'entities';
import { readIsoDate } from './dates/iso.ts';
import { readLooseDate } from './dates/loose.ts';
import { readExactRfc822Date, readRfc822Date } from './dates/rfc822.ts';

/**
 * The instant of a feed's date, in milliseconds since 1970, or null when it is ambiguous even for a person. A date
 * without a zone is UTC; one without a time is midnight. The forms, from strict to loose: the
 * standard one of RSS, seconds or milliseconds since 1970, everything of ISO 8601, and dates with
 * names of months in some twenty languages.
 *
 * Rejected, because they are zero values of programs: years before 100
 * (`0000-00-00`, `0001-01-01`), years after 9999, and days that the calendar does not have (31 February).
 * Whether a date is plausible for an article is decided elsewhere (plausible-date.ts).
 */
export function parseFeedDate(text: string): number | null {
  const exact = readExactRfc822Date(text);
  if (exact !== null) return exact;
  const cleaned = clean(text);
  if (cleaned === '' || cleaned.length > MAX_DATE_LENGTH) return null;
  return readRfc822Date(cleaned) ?? readEpoch(cleaned) ?? readIsoDate(cleaned) ?? readLooseDate(cleaned);
}

/** Plain lower-case text with ASCII digits and single spaces, without entities, tags and invisible marks. */
function clean(text: string): string {
  let plain = text.trim();
  if (plain.length > MAX_RAW_LENGTH) return '';
  if (plain.includes('<')) plain = withoutTags(plain);
  // Twice, because careless feeds escape entities in dates.
  for (let pass = 0; pass < 2 && plain.includes('&'); pass++) plain = decodeHTML(plain);
  if (!PLAIN_ASCII.test(plain)) plain = foldUnicode(plain);
  return plain.toLowerCase().replace(/\s+/g, ' ').trim();
}

function withoutTags(text: string): string {
  const marked = text.replaceAll('<![CDATA[', ' ').replaceAll(']]>', ' ');
  return marked
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ');
}

/** Full-width and national digits become ASCII, typographic dashes become hyphens, direction marks go. */
function foldUnicode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{Nd}/gu, digit => String(valueOfDigit(digit)));
}

/** The decimal digits of Unicode come in rows of ten that start with zero. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const MAX_RAW_LENGTH = 2_000;
const MAX_DATE_LENGTH = 160;

/**
 * Seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by their number of digits, also in
 * the form of .NET (`/Date(1709626150000+0100)/`, where the offset changes nothing). Shorter
 * numbers are dates without separators, and so are 12 and 14 digits that start with a likely year.
 */
function readEpoch(text: string): number | null {
  const [, digits, fraction] = EPOCH.exec(text) ?? DOT_NET.exec(text) ?? [];
  if (digits === undefined) return null;
  const unit = UNITS.find(({ from, to }) => digits.length >= from && digits.length <= to);
  if (!unit || (fraction !== undefined && unit.milliseconds !== 1000)) return null;
  return Math.trunc(Number(`${digits}.${fraction ?? 0}`) * unit.milliseconds);
}

const EPOCH = /^@?(\d{9,19})(?:\.(\d{1,9}))?$/;
const DOT_NET = /^\\?\/date\((\d{9,19})(?:[+-]\d{4})?\)\\?\/$/;

const UNITS = [
  { from: 9, to: 11, milliseconds: 1000 },
  { from: 13, to: 13, milliseconds: 1 },
  { from: 16, to: 16, milliseconds: 1e-3 },
  { from: 19, to: 19, milliseconds: 1e-6 },
] as const;
