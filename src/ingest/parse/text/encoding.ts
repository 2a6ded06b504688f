import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { encodingOf } from './encoding-labels.ts';
import { sniffEncoding } from './encoding-sniff.ts';
import { decodeMixed, decodeUtf32, hasLongSequences, measureUtf8 } from './utf8.ts';

/**
 * Decodes bytes, trusting them more than their declarations: a byte order mark, then valid UTF-8 (hardly any text in
 * another encoding is valid UTF-8 by accident), then the plausible declarations, then a guess by the letters. The most
 * common false declaration is UTF-8.
 */
export function decodeBytes(bytes: Uint8Array, contentType: string | null): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked !== null) return decodeMarked(bytes.subarray(marked.length), marked.encoding);
  const declared = declarations(bytes, contentType);
  if (isAscii(bytes)) return decodeAscii(bytes, declared);
  if (isUtf8(bytes)) return decodeValidUtf8(bytes, declared);
  const named = declared.find(name => !isUnicode(name) && decodes(bytes, name));
  if (named !== undefined) return decodeAs(bytes, named, declared);
  return decodeUnnamed(bytes, declared);
}

export interface DecodedText {
  readonly text: string;
  readonly encoding: string;
  /** Why the encoding differs from the declaration of the document or the server; null when it does not. */
  readonly guess: string | null;
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) {
    return c === 0 && d === 0 ? { encoding: 'utf-32le', length: 4 } : { encoding: 'utf-16le', length: 2 };
  }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: 'utf-32be', length: 4 };
  // Without a mark, the zeros around the first characters (`<?` or `{`) identify the encoding.
  if (a === 0 && b === 0 && c === 0 && isOpening(d)) return { encoding: 'utf-32be', length: 0 };
  if (isOpening(a) && b === 0 && c === 0 && d === 0) return { encoding: 'utf-32le', length: 0 };
  if (isOpening(a) && b === 0 && c !== 0) return { encoding: 'utf-16le', length: 0 };
  if (a === 0 && isOpening(b) && c === 0) return { encoding: 'utf-16be', length: 0 };
  return null;
}

function isOpening(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x7b || byte === 0x20 || byte === 0x0a || byte === 0x0d;
}

function decodeMarked(bytes: Uint8Array, encoding: string): DecodedText {
  if (encoding.startsWith('utf-32')) return exact(decodeUtf32(bytes, encoding === 'utf-32be'), encoding);
  if (encoding !== 'utf-8') return exact(new TextDecoder(encoding).decode(bytes), encoding);
  return isUtf8(bytes) ? exact(utf8(bytes), encoding) : decodeUnnamed(bytes, ['utf-8']);
}

/** The declarations of server and document, in order of trust, without meaningless ones. */
function declarations(bytes: Uint8Array, contentType: string | null): string[] {
  const http = encodingOf(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1]);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1_024)).toString('latin1');
  const xml = encodingOf(/<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([^"'\s>]+)/i.exec(head)?.[1]);
  // Some servers declare Latin-1 for everything; a document that declares something else is right.
  const order = http === 'windows-1252' && xml !== null ? [xml, http] : [http, xml];
  return order.filter(name => name !== null);
}

function decodeAscii(bytes: Uint8Array, declared: readonly string[]): DecodedText {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (!text.includes('\x1b$') && !text.includes('\x1b(')) return exact(text, 'utf-8');
  const guess = declared.includes('iso-2022-jp') ? null : 'escape sequences of iso-2022-jp';
  return { text: new TextDecoder('iso-2022-jp').decode(bytes), encoding: 'iso-2022-jp', guess };
}

function decodeValidUtf8(bytes: Uint8Array, declared: readonly string[]): DecodedText {
  const asian = declared.find(name => EAST_ASIAN.has(name));
  // East Asian letters take three bytes in UTF-8. Pairs alone may be an older encoding.
  if (asian !== undefined && !hasLongSequences(bytes) && decodes(bytes, asian)) {
    return decodeAs(bytes, asian, declared);
  }
  return decodeAs(bytes, 'utf-8', declared);
}

function decodeUnnamed(bytes: Uint8Array, declared: readonly string[]): DecodedText {
  const { sequences, strays } = measureUtf8(bytes);
  if (sequences > 0 && sequences >= strays) {
    return { text: decodeMixed(bytes), encoding: 'utf-8', guess: `utf-8 with ${strays} stray bytes` };
  }
  const fallback = declared.find(name => !isUnicode(name));
  const encoding = fallback ?? sniffEncoding(bytes);
  const guess = fallback === undefined ? `${encoding} by its letters` : `${encoding} with faults`;
  return { text: new TextDecoder(encoding).decode(bytes), encoding, guess };
}

function decodeAs(bytes: Uint8Array, encoding: string, declared: readonly string[]): DecodedText {
  const text = encoding === 'utf-8' ? utf8(bytes) : new TextDecoder(encoding).decode(bytes);
  const contradicted = declared.find(name => name !== encoding);
  const guess = contradicted === undefined ? null : `${encoding}, though declared as ${contradicted}`;
  return { text, encoding, guess };
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  // Every byte is valid in most one-byte encodings, so decoding the beginning is enough.
  const sample = bytes.length > SAMPLE ? bytes.subarray(0, SAMPLE) : bytes;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function exact(text: string, encoding: string): DecodedText {
  return { text, encoding, guess: null };
}

function isUnicode(encoding: string): boolean {
  return encoding.startsWith('utf-');
}

const SAMPLE = 262_144;
const EAST_ASIAN = new Set(['gbk', 'gb18030', 'big5', 'euc-kr', 'euc-jp', 'shift_jis']);
