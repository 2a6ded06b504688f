import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../../../lib/random.ts';
import { syntheticWords } from '../../fingerprints/texts.testing.ts';
import { evaluateCopies } from './evaluate.ts';

test('COPY-2: the evaluation applies the same measures to every method', async t => {
  const data = await mkdtemp(join(tmpdir(), 'copies-'));
  t.after(() => rm(data, { recursive: true }));
  await writeSets(data);
  const [syndicated, edits] = (await evaluateCopies(data)).sets;
  assert.ok(syndicated && edits);
  assert.deepEqual([syndicated.texts, syndicated.groups], [120, 40]);
  assert.deepEqual([edits.texts, edits.groups], [40, 20]);

  const figures = new Map(syndicated.methods.map(({ method, pairs }) => [method, pairs]));
  const [ours, minhash] = [figures.get('ours'), figures.get('MinHash, 0.85')];
  assert.ok(ours && minhash);
  assert.equal(ours.precision, 1);
  assert.equal(ours.recall, 1);
  // The cut third member of each group is out of its reach.
  assert.ok(Math.abs(minhash.recall - 1 / 3) < 0.05, String(minhash.recall));
  for (const { items, textsPerSecond } of syndicated.methods) {
    assert.ok(items.f1 > 0 && items.f1 <= 1);
    assert.ok(textsPerSecond > 0);
  }
});

/** Each text in full under two sources, and cut to a third under one more. */
async function writeSets(data: string): Promise<void> {
  const random = seededRandom(1);
  const groups = Array.from({ length: 40 }, (_, group) => {
    const [title, content] = [syntheticWords(9, random).join(' '), syntheticWords(120, random).join(' ')];
    const member = (source: string, text: string) => ({
      url: `https://${source}.example/a`,
      title: `${title} - ${source}`,
      description: null,
      content: text,
      first_seen: 1_600_000_000 + 600 * group,
    });
    const cut = content.slice(0, content.length / 3);
    return { group, members: [member('one', content), member('two', content), member('three', cut)] };
  });
  const edits = Array.from({ length: 20 }, (_, number) => ({
    title0: syntheticWords(9, random).join(' '),
    title1: syntheticWords(9, random).join(' '),
    t0: 1_600_000_000 + number,
    t1: 1_600_000_100 + number,
  }));
  await mkdir(join(data, 'dedup'));
  await writeFile(join(data, 'dedup/syndicated_groups.jsonl.gz'), packed(groups));
  await writeFile(join(data, 'dedup/title_edits.jsonl.gz'), packed(edits));
}

function packed(rows: readonly object[]): Buffer {
  return gzipSync(rows.map(row => `${JSON.stringify(row)}\n`).join(''));
}
