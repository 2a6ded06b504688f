/**
 * The length of a pattern that matches the beginning of the path, or 0. `*` matches any characters, `$` at the end the
 * end of the path. Both sides must be normalised (`oneSpelling`).
 *
 * Between stars the first occurrence of the next piece is taken. A later one could not match more, so there is no
 * backtracking, and the cost grows with the path and not with the number of stars.
 */
export function matchLength(path: string, pattern: string): number {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  return fits(path, pieces, anchored) ? pattern.length : 0;
}

function fits(path: string, pieces: readonly string[], anchored: boolean): boolean {
  const first = pieces[0] ?? '';
  if (!path.startsWith(first)) return false;
  if (pieces.length === 1) return !anchored || path.length === first.length;
  let at = first.length;
  const last = pieces.length - 1;
  for (let index = 1; index < (anchored ? last : pieces.length); index++) {
    const piece = pieces[index] ?? '';
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  const ending = pieces[last] ?? '';
  return !anchored || (path.length - ending.length >= at && path.endsWith(ending));
}

/**
 * Percent-encodes characters outside ASCII and writes all escapes in capitals. Nothing is decoded: only the server knows
 * whether `%2F` and `/` mean the same.
 */
export function normaliseEscapes(text: string): string {
  const ascii = ASCII.test(text) ? text : text.toWellFormed().replace(/[^\x00-\x7f]+/g, encodeURIComponent);
  return ascii.includes('%') ? ascii.replace(/%[0-9a-f]{2}/gi, encoded => encoded.toUpperCase()) : ascii;
}

const ASCII = /^[\x00-\x7f]*$/;
