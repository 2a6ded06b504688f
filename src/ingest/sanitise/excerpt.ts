/**
 * The beginning of a text, at most so many characters long with the sign that something is missing. It is cut
 * between words where the language has them, and never inside what a reader sees as one character.
 */
export function excerptOf(text: string, maxLength: number): string {
  // More than is needed is never looked at, however long the text is.
  const head = text.slice(0, maxLength * 4 + 200);
  const line = head.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength && head.length === text.length) return line;
  const room = maxLength - ELLIPSIS.length;
  if (room <= 0) return '';
  const cut = line.length <= room ? line : cutAtWord(line, room);
  return cut === '' ? '' : `${cut.replace(/[\s,;:–—-]{1,5}$/u, '')}${ELLIPSIS}`;
}

/** A word that is longer than half of the room is cut between characters instead. */
function cutAtWord(line: string, room: number): string {
  const atWord = lastBoundary(WORDS, line, room);
  const cut = atWord > room / 2 ? atWord : lastBoundary(CHARACTERS, line, room);
  return line.slice(0, cut).trimEnd();
}

/** The last place at or before `room` where one segment ends and the next begins. */
function lastBoundary(segmenter: Intl.Segmenter, line: string, room: number): number {
  // The segment that spans the limit has to be seen whole to know where it begins.
  return segmenter.segment(line).containing(room)?.index ?? room;
}

const ELLIPSIS = '…';
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
