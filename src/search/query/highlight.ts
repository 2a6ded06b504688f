import { stemOf } from '../analysis/stems.ts';
import { type TextWord, wordsOf } from '../analysis/words.ts';

/**
 * The part of a text with the most matching words, as marked and unmarked runs. The index stores no texts, so callers
 * pass the text that they show.
 */
export function highlight(text: string, matched: MatchedWords, options: HighlightOptions): HighlightRun[] {
  const shown = text.normalize('NFKC').slice(0, MAX_TEXT_LENGTH);
  const stems = new Set(matched.stems);
  const words = wordsOf(shown, MAX_WORDS);
  const marked = words.filter(({ folded }) => stems.has(stemOf(folded, options.language ?? '')));
  const { from, to } = bestExcerpt(shown, marked, options.length);
  const runs: HighlightRun[] = [];
  if (from > 0) add(runs, `${ELLIPSIS} `, false);
  let at = from;
  for (const { index, raw } of marked) {
    if (index < at || index + raw.length > to) continue;
    add(runs, shown.slice(at, index), false);
    add(runs, raw, true);
    at = index + raw.length;
  }
  add(runs, shown.slice(at, to), false);
  if (to < shown.length) add(runs, ` ${ELLIPSIS}`, false);
  return runs;
}

/** Begins at a word, shortly before the first match. */
function bestExcerpt(
  text: string,
  marked: readonly TextWord[],
  length: number,
): { from: number; to: number } {
  if (text.length <= length) return { from: 0, to: text.length };
  let [best, bestCount] = [0, 0];
  for (const [index, { index: start }] of marked.entries()) {
    const inside = new Set<string>();
    for (const other of marked.slice(index, index + MAX_WORDS_IN_EXCERPT)) {
      if (other.index + other.raw.length > start + length) break;
      inside.add(other.folded);
    }
    if (inside.size > bestCount) [best, bestCount] = [start, inside.size];
  }
  const wanted = Math.max(0, Math.min(best - LEAD, text.length - length));
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = text.lastIndexOf(' ', from + length);
  return {
    from,
    to: from + length >= text.length || end <= from ? Math.min(text.length, from + length) : end,
  };
}

function add(runs: HighlightRun[], text: string, isMarked: boolean): void {
  const last = runs.at(-1);
  if (text === '') return;
  if (last?.isMarked === isMarked) runs[runs.length - 1] = { text: last.text + text, isMarked };
  else runs.push({ text, isMarked });
}

/** Marks omitted text. */
const ELLIPSIS = '…';
const MAX_TEXT_LENGTH = 50_000;
const MAX_WORDS = 10_000;
const MAX_WORDS_IN_EXCERPT = 50;
/** Characters before the first match. */
const LEAD = 40;

export interface HighlightOptions {
  /** In characters. */
  readonly length: number;
  readonly language: string | null;
}

/** Plain text: callers escape it. */
export interface HighlightRun {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The stems to highlight. */
export interface MatchedWords {
  readonly stems: readonly string[];
}
