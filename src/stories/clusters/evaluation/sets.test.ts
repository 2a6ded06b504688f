import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLabelledFiles } from '../../../lib/evaluation/labelled-files.ts';
import { evaluatePairs } from './pairs.ts';
import { setsOf } from './sets.ts';

test('STORY-2: the rows of a file identify its set, whatever its name', async t => {
  const files = await written(t, {
    'one.jsonl': [{ story: 's', title: 'Fed holds', publisher: 'P', host: 'p.example', ts: 5 }],
    'two.jsonl': [
      { story: 's', title: 'Later', lead: 'A lead', text: 'A text', date: '2020-02-02', source: 'x' },
      { story: 's', title: 'Undated', lead: 'A lead', date: null },
      { story: 's', title: 'Earlier', lead: 'A lead', date: '2020-02-01' },
    ],
    'three.jsonl': [{ id: 3, story: 77, text: 'lower case line' }],
    'four.jsonl': [{ story: '4', title: 'Whole', text: 'A text', date: '2020-02-01', source: 'x' }],
    'five.jsonl': [{ label: 1, a: 'one', b: 'other' }],
    'six.jsonl': [{ story: 's', roundup_title: 'R', roundup: 'r', date: '2020-02-01' }],
  });
  const sets = setsOf(files).map(({ name, fields, articles }) => [
    `${name}, ${fields}`,
    articles.map(({ title, summary, bodyText }) => [title, summary, bodyText].join('|')).join(' '),
  ]);
  assert.deepEqual(Object.fromEntries(sets), {
    'one, headlines': 'Fed holds||',
    'two, dated, headlines': 'Earlier|| Later||',
    'two, dated, title and lead': 'Earlier|A lead| Later|A lead|',
    'two, dated, full text': 'Earlier|A lead| Later|A lead|A text',
    'two, by day, headlines': 'Undated|| Earlier|| Later||',
    'two, by day, title and lead': 'Undated|A lead| Earlier|A lead| Later|A lead|',
    'two, by day, full text': 'Undated|A lead| Earlier|A lead| Later|A lead|A text',
    'two, no time, title and lead': 'Later|A lead| Undated|A lead| Earlier|A lead|',
    'three, lines': 'lower case line||',
    'four, headlines': 'Whole||',
    'four, full text': 'Whole||A text',
  });
  assert.equal(
    setsOf(files).find(({ name }) => name === 'one')?.articles[0]?.publishedAt,
    Number.NaN,
    'times that were taken story by story are withheld',
  );
});

test('STORY-2: pairs find their articles in another file, which must exist', async t => {
  const article = { title: 'Storm hits coast', lang: 'en', text: 'Wind and rain over Florida.' };
  const other = { title: 'Bank cuts rates', lang: 'en', text: 'Inflation falls in Norway.' };
  const pair = { a: '1', lang_a: 'en', lang_b: 'en', text_ok: true };
  const pairs = [
    { ...pair, b: '2', overall: 1 },
    { ...pair, b: '3', overall: 4 },
    { ...pair, b: '9', overall: 4 },
  ];
  const articles = [
    { id: '1', ...article },
    { id: '2', ...article },
    { id: '3', ...other },
  ];
  const both = await written(t, { 'x.jsonl': articles, 'y.jsonl': pairs });
  assert.deepEqual(
    evaluatePairs(both).map(({ language, pairs: count }) => [language, count]),
    [['en', 2]],
  );
  assert.ok((evaluatePairs(both)[0]?.pearson ?? 0) > 0.99);
  const alone = await written(t, { 'y.jsonl': pairs });
  assert.throws(() => evaluatePairs(alone), /articles of the pairs are missing/);
});

async function written(
  t: { after(work: () => Promise<void>): void },
  files: Readonly<Record<string, readonly object[]>>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-sets-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, rows] of Object.entries(files))
    await writeFile(join(folder, name), rows.map(row => `${JSON.stringify(row)}\n`).join(''));
  return readLabelledFiles(folder);
}
