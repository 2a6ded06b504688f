import { NotAFeed } from './not-a-feed.ts';
import type { Recoveries } from './recoveries.ts';

/**
 * JSON, and what hand-written generators make of it: line breaks inside of strings, commas before a closing
 * bracket, and documents that were cut off, of which the items that are whole are kept.
 */
export function parseTolerantly(source: string, recoveries: Recoveries): unknown {
  const strict = tryParse(source);
  if (strict !== FAILED) return strict;
  const { text, cutAt } = repair(source);
  for (const candidate of [text, cutAt]) {
    const repaired = candidate === null ? FAILED : tryParse(candidate);
    if (repaired === FAILED) continue;
    recoveries.add(candidate === text ? 'malformed-json' : 'truncated', 'the JSON had to be repaired');
    return repaired;
  }
  throw new NotAFeed('malformed-json', 'The document looks like JSON and cannot be read as such');
}

const FAILED = Symbol('failed');

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return FAILED;
    throw error;
  }
}

/** One pass that knows strings from structure; `cutAt` ends behind the last item that was whole. */
function repair(source: string): { text: string; cutAt: string | null } {
  const parts: string[] = [];
  const open: string[] = [];
  let whole: { length: number; closing: string } | null = null;
  let from = 0;
  let inString = false;
  for (let index = 0; index < source.length; index++) {
    const letter = source[index] ?? '';
    if (inString) {
      if (letter === '\\') index++;
      else if (letter === '"') inString = false;
      else if (letter < ' ') {
        parts.push(source.slice(from, index), letter === '\n' ? '\\n' : ' ');
        from = index + 1;
      }
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') open.push(letter === '{' ? '}' : ']');
    else if (letter === '}' || letter === ']') {
      open.pop();
      const before = source.slice(from, index);
      const trimmed = before.replace(/,\s*$/, '');
      parts.push(trimmed, letter);
      from = index + 1;
      if (letter === '}' && open.length === 2) whole = { length: parts.length, closing: ']}' };
    }
  }
  parts.push(source.slice(from));
  const cutAt = whole === null ? null : parts.slice(0, whole.length).join('') + whole.closing;
  return { text: parts.join(''), cutAt };
}
