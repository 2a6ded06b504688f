/**
 * A text in pieces that a reader sees as one: words and numbers, runs of white space, every other character alone.
 * Scripts that write without spaces are cut into characters. Joined, the pieces are the text again.
 */
export function splitWords(text: string): string[] {
  return text.match(WORD) ?? [];
}

const WITHOUT_SPACES = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map(script => `\\p{sc=${script}}`)
  .join('');
/** Without the `u` halves of surrogate pairs would be pieces; with it a lone half is one, and stays what it is. */
const WORD = new RegExp(
  `\\s+|[${WITHOUT_SPACES}]\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--[${WITHOUT_SPACES}]]+|[^]`,
  'gv',
);
