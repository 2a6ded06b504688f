/**
 * FEED-14: a word or phrase that a reader muted, for a time or permanently. It matches whole words regardless of case
 * and accents; scripts without spaces between words match anywhere in the text.
 */
export interface WordMute {
  readonly words: string;
  /** Null for permanent. */
  readonly until: number | null;
}

/** Null when nothing is muted now. */
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
