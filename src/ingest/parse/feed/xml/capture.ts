import { WORK } from '../limits.ts';
import type { Recoveries } from '../recoveries.ts';
import { CDATA, EXCLAMATION, endOfName, GREATER, isSpace, SLASH, type XmlCursor } from './cursor.ts';
import { readSection, skipComment } from './texts.ts';

/**
 * Captures everything between an opening tag and its closing tag as written: markup inside a text (XHTML, or unescaped
 * HTML) need not be well-formed. Returns null, without moving the cursor, when the item ends before the closing tag.
 */
export function captureMarkup(cursor: XmlCursor, name: string, recoveries: Recoveries): string | null {
  const { source } = cursor;
  const from = cursor.position;
  let depth = 1;
  for (let at = source.indexOf('<', from); at !== -1; at = source.indexOf('<', at)) {
    recoveries.work -= WORK.mark;
    if (recoveries.work <= 0) break;
    const code = source.charCodeAt(at + 1);
    if (code === EXCLAMATION) {
      at = afterSpecial(cursor, at, recoveries);
      continue;
    }
    const closing = code === SLASH;
    const nameFrom = at + (closing ? 2 : 1);
    const nameEnd = endOfName(source, nameFrom);
    if (nameEnd - nameFrom === name.length && sameName(source, nameFrom, name)) {
      depth += closing ? -1 : isSelfClosing(cursor, nameEnd) ? 0 : 1;
      if (depth === 0) return captured(cursor, from, at, nameEnd);
    } else if (isBoundary(source, nameFrom, nameEnd)) break;
    at = nameEnd;
  }
  cursor.position = from;
  return null;
}

/** Keeps the beginning of a text in which the document ends. */
export function captureRest(cursor: XmlCursor): string {
  const from = cursor.position;
  const { source } = cursor;
  cursor.position = source.length;
  const lastOpen = source.lastIndexOf('<');
  const cut = lastOpen > from && source.indexOf('>', lastOpen) === -1 ? lastOpen : source.length;
  return source.slice(from, cut);
}

function afterSpecial(cursor: XmlCursor, at: number, recoveries: Recoveries): number {
  cursor.position = at;
  if (cursor.startsWith(CDATA, at)) readSection(cursor, recoveries);
  else skipComment(cursor, recoveries);
  return cursor.position;
}

function captured(cursor: XmlCursor, from: number, to: number, nameEnd: number): string {
  let end = nameEnd;
  while (isSpace(cursor.source.charCodeAt(end))) end++;
  cursor.position = cursor.source.charCodeAt(end) === GREATER ? end + 1 : end;
  return cursor.source.slice(from, to);
}

function isSelfClosing(cursor: XmlCursor, from: number): boolean {
  const end = cursor.find('>', from);
  return end !== -1 && cursor.source.charCodeAt(end - 1) === SLASH;
}

function sameName(source: string, from: number, name: string): boolean {
  return source.startsWith(name, from);
}

/** Items do not nest: the start or end of one means that the closing tag is missing. */
function isBoundary(source: string, from: number, to: number): boolean {
  const length = to - from;
  if (length < 4 || length > 7) return false;
  const first = source.charCodeAt(from) | 32;
  if (first !== 105 && first !== 101 && first !== 99) return false;
  const name = source.slice(from, to).toLowerCase();
  return name === 'item' || name === 'entry' || name === 'channel';
}
