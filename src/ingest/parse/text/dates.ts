import { decodeHTML } from 'entities';
import { readCommonDate } from './dates/common.ts';
import { readEpoch } from './dates/epoch.ts';
import { readIsoDate } from './dates/iso.ts';
import { readLooseDate } from './dates/loose.ts';
import { readRfc822Date } from './dates/rfc822.ts';

/**
 * The instant that a date of a feed names, in milliseconds since 1970, or null when a person would not know
 * either. A date without a zone is UTC; one without a time is midnight. The forms, from strict to loose: the
 * standard one of RSS, seconds or milliseconds since 1970, everything of ISO 8601, and what people and programs write with
 * names of months in some twenty languages.
 *
 * Refused, because they are the zero values of somebody's program and no time of anything: years before 100
 * (`0000-00-00`, `0001-01-01`), years after 9999, and days that the calendar does not have (31 February).
 * Whether a date that can be read is plausible for an article is not asked here.
 */
export function parseFeedDate(text: string): number | null {
  const common = readCommonDate(text);
  if (common !== null) return common;
  const cleaned = clean(text);
  if (cleaned === '' || cleaned.length > LONGEST_DATE) return null;
  return readRfc822Date(cleaned) ?? readEpoch(cleaned) ?? readIsoDate(cleaned) ?? readLooseDate(cleaned);
}

/** Plain lower-case text with ASCII digits and single spaces, without entities, tags and invisible marks. */
function clean(text: string): string {
  let plain = text.trim();
  if (plain.length > LONGEST_RAW) return '';
  if (plain.includes('<')) plain = withoutTags(plain);
  // Twice, because escaped entities are what careless feeds give their dates.
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

/** Every decimal digit of Unicode stands in a row of ten that starts with its zero. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const LONGEST_RAW = 2_000;
const LONGEST_DATE = 160;
