import type { TextBlock } from './blocks.ts';

/**
 * Drops runs of lines that are recognisable only together: lists of headlines of other articles, and the numbers, names and
 * years of a chart whose drawing was dropped.
 */
export function dropRuns(blocks: readonly TextBlock[]): TextBlock[] {
  const links = withoutRuns(blocks, isListedHeadline, isListOfHeadlines);
  return withoutRuns(links, isLabel, ({ length }) => length >= MIN_LABELS);
}

function withoutRuns(
  blocks: readonly TextBlock[],
  belongs: (block: TextBlock) => boolean,
  isFurniture: (
    run: readonly TextBlock[],
    before: TextBlock | undefined,
    after: TextBlock | undefined,
  ) => boolean,
): TextBlock[] {
  const kept: TextBlock[] = [];
  for (let start = 0; start < blocks.length; ) {
    let end = start;
    for (let block = blocks[end]; block && belongs(block); block = blocks[end]) end++;
    const run = blocks.slice(start, Math.max(end, start + 1));
    // One by one: a page may have more lines than a call may have arguments.
    if (end === start || !isFurniture(run, kept.at(-1), blocks[end]))
      for (const block of run) kept.push(block);
    start += run.length;
  }
  return kept;
}

function isListedHeadline({ list, linked, text, heading }: TextBlock): boolean {
  return (list || heading > 2) && linked >= text.length * 0.85 && !/^(?:https?:|www\.)/.test(text);
}

/** A few links are a separate list, unless a sentence that ends in a colon announces them. */
function isListOfHeadlines(
  run: readonly TextBlock[],
  before: TextBlock | undefined,
  after: TextBlock | undefined,
): boolean {
  if (run.length > MAX_HEADLINES || before?.list || after?.list) return false;
  if (!before?.prose || before.text.endsWith(':')) return false;
  const length = run.reduce((sum, { text }) => sum + text.length, 0);
  return run.some(({ list }) => list) && length >= run.length * HEADLINE_LENGTH;
}

const MAX_HEADLINES = 6;
const HEADLINE_LENGTH = 35;

function isLabel({ text, list, table, quote, heading, linked, element }: TextBlock): boolean {
  if (list || table || quote || heading > 0 || linked > 0 || element.tag === 'pre') return false;
  return text.length < MAX_LABEL_LENGTH && !/[.!?…:;。！？"”»]$/u.test(text);
}

const MAX_LABEL_LENGTH = 25;
/** Fewer lines may be an address, a score or a recipe. */
const MIN_LABELS = 16;
