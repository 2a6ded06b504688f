import { stemOf } from '../analysis/stems.ts';
import { type Word, wordsOf } from '../analysis/words.ts';

/**
 * The part of a text in which most of the words that were found stand together, as runs that are marked or not. The
 * index keeps no texts; whoever shows an article has its text at hand.
 */
export function highlight(text: string, matched: MatchedWords, options: HighlightOptions): Run[] {
  const shown = text.normalize('NFKC').slice(0, LONGEST_TEXT);
  const stems = new Set(matched.stems);
  const words = wordsOf(shown, MOST_WORDS);
  const marked = words.filter(({ folded }) => stems.has(stemOf(folded, options.language ?? '')));
  const { from, to } = bestPart(shown, marked, options.length);
  const runs: Run[] = [];
  if (from > 0) add(runs, `${CUT} `, false);
  let at = from;
  for (const { index, raw } of marked) {
    if (index < at || index + raw.length > to) continue;
    add(runs, shown.slice(at, index), false);
    add(runs, raw, true);
    at = index + raw.length;
  }
  add(runs, shown.slice(at, to), false);
  if (to < shown.length) add(runs, ` ${CUT}`, false);
  return runs;
}

/** Begins at a word, shortly before the first one that is marked. */
function bestPart(text: string, marked: readonly Word[], length: number): { from: number; to: number } {
  if (text.length <= length) return { from: 0, to: text.length };
  let [best, most] = [0, 0];
  for (const [index, { index: start }] of marked.entries()) {
    const inside = new Set<string>();
    for (const other of marked.slice(index, index + MOST_COUNTED)) {
      if (other.index + other.raw.length > start + length) break;
      inside.add(other.folded);
    }
    if (inside.size > most) [best, most] = [start, inside.size];
  }
  const wanted = Math.max(0, Math.min(best - LEAD, text.length - length));
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const end = text.lastIndexOf(' ', from + length);
  return {
    from,
    to: from + length >= text.length || end <= from ? Math.min(text.length, from + length) : end,
  };
}

function add(runs: Run[], text: string, isMarked: boolean): void {
  const last = runs.at(-1);
  if (text === '') return;
  if (last?.isMarked === isMarked) runs[runs.length - 1] = { text: last.text + text, isMarked };
  else runs.push({ text, isMarked });
}

/** Tells that the text goes on beyond the part that is shown. */
const CUT = '…';
const LONGEST_TEXT = 50_000;
const MOST_WORDS = 10_000;
const MOST_COUNTED = 50;
/** Characters before the first marked word. */
const LEAD = 40;

export interface HighlightOptions {
  /** In characters. */
  readonly length: number;
  readonly language: string | null;
}

/** Plain text: whoever shows it escapes it. */
export interface Run {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The stems to be marked in texts. */
export interface MatchedWords {
  readonly stems: readonly string[];
}
