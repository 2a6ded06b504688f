import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/harness/cleanup.ts';
import { article } from '../articles.testing.ts';
import { LexiconKeeper } from './lexicon.ts';
import { Dictionary } from './segment/dictionary.ts';
import { Segment } from './segment/segment.ts';
import { buildSegment, Lengths } from './segment/segment-builder.ts';

function segments(...titles: string[]): Segment[] {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-lexicon-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return titles.map((title, number) => {
    const name = `segment-${number + 1}`;
    buildSegment(join(folder, name), [article(number + 1, { title, body: '' })], new Lengths());
    const segment = new Segment(folder, name);
    atEnd(() => segment.close());
    return segment;
  });
}

function wordsIn(keeper: LexiconKeeper): Record<string, number> {
  const words = new Dictionary(Buffer.from(keeper.lexicon?.words ?? new SharedArrayBuffer(12)));
  return Object.fromEntries(
    Array.from({ length: words.size }, (_, index) => [words.textAt(index), words.numberAt(0, index)]),
  );
}

function gather(keeper: LexiconKeeper, all: readonly Segment[]): void {
  for (let came = keeper.step(all); came === 'busy'; ) came = keeper.step(all);
}

test('the words of all segments become one list with the sums of their articles', () => {
  const keeper = new LexiconKeeper(1);
  const all = segments('Storm near Köln', 'storm warning', 'market warning');
  gather(keeper, all);
  assert.deepEqual(wordsIn(keeper), { koln: 1, market: 1, near: 1, storm: 2, warning: 2 });
  assert.deepEqual(
    keeper.lexicon?.covered,
    all.map(({ name }) => name),
  );
  assert.equal(keeper.step(all), 'idle');
});

test('a few new articles are no reason for a new list, and it covers what covered segments became', () => {
  const keeper = new LexiconKeeper(1);
  const [one, two, later, merged] = segments('storm', 'flood', 'fire', 'storm flood');
  assert.ok(one && two && later && merged);
  gather(keeper, [one, two]);
  assert.equal(keeper.step([one, two, later]), 'idle');
  keeper.merged([one, two], merged);
  assert.deepEqual(keeper.lexicon?.covered, [merged.name]);
  keeper.merged([merged, later], one);
  assert.deepEqual(keeper.lexicon?.covered, [], 'part of it is not in the list');
});
