import type { FeedEncoding } from '../types.ts';

/** Encodes an XML or HTML text; characters outside the encoding become character references. */
export function encodeText(text: string, encoding: FeedEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'iso-8859-1') return Buffer.from(escapeAbove(text, 0xff), 'latin1');
  return encodeWindows1251(text);
}

function escapeAbove(text: string, highest: number): string {
  let escaped = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    escaped += code <= highest ? character : `&#${code};`;
  }
  return escaped;
}

function encodeWindows1251(text: string): Buffer {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code >= 0x410 && code <= 0x44f) bytes.push(code - 0x410 + 0xc0);
    else bytes.push(...(WINDOWS_1251.get(character) ?? Buffer.from(`&#${code};`)));
  }
  return Buffer.from(bytes);
}

const WINDOWS_1251 = new Map([
  ['Ё', [0xa8]],
  ['ё', [0xb8]],
  ['«', [0xab]],
  ['»', [0xbb]],
  ['—', [0x97]],
  ['–', [0x96]],
  ['№', [0xb9]],
  ['\u00a0', [0xa0]],
]);

/** A common mistake of Windows programs: quotation marks and accents in windows-1252, declared as utf-8. */
export function encodeWrongly(text: string): Buffer {
  return Buffer.from(
    text.replace(/[’“”–—…]/g, mark => WINDOWS_1252[mark] ?? '?'),
    'latin1',
  );
}

const WINDOWS_1252: Readonly<Record<string, string>> = {
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '–': '\x96',
  '—': '\x97',
  '…': '\x85',
};
