import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { article } from '../articles.testing.ts';
import { LexiconBuilder } from './lexicon.ts';
import { SortedDictionary } from './segment/dictionary.ts';
import { IndexSegment } from './segment/segment.ts';
import { buildSegment, FieldLengths } from './segment/segment-builder.ts';

function segments(...titles: string[]): IndexSegment[] {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-lexicon-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return titles.map((title, number) => {
    const name = `segment-${number + 1}`;
    buildSegment(join(folder, name), [article(number + 1, { title, body: '' })], new FieldLengths());
    const segment = new IndexSegment(folder, name);
    atEnd(() => segment.close());
    return segment;
  });
}

function wordsIn(builder: LexiconBuilder): Record<string, number> {
  const words = new SortedDictionary(Buffer.from(builder.lexicon?.words ?? new SharedArrayBuffer(12)));
  return Object.fromEntries(
    Array.from({ length: words.size }, (_, index) => [words.textAt(index), words.numberAt(0, index)]),
  );
}

function run(builder: LexiconBuilder, all: readonly IndexSegment[]): void {
  for (let state = builder.step(all); state === 'busy'; ) state = builder.step(all);
}

test('the lexicon lists the words of all segments with the sums of their articles', () => {
  const builder = new LexiconBuilder(1);
  const all = segments('Storm near Köln', 'storm warning', 'market warning');
  run(builder, all);
  assert.deepEqual(wordsIn(builder), { koln: 1, market: 1, near: 1, storm: 2, warning: 2 });
  assert.deepEqual(
    builder.lexicon?.covered,
    all.map(({ name }) => name),
  );
  assert.equal(builder.step(all), 'idle');
});

test('a few new articles do not rebuild the lexicon, and a merge of covered segments stays covered', () => {
  const builder = new LexiconBuilder(1);
  const [one, two, later, merged] = segments('storm', 'flood', 'fire', 'storm flood');
  assert.ok(one && two && later && merged);
  run(builder, [one, two]);
  assert.equal(builder.step([one, two, later]), 'idle');
  builder.onMerge([one, two], merged);
  assert.deepEqual(builder.lexicon?.covered, [merged.name]);
  builder.onMerge([merged, later], one);
  assert.deepEqual(builder.lexicon?.covered, [], 'part of the merged segment is not in the lexicon');
});
