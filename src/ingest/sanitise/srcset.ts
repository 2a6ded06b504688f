/**
 * Parses a list of picture candidates as browsers do: an address ends at the next blank and may contain commas; the text
 * up to the next comma is its size.
 */
export function parseSrcset(text: string): SrcsetCandidate[] {
  const found: SrcsetCandidate[] = [];
  if (text.length > MAX_LENGTH) return found;
  CANDIDATE.lastIndex = 0;
  for (
    let match = CANDIDATE.exec(text);
    match && found.length < MAX_CANDIDATES;
    match = CANDIDATE.exec(text)
  ) {
    const [, word = ''] = match;
    const address = withoutCommas(word);
    const size = address === word ? sizeFrom(text) : '';
    if (address !== '' && (size === '' || SIZE.test(size))) found.push({ address, size });
  }
  return found;
}

/** A loop, because a regular expression would backtrack at every comma. */
function withoutCommas(word: string): string {
  let end = word.length;
  while (word[end - 1] === ',') end--;
  return word.slice(0, end);
}

/** Reads the size after the address. */
function sizeFrom(text: string): string {
  const from = CANDIDATE.lastIndex;
  const comma = text.indexOf(',', from);
  const to = comma < 0 ? text.length : comma;
  CANDIDATE.lastIndex = to;
  return text.slice(from, to).trim();
}

const CANDIDATE = /[\s,]*([^\s,]\S*)/y;
const SIZE = /^\d{1,6}(?:\.\d{1,4})?[wx]$/;
const MAX_CANDIDATES = 24;
const MAX_LENGTH = 20_000;

export interface SrcsetCandidate {
  readonly address: string;
  /** `640w`, `2x`, or nothing. */
  readonly size: string;
}
