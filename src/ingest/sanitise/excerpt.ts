/**
 * The beginning of a text, at most `maxLength` characters including an ellipsis. It is cut between words where the
 * language has spaces, and never inside a grapheme.
 */
export function excerptOf(text: string, maxLength: number): string {
  // Only as much as needed is read, however long the text is.
  const head = text.slice(0, maxLength * 4 + 200);
  const line = head.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength && head.length === text.length) return line;
  const room = maxLength - ELLIPSIS.length;
  if (room <= 0) return '';
  const cut = line.length <= room ? line : cutAtWord(line, room);
  return cut === '' ? '' : `${cut.replace(/[\s,;:–—-]{1,5}$/u, '')}${ELLIPSIS}`;
}

/** A word longer than half of the room is cut between graphemes. */
function cutAtWord(line: string, room: number): string {
  const atWord = lastBoundary(WORDS, line, room);
  const cut = atWord > room / 2 ? atWord : lastBoundary(CHARACTERS, line, room);
  return line.slice(0, cut).trimEnd();
}

/** The last segment boundary at or before `room`. */
function lastBoundary(segmenter: Intl.Segmenter, line: string, room: number): number {
  // The segment that spans the limit must be complete to know its start.
  return segmenter.segment(line).containing(room)?.index ?? room;
}

const ELLIPSIS = '…';
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
