/**
 * Strips what publishers add to a text: agencies' datelines and bylines at the start, truncation marks and copyright
 * notices at the end. Only the first and last lines are checked, each by an anchored pattern, so the cost does not
 * grow with the text.
 */
export function stripBoilerplate(text: string): string {
  const end = text.slice(-CLOSING_LENGTH);
  return stripOpening(text.slice(0, text.length - end.length) + stripClosing(end));
}

function stripOpening(text: string): string {
  let opening = text.trimStart();
  for (let line = 0; line < MAX_LINES && OPENING_LINE.test(opening); line++) {
    const next = opening.indexOf('\n');
    if (next === -1) break;
    opening = opening.slice(next + 1).trimStart();
  }
  return opening.replace(DATELINE, '');
}

function stripClosing(end: string): string {
  const lines = end.trimEnd().split('\n');
  const first = Math.max(1, lines.length - MAX_LINES);
  const added = lines.findIndex((line, index) => index >= first && CLOSING_LINE.test(line.trimStart()));
  const kept = added === -1 ? lines : lines.slice(0, added);
  const last = kept.at(-1) ?? '';
  return [
    ...kept.slice(0, -1),
    last.slice(0, -TRUNCATION_LENGTH) + last.slice(-TRUNCATION_LENGTH).replace(TRUNCATION, ''),
  ].join('\n');
}

const MAX_LINES = 4;
const CLOSING_LENGTH = 800;
const TRUNCATION_LENGTH = 60;

/** "By Reuters Staff", "FILE PHOTO: …" and the like, each on a separate line before the text. */
const OPENING_LINE =
  /^(?:by |file photo|image (?:copyright|caption|source)|photo(?:graph)?: |\(?updated?:? )[^\n]{0,160}(?:\n|$)/iu;

/** "London, Nov 26 (IANS): ", "PARIS (Reuters) - ", "London: ". */
const DATELINE =
  /^(?:[^.!?\n(]{0,80}\([^()\n]{2,40}\)\s*[-–—:]+\s*|\p{Lu}[\p{L}. ]{2,24}(?:, [^:\n]{3,20})?\s?(?::|[–—]|--? )\s*)/u;

const CLOSING_LINE =
  /^\(?(?:(?:additional )?reporting by |.{0,80} contributed to this (?:report|story|article)|copyright |\(c\) |©|all rights reserved|this (?:story|article|post) (?:was|has been|first|originally) |the post .{0,200} appeared first on )/iu;

/** "… [+1907 chars]", "[…]", "(more…)", "Read more". */
const TRUNCATION =
  /(?:…|\.\.\.)?\s*(?:\[(?:\+\d+ chars|…|\.\.\.)\]|\((?:read )?more[.…]*\)|(?:read|continue|view) (?:more|reading|full (?:story|coverage))|…|\.\.\.)[.\s]*$/iu;
