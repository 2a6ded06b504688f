import { decodeHTML, decodeHTMLStrict } from 'entities/decode';

/**
 * Character references in feeds. XML has five names, and a document type may declare more; feeds use the names of HTML
 * without declaring them. So all HTML names are decoded, and declarations are never read: nothing that a document
 * declares can expand.
 */
export function decodeReferences(text: string, found: ReferenceFaults = newReferenceFaults()): string {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let decoded = '';
  let from = 0;
  while (at !== -1) {
    // Beyond the budget, references stay as written.
    if (found.remaining-- <= 0) break;
    const end = endOfReference(text, at);
    const value = end === -1 ? null : referenceValue(text, at, end);
    if (value === null) {
      if (end === -1) found.bareAmpersands++;
      else found.unknown ??= text.slice(at, end + 1);
      at = text.indexOf('&', at + 1);
      continue;
    }
    decoded += text.slice(from, at) + value;
    from = text.charCodeAt(end) === SEMICOLON ? end + 1 : end;
    at = text.indexOf('&', from);
  }
  if (from === 0) return text;
  decoded += text.slice(from);
  return decoded.isWellFormed() ? decoded : decoded.toWellFormed();
}

/** References inside HTML, where many names may also end without a semicolon. */
export function decodeHtmlReferences(text: string): string {
  if (!text.includes('&')) return text;
  return withoutControls(decodeHTML(text));
}

/** Reports references that stay as written. */
export interface ReferenceFaults {
  bareAmpersands: number;
  unknown: string | null;
  /** How many more ampersands may be decoded. */
  remaining: number;
}

export function newReferenceFaults(remaining = 200_000): ReferenceFaults {
  return { bareAmpersands: 0, unknown: null, remaining };
}

const SEMICOLON = 59;
const HASH = 35;
const LETTER_X = 120;
/** The longest name of HTML has 31 letters; longer numbers are outside Unicode. */
const MAX_LENGTH = 40;

/** The end of the reference (its semicolon, or the first character after a number without one), or -1. */
function endOfReference(text: string, at: number): number {
  const numeric = text.charCodeAt(at + 1) === HASH;
  const last = Math.min(text.length, at + MAX_LENGTH);
  for (let index = at + (numeric ? 2 : 1); index < last; index++) {
    const code = text.charCodeAt(index);
    if (code === SEMICOLON) return index > at + 1 ? index : -1;
    if (!isWordCharacter(code)) return numeric && index > at + 2 ? index : -1;
  }
  return numeric && last === text.length && last > at + 2 ? last : -1;
}

function referenceValue(text: string, at: number, end: number): string | null {
  if (text.charCodeAt(at + 1) === HASH) return numericValue(text, at + 2, end);
  const name = text.slice(at + 1, end);
  const common = COMMON.get(name);
  if (common !== undefined) return common;
  const reference = `&${name};`;
  const decoded = decodeHTMLStrict(reference);
  if (decoded !== reference) return decoded;
  const lower = COMMON.get(name.toLowerCase());
  return lower ?? null;
}

function numericValue(text: string, from: number, end: number): string | null {
  const hexadecimal = (text.charCodeAt(from) | 32) === LETTER_X;
  const first = hexadecimal ? from + 1 : from;
  const radix = hexadecimal ? 16 : 10;
  let code = 0;
  for (let index = first; index < end; index++) {
    const digit = digitOf(text.charCodeAt(index));
    if (digit >= radix) return null;
    code = Math.min(code * radix + digit, 0x110000);
  }
  if (first === end) return null;
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80] ?? '';
  if (code > 0x10ffff || code === 0xfffe || code === 0xffff || isControl(code)) return '';
  // Some write a surrogate pair as two references: both are joined, and an unpaired half is dropped.
  return code >= 0xd800 && code <= 0xdfff ? String.fromCharCode(code) : String.fromCodePoint(code);
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : 99;
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function isControl(code: number): boolean {
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127;
}

/** PostgreSQL rejects U+0000, and terminals obey the others; none is ever intended. */
export function withoutControls(text: string): string {
  const clean = CONTROLS.test(text) ? text.replace(ALL_CONTROLS, '') : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
}

const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/;
const ALL_CONTROLS = new RegExp(CONTROLS, 'g');

const COMMON = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  // As in the XHTML document type, which feeds with these names refer to; HTML 5 changed them.
  ['lang', '\u2329'],
  ['rang', '\u232a'],
]);

/** Numbers 128 to 159 are controls in Unicode; documents with them mean the Windows characters. */
const WINDOWS_1252 = [...'€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'].map(c => (c === '\0' ? '' : c));
