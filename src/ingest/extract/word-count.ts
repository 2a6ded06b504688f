/** In scripts without blanks two characters count as a word. */
export function countWords(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu) ?? [];
  let count = 0;
  for (const word of words) {
    const signs =
      word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
    count += signs > 0 ? Math.max(1, Math.ceil(signs / 2)) : 1;
  }
  return count;
}

/** Whole minutes, at least one for any text. */
export function readingMinutes(words: number, text: string): number {
  return text ? Math.max(1, Math.round(words / WORDS_PER_MINUTE)) : 0;
}

/** A usual pace of silent reading on a screen. */
const WORDS_PER_MINUTE = 230;
