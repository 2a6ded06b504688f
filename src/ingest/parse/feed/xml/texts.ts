import { decodeReferences } from '../../text/entities.ts';
import { WORK } from '../limits.ts';
import type { Recoveries } from '../recoveries.ts';
import { CDATA, CDATA_END, COMMENT_END, EXCLAMATION, isSpace, SLASH, type XmlCursor } from './cursor.ts';

/**
 * The text from the cursor on: character data, sections and comments, up to the next tag. Most elements of a
 * feed contain only this.
 */
export function readText(cursor: XmlCursor, recoveries: Recoveries): string {
  const { source } = cursor;
  let text = '';
  for (;;) {
    const at = nextMarkup(cursor, recoveries);
    if (at > cursor.position)
      text += decodeReferences(source.slice(cursor.position, at), recoveries.references);
    cursor.position = at;
    if (source.charCodeAt(at + 1) !== EXCLAMATION || recoveries.work <= 0) return text;
    recoveries.work -= WORK.mark;
    if (cursor.startsWith(CDATA, at)) text += readSection(cursor, recoveries);
    else if (!skipComment(cursor, recoveries)) return text;
  }
}

/** Skips `<!-- -->` and `<!...>`; false when the end is missing. */
export function skipComment(cursor: XmlCursor, recoveries: Recoveries): boolean {
  const comment = cursor.startsWith('<!--', cursor.position);
  const end = comment
    ? cursor.findEnd(COMMENT_END, cursor.position + 4, recoveries)
    : cursor.find('>', cursor.position);
  if (end === -1) {
    cursor.position = cursor.source.length;
    return false;
  }
  cursor.position = end + (comment ? 3 : 1);
  return true;
}

/**
 * The content of a CDATA section. An unclosed section, or one that runs into the next section across the end of its
 * item, ends with its element or item.
 */
export function readSection(cursor: XmlCursor, recoveries: Recoveries): string {
  const { source } = cursor;
  const from = cursor.position + CDATA.length;
  const end = cursor.findEnd(CDATA_END, from, recoveries);
  const lost = end === -1 ? lostEnd(source, from, source.length) : overrunEnd(cursor, from, end);
  if (lost !== -1) {
    recoveries.add('unclosed-section', source.slice(cursor.position, cursor.position + 60));
    cursor.position = lost;
    return source.slice(from, lost);
  }
  cursor.position = end + CDATA_END.text.length;
  const inside = source.slice(from, end);
  return inside.includes(CDATA) ? unwrapNested(cursor, inside) : inside;
}

/** The next `<` that starts a tag, a section or a comment; a bare one in the text does not count. */
function nextMarkup(cursor: XmlCursor, recoveries: Recoveries): number {
  const { source } = cursor;
  let at = source.indexOf('<', cursor.position);
  while (at !== -1 && !startsMarkup(source.charCodeAt(at + 1)) && recoveries.work > 0) {
    recoveries.work -= WORK.mark;
    at = source.indexOf('<', at + 1);
  }
  return at === -1 ? source.length : at;
}

function startsMarkup(code: number): boolean {
  return (
    code === SLASH ||
    code === EXCLAMATION ||
    code === 63 ||
    code === 95 ||
    ((code | 32) >= 97 && (code | 32) <= 122)
  );
}

function overrunEnd(cursor: XmlCursor, from: number, end: number): number {
  const next = cursor.find(CDATA, from);
  if (next === -1 || next > end) return -1;
  return lostEnd(cursor.source, from, next);
}

/** The end of the item with the unclosed section, or -1. */
function lostEnd(source: string, from: number, to: number): number {
  const at = source.slice(from, to).search(ITEM_END);
  if (at !== -1) return from + at;
  return to === source.length ? to : -1;
}

/** Nested sections: drops the inner start, and the surplus end after the outer section. */
function unwrapNested(cursor: XmlCursor, inside: string): string {
  let at = cursor.position;
  while (isSpace(cursor.source.charCodeAt(at))) at++;
  if (cursor.startsWith(CDATA_END.text, at)) cursor.position = at + CDATA_END.text.length;
  return inside.replaceAll(CDATA, '');
}

const ITEM_END =
  /<\/(?:[\w.-]+:)?(?:item|entry|description|content|encoded|summary)\s*>\s*<\/?[\w:.-]+[^<>]*>|<\/(?:item|entry)>/i;
