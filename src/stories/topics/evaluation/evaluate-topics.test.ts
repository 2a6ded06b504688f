import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { evaluateTopics } from './evaluate-topics.ts';

const WORDS = { business: 'profit shares market', sport: 'goal match coach', tech: 'software chip phone' };

test('TOPIC-2: methods are trained on the training file and tested on the other', async () => {
  const folder = folderWith({ 'bbc_train.jsonl.gz': rows(60, 0), 'bbc_test.jsonl.gz': rows(30, 1) });
  const { rows: found } = await evaluateTopics(folder);
  assert.deepEqual(
    found.map(({ method, items, trainedOn }) => [method, items, trainedOn]),
    [
      ['naive Bayes on words', 30, 'bbc_train.jsonl.gz'],
      ['nearest centroid of TF-IDF', 30, 'bbc_train.jsonl.gz'],
      ['as fastText does', 30, 'bbc_train.jsonl.gz'],
      ['linear on words and pairs', 30, 'bbc_train.jsonl.gz'],
      ['ours', 30, 'bbc_train.jsonl.gz'],
    ],
  );
  for (const { accuracy } of found) assert.equal(accuracy, 1);
});

test('TOPIC-2: a single file is cross-validated, and random labels are not predicted', async () => {
  const nonsense = rows(60, 0).map((row, index) => ({ ...row, label: Object.keys(WORDS)[(index % 7) % 3] }));
  const { rows: found } = await evaluateTopics(folderWith({ 'bbc_news.jsonl.gz': nonsense }));
  assert.equal(found[0]?.trainedOn, 'five folds');
  for (const { accuracy } of found) assert.ok(accuracy < 0.8);
});

test('TOPIC-2: a file elsewhere is tested with the training folder', async () => {
  const taught = folderWith({ 'bbc_news.jsonl.gz': rows(60, 0) });
  const other = folderWith({ 'other_bbc.jsonl.gz': rows(30, 1) });
  for (const data of [other, path.join(other, 'other_bbc.jsonl.gz')]) {
    const report = await evaluateTopics(data, taught);
    assert.deepEqual([...new Set(report.rows.map(row => row.trainedOn))], ['bbc_news.jsonl.gz']);
  }
});

test('TOPIC-2: copies of tested items are not trained on', async () => {
  const same = rows(30, 0);
  const folder = folderWith({ 'bbc_train.jsonl.gz': [...same, ...rows(30, 2)], 'bbc_test.jsonl.gz': same });
  assert.equal((await evaluateTopics(path.join(folder, 'bbc_test.jsonl.gz'))).rows.at(-1)?.items, 30);
});

test('TOPIC-2: a folder without any known set is an error, not an empty report', async () => {
  await assert.rejects(evaluateTopics(folderWith({ 'x.jsonl.gz': [{ a: 1 }] })), /no file of a known set/);
});

function rows(count: number, salt: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const [label, text] = Object.entries(WORDS)[index % 3] ?? ['', ''];
    return {
      id: `${label}${index}`,
      label,
      title: `${text} ${salt}x${index}`,
      text: `${text} item${index * 7 + salt}`,
    };
  });
}

function folderWith(files: Readonly<Record<string, readonly object[]>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'topics-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  for (const [name, items] of Object.entries(files))
    writeFileSync(path.join(folder, name), gzipSync(items.map(item => JSON.stringify(item)).join('\n')));
  return folder;
}
