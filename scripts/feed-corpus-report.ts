import { type CorpusCase, differences, loadFeedCorpus, valueAt } from '../test/corpus/feed-corpus.ts';
import { COMMON_PATHS, PEERS } from './feed-corpus/peers.ts';

/**
 * Prints the number of corpus feeds that each parser reads as expected, by category. It checks only fields that every
 * parser supports.
 *
 *   node scripts/feed-corpus-report.ts
 */
const cases = (await loadFeedCorpus()).filter(isFair);
const names = Object.keys(PEERS);
const scores = new Map<string, number[]>();
for (const found of cases) {
  const row = scores.get(found.category) ?? [0, ...names.map(() => 0)];
  row[0] = (row[0] ?? 0) + 1;
  for (const [index, name] of names.entries()) {
    if (await passes(name, found)) row[index + 1] = (row[index + 1] ?? 0) + 1;
  }
  scores.set(found.category, row);
}
print();

/** Cases that only expect fields unsupported by the peers say nothing about them. */
function isFair({ expect, reject }: CorpusCase): boolean {
  return reject !== undefined || Object.keys(fairPart(expect ?? {})).length > 0;
}

function fairPart(expect: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(expect).filter(([path]) => COMMON_PATHS.test(path)));
}

async function passes(name: string, found: CorpusCase): Promise<boolean> {
  const parse = PEERS[name];
  try {
    const view = await parse?.(found);
    // A parser that does not reject the document must find no items.
    if (found.reject !== undefined)
      return valueAt(view, 'title') === null && valueAt(view, 'items.length') === 0;
    return differences(view, fairPart(found.expect ?? {})).length === 0;
  } catch {
    // Any error counts as a rejection of the document.
    return found.reject !== undefined;
  }
}

function print(): void {
  const total = [...scores.values()].reduce((sum, row) =>
    sum.map((value, index) => value + (row[index] ?? 0)),
  );
  const rows = [...[...scores].map(([category, row]) => [category, ...row]), ['all', ...total]];
  const table = [['category', 'feeds', ...names], ...rows.map(row => row.map(String))];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map(row => (row[column] ?? '').length))) ?? [];
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0),
    );
    console.log(cells.join('  '));
  }
}
