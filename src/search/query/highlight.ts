import { stemOf } from '../analysis/stems.ts';
import { eachWord, foldedWord, type TextWord } from '../analysis/words.ts';

/**
 * The part of a text with the most matching words, as marked and unmarked runs. The index stores no texts, so callers
 * pass the text that they show.
 */
export function highlight(text: string, matched: MatchedWords, options: HighlightOptions): HighlightRun[] {
  const shown = text.normalize('NFKC').slice(0, MAX_TEXT_LENGTH);
  const marked = matchingWords(shown, matched, options.language ?? '');
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

/**
 * A page of results has some hundred thousand words, and folding and stemming them took half of the time of a search. So
 * only those are that may match: a stem begins like its word.
 */
function matchingWords(text: string, matched: MatchedWords, language: string): TextWord[] {
  const stems = new Set(matched.stems);
  const initials = new Set(matched.stems.map(stem => stem.charCodeAt(0)));
  const found: TextWord[] = [];
  eachWord(text, MAX_WORDS, (raw, index) => {
    if (index > (found[0]?.index ?? text.length) + MAX_DISTANCE) return false;
    const initial = raw.charCodeAt(0) | LOWER_CASE;
    if (initial < FIRST_NOT_ASCII && !initials.has(initial) && !raw.includes("'") && !raw.includes('’'))
      return true;
    const folded = foldedWord(raw);
    if (stems.has(stemOf(folded, language))) found.push({ folded, raw, index });
    return true;
  });
  return found;
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
/** Makes ASCII letters small and leaves digits as they are. */
const LOWER_CASE = 32;
const FIRST_NOT_ASCII = 128;
/** An excerpt from further behind the first match would not serve readers better. */
const MAX_DISTANCE = 5_000;
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
