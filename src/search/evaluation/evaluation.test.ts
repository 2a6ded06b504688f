import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { InProcessIndex, vocabularyFromCounts } from '../engine/embedded/in-process.ts';
import type { SearchDocument } from '../search-document.ts';
import { evaluateSearch } from './evaluate-search.ts';
import { evaluateSpelling } from './evaluate-spelling.ts';
import { averagePrecision, ndcgAt10 } from './measures.ts';

const openIndex = (documents: readonly SearchDocument[]) => new InProcessIndex(documents);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'broadsheet-evaluation-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('SRCH-5: nDCG and average precision follow the textbook definitions', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  assert.equal(ndcgAt10(['a', 'b', 'x'], grades), 1);
  assert.ok(Math.abs(ndcgAt10(['x', 'a'], grades) - 3 / Math.log2(3) / (3 + 1 / Math.log2(3))) < 1e-9);
  assert.equal(averagePrecision(['x', 'a', 'b'], grades), (1 / 2 + 2 / 3) / 2);
  assert.equal(ndcgAt10([], new Map()), 0);
});

test('SRCH-5: a collection, compressed or not, is indexed, searched and compared with BM25', async () => {
  const file = join(folder(), 'tiny.json.gz');
  const docs = [
    'storm floods harbour',
    'senate votes budget',
    'rocket reaches orbit',
    'harbour concert tonight',
  ];
  const collection = {
    docs: docs.map((title, index) => ({ id: `d${index}`, title, text: `${title} and what came of it` })),
    queries: [{ id: 'q', text: 'floods in the harbour' }],
    qrels: [['q', 'd0', 1]],
  };
  writeFileSync(file, gzipSync(JSON.stringify(collection)));
  const report = await evaluateSearch(file, openIndex);
  assert.equal(report.methods.length, 4);
  for (const { method, ndcgAt10: ndcg } of report.methods.slice(0, 2)) assert.equal(ndcg, 1, method);
  assert.equal(report.keptWhenMisspelled, 1);
  writeFileSync(file, '{"docs": 1}');
  await assert.rejects(evaluateSearch(file, openIndex), /no docs, queries and qrels/);
});

test('SRCH-5: misspellings are evaluated against the words of a list in the same folder', async () => {
  const path = folder();
  writeFileSync(join(path, 'words_frequency.txt'), 'receive 1000\nrecipe 900\nnecessary 500\nhouse 2000\n');
  const data = join(path, 'misspellings.tsv');
  writeFileSync(
    data,
    'source\tmisspelled\tcorrect\na\trecieve\treceive\na\tnecesary\tnecessary\na\thouse\thorse\n',
  );
  const report = await evaluateSpelling(data, undefined, vocabularyFromCounts);
  assert.deepEqual(
    [report.misspellings, report.realWords, report.withinTwoEdits, report.successAt1, report.successAt5],
    [3, 1, 2, 1, 1],
  );
});
