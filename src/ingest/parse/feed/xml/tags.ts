import { decodeReferences } from '../../text/entities.ts';
import { LIMITS } from '../limits.ts';
import type { Recoveries } from '../recoveries.ts';
import {
  DOUBLE_QUOTE,
  EQUALS,
  endOfName,
  GREATER,
  isSpace,
  LESS,
  SINGLE_QUOTE,
  SLASH,
  type XmlCursor,
} from './cursor.ts';

/**
 * Parses the attributes of an opening tag, from the end of its name to after its `>`. Quotes may be missing, references
 * may be unknown, and a tag that is cut off by the end or by another tag ends there.
 */
export function readAttributes(cursor: XmlCursor, recoveries: Recoveries): OpeningTag {
  const { source } = cursor;
  let attributes: string[] = NONE;
  let namespaces: string[] = NONE;
  while (cursor.position < source.length) {
    const code = source.charCodeAt(cursor.position);
    if (code === GREATER) return closed(cursor, 1, { attributes, namespaces, selfClosing: false });
    if (code === SLASH && source.charCodeAt(cursor.position + 1) === GREATER) {
      return closed(cursor, 2, { attributes, namespaces, selfClosing: true });
    }
    if (code === LESS) break;
    if (isSpace(code) || code === SLASH || code === EQUALS) {
      cursor.position++;
      continue;
    }
    const name = readName(cursor);
    const value = readValue(cursor, recoveries);
    if (attributes.length + namespaces.length >= LIMITS.attributes * 2) {
      recoveries.add('too-many-attributes', name);
      return skipToEnd(cursor, { attributes, namespaces, selfClosing: false });
    }
    if (name === 'xmlns' || name.startsWith('xmlns:')) namespaces = added(namespaces, name, value);
    else attributes = added(attributes, name.toLowerCase(), value);
  }
  recoveries.add('truncated', 'a tag without its end');
  return { attributes, namespaces, selfClosing: false };
}

export interface OpeningTag {
  readonly attributes: readonly string[];
  /** The `xmlns` attributes, which `attributes` excludes. */
  readonly namespaces: readonly string[];
  readonly selfClosing: boolean;
}

function closed(cursor: XmlCursor, length: number, tag: OpeningTag): OpeningTag {
  cursor.position += length;
  return tag;
}

function readName(cursor: XmlCursor): string {
  const from = cursor.position;
  // At least one character, so that parsing always advances.
  cursor.position = Math.max(endOfName(cursor.source, from), from + 1);
  return cursor.source.slice(from, cursor.position);
}

function readValue(cursor: XmlCursor, recoveries: Recoveries): string {
  const { source } = cursor;
  let at = cursor.position;
  while (isSpace(source.charCodeAt(at))) at++;
  if (source.charCodeAt(at) !== EQUALS) return '';
  at++;
  while (isSpace(source.charCodeAt(at))) at++;
  const quote = source.charCodeAt(at);
  if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
    const end = cursor.find(quote === DOUBLE_QUOTE ? '"' : "'", at + 1);
    if (end !== -1) {
      cursor.position = end + 1;
      return decodeReferences(source.slice(at + 1, end), recoveries.references);
    }
    at++;
  }
  recoveries.add('unquoted-attribute', source.slice(cursor.position, cursor.position + 40));
  return readUnquoted(cursor, at, recoveries);
}

function readUnquoted(cursor: XmlCursor, from: number, recoveries: Recoveries): string {
  const { source } = cursor;
  let end = from;
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end);
    if (isSpace(code) || code === GREATER || code === LESS) break;
  }
  // `type=image/png/>` closes itself; the slash is not part of the value.
  if (source.charCodeAt(end) === GREATER && source.charCodeAt(end - 1) === SLASH && end - 1 > from) end--;
  cursor.position = end;
  return decodeReferences(source.slice(from, end), recoveries.references);
}

function skipToEnd(cursor: XmlCursor, tag: OpeningTag): OpeningTag {
  const end = cursor.find('>', cursor.position);
  const selfClosing = end > 0 && cursor.source.charCodeAt(end - 1) === SLASH;
  cursor.position = end === -1 ? cursor.source.length : end + 1;
  return { ...tag, selfClosing };
}

function added(list: string[], name: string, value: string): string[] {
  if (list === NONE) return [name, value];
  list.push(name, value);
  return list;
}

/** Shared by the many tags without attributes; never written to. */
const NONE: string[] = [];
