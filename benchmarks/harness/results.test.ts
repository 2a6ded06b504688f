import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Report } from './benchmark.ts';
import { renderSection, replaceSection, writeResults } from './results.ts';

const report: Report = {
  name: 'driver',
  question: 'Which driver?',
  corpus: { name: 'articles', size: '20,000 rows' },
  quick: false,
  startedAt: '2026-01-02T03:04:05.000Z',
  seconds: 12.34,
  machine: {
    cpu: 'Some CPU',
    cores: 2,
    memoryGiB: 8,
    system: 'Linux 6 x64',
    loadBefore: 0.5,
    loadAfter: 1.5,
  },
  versions: { node: '24.0.0', pg: '8.23.1' },
  tables: [{ title: 'Selects', columns: ['peer', 'a second'], rows: [['pg', 12_345]] }],
  notes: ['A remark.'],
  figures: [{ metric: 'select', value: 2, unit: 'times', goal: 3, better: 'higher' }],
};

const block = (name: string, body: string) => `<!-- bench:${name} -->\n${body}\n<!-- /bench:${name} -->`;

test('a section is replaced between its markers and nothing else changes', () => {
  const before = `# Mine\n\n${block('a', 'old a')}\nwords between\n${block('b', 'old b')}\n\nand after\n`;
  assert.equal(replaceSection(before, 'a', 'new a'), before.replace('old a', 'new a'));
  assert.equal(replaceSection(before, 'b', 'new b'), before.replace('old b', 'new b'));
});

test('sections are sorted by name, independent of the order of runs', () => {
  const names = (document: string) => [...document.matchAll(/<!-- bench:(\S+) -->/g)].map(match => match[1]);
  let document = '# Results\n';
  for (const name of ['driver', 'broker', 'search', 'ab', 'drop']) {
    document = replaceSection(document, name, `about ${name}`);
  }
  assert.deepEqual(names(document), ['ab', 'broker', 'driver', 'drop', 'search']);
  assert.ok(document.startsWith('# Results\n\n<!--') && document.endsWith('-->\n'));
});

test('names with a common prefix have separate sections', () => {
  const before = replaceSection('', 'log-replay', 'one');
  assert.ok(replaceSection(before, 'log', 'two').includes(block('log-replay', 'one')));
});

test('writing the same run twice changes nothing', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'results-'));
  try {
    const file = path.join(folder, 'RESULTS.md');
    await writeResults(file, report);
    const once = await readFile(file, 'utf8');
    await writeResults(file, report);
    assert.equal(await readFile(file, 'utf8'), once);
    assert.match(once, /^# Results\n/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a section contains date, machine, versions, corpus, tables, notes and figures', () => {
  const section = renderSection(report);
  for (const part of [
    '2026-01-02, 12.3 s',
    'Some CPU, 2 cores',
    'Node 24.0.0, pg 8.23.1',
    'articles, 20,000 rows',
    '| pg | 12,345 |',
    '- A remark.',
    '| select | 2 | times | >=3 | short |',
  ]) {
    assert.ok(section.includes(part), `${part} is missing in:\n${section}`);
  }
});
