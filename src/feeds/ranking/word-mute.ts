/**
 * FEED-14: a word or phrase that a reader does not want to see, until a moment or for good. It is found as whole words,
 * whatever their case and accents; languages that put no spaces between words are searched for the text itself.
 */
export interface WordMute {
  readonly words: string;
  /** Null for good. */
  readonly until: number | null;
}

/** Null when nothing is muted at the moment. */
export function muteMatcher(mutes: readonly WordMute[], now: number): ((text: string) => boolean) | null {
  const current = mutes.filter(({ until }) => until === null || until > now);
  const patterns = current.map(({ words }) => patternOf(foldCase(words))).filter(pattern => pattern !== '');
  if (patterns.length === 0) return null;
  const expression = new RegExp(patterns.join('|'), 'u');
  return text => expression.test(foldCase(text));
}

function patternOf(words: string): string {
  const parts = words.split(/[^\p{L}\p{N}]+/u).filter(part => part !== '');
  if (parts.length === 0) return '';
  const phrase = parts.join('[^\\p{L}\\p{N}]+');
  if (UNSPACED.test(words)) return phrase;
  return `(?<![\\p{L}\\p{N}])${phrase}(?![\\p{L}\\p{N}])`;
}

function foldCase(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
