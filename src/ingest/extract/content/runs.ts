import type { Block } from './blocks.ts';

/**
 * Takes away runs of lines that are known only together: lists of headlines that lead to other articles, and the
 * figures, names and years that are left of a chart when its drawing is gone.
 */
export function dropRuns(blocks: readonly Block[]): Block[] {
  const links = withoutRuns(blocks, isListedHeadline, isListOfHeadlines);
  return withoutRuns(links, isLabel, ({ length }) => length >= FEWEST_LABELS);
}

function withoutRuns(
  blocks: readonly Block[],
  belongs: (block: Block) => boolean,
  isFurniture: (run: readonly Block[], before: Block | undefined, after: Block | undefined) => boolean,
): Block[] {
  const kept: Block[] = [];
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

function isListedHeadline({ list, linked, text, heading }: Block): boolean {
  return (list || heading > 2) && linked >= text.length * 0.85 && !/^(?:https?:|www\.)/.test(text);
}

/** A few links are a whole list of their own; a sentence that ends in a colon announces one that belongs to it. */
function isListOfHeadlines(
  run: readonly Block[],
  before: Block | undefined,
  after: Block | undefined,
): boolean {
  if (run.length > MOST_HEADLINES || before?.list || after?.list) return false;
  if (!before?.prose || before.text.endsWith(':')) return false;
  const length = run.reduce((sum, { text }) => sum + text.length, 0);
  return run.some(({ list }) => list) && length >= run.length * HEADLINE_LENGTH;
}

const MOST_HEADLINES = 6;
const HEADLINE_LENGTH = 35;

function isLabel({ text, list, table, quote, heading, linked, element }: Block): boolean {
  if (list || table || quote || heading > 0 || linked > 0 || element.tag === 'pre') return false;
  return text.length < LONGEST_LABEL && !/[.!?…:;。！？"”»]$/u.test(text);
}

const LONGEST_LABEL = 25;
/** Fewer may be the lines of an address, of a score or of a recipe. */
const FEWEST_LABELS = 16;
