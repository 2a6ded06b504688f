import { LIMITS } from './limits.ts';
import { NotAFeed } from './not-a-feed.ts';
import type { Recoveries } from './recoveries.ts';

/**
 * Parses JSON and the faults of hand-written generators: line breaks inside strings, commas before a closing bracket, and
 * truncated documents, of which complete items are kept.
 */
export function parseTolerantly(source: string, recoveries: Recoveries): unknown {
  const { isTooDeep, cutAt, items } = measure(source);
  if (isTooDeep) throw new NotAFeed('malformed-json', `JSON nested deeper than ${LIMITS.jsonDepth}`);
  if (cutAt === 0) throw new NotAFeed('too-large', `JSON of more than ${LIMITS.jsonValues} values`);
  if (cutAt !== -1) recoveries.add('too-many-items', `only the first ${items} were read`);
  const strict = tryParse(cutAt === -1 ? source : `${source.slice(0, cutAt + 1)}]}`);
  if (strict !== FAILED) return strict;
  if (source.length > MAX_REPAIRED_LENGTH)
    throw new NotAFeed('malformed-json', 'The JSON is malformed and too long to repair');
  const { text, whole: complete } = repair(source);
  for (const candidate of [text, complete]) {
    const repaired = candidate === null ? FAILED : tryParse(candidate);
    if (repaired === FAILED) continue;
    recoveries.add(candidate === text ? 'malformed-json' : 'truncated', 'the JSON had to be repaired');
    return repaired;
  }
  throw new NotAFeed('malformed-json', 'The document looks like JSON but cannot be parsed');
}

/**
 * Depth and number of values make JSON expensive to parse, so both are measured first, skipping strings. `cutAt` is the
 * end of the last item within the limits, -1 when all are, and 0 when none is.
 */
function measure(source: string): JsonMeasure {
  let depth = 0;
  let items = 0;
  let values = 0;
  let endOfItem = 0;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code === QUOTE) index = endOfString(source, index);
    else if (code === COMMA) values++;
    else if (code === 0x7b || code === 0x5b) {
      values++;
      if (++depth > LIMITS.jsonDepth) return { isTooDeep: true, cutAt: -1, items };
      const isMore = depth === DEPTH_OF_ITEMS + 1 && items === LIMITS.items;
      if (isMore || values > LIMITS.jsonValues) return { isTooDeep: false, cutAt: endOfItem, items };
    } else if ((code === 0x7d || code === 0x5d) && --depth === DEPTH_OF_ITEMS) {
      items++;
      endOfItem = index;
    }
  }
  return { isTooDeep: false, cutAt: values > LIMITS.jsonValues ? endOfItem : -1, items };
}

interface JsonMeasure {
  readonly isTooDeep: boolean;
  readonly cutAt: number;
  readonly items: number;
}

function endOfString(source: string, from: number): number {
  for (let end = source.indexOf('"', from + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let slashes = 0;
    while (source.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return source.length;
}

/** Items are in the list, which is in the feed. */
const DEPTH_OF_ITEMS = 2;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const MAX_REPAIRED_LENGTH = 262_144;
const FAILED = Symbol('failed');

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return FAILED;
    throw error;
  }
}

/** One pass that distinguishes strings from structure; `whole` ends after the last complete item. */
function repair(source: string): { text: string; whole: string | null } {
  const parts: string[] = [];
  const open: string[] = [];
  let lastItem = -1;
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
      if (letter === '}' && open.length === DEPTH_OF_ITEMS) lastItem = parts.length;
    }
  }
  parts.push(source.slice(from));
  const whole = lastItem === -1 ? null : `${parts.slice(0, lastItem).join('')}]}`;
  return { text: parts.join(''), whole };
}
