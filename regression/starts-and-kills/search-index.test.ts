import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { articleId } from '../../src/search/engine/articles.testing.ts';
import { IndexWriter } from '../../src/search/engine/embedded/index-writer.ts';
import { atEnd } from '../../test/harness/cleanup.ts';

test('SRCH-4: after a kill at any moment every flushed article is in the index once, undamaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-crash-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  for (const rounds of [3, 9, 14, 20]) {
    const promised = await killedAfter(rounds, folder);
    const writer = new IndexWriter(folder);
    const ids = writer.ids(null, 10_000);
    assert.equal(writer.figures().damaged, 0);
    assert.equal(new Set(ids).size, ids.length, 'no duplicate articles');
    for (let number = 1; number <= promised; number++)
      assert.ok(ids.includes(articleId(number)), `${number}`);
    writer.close();
  }
});

/** Starts the process, kills it after this many flushes, and returns the last round that it reported. */
async function killedAfter(rounds: number, folder: string): Promise<number> {
  const script = join(import.meta.dirname, 'search-index-process.ts');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = 0;
  let last = 0;
  for await (const line of createInterface(child.stdout)) {
    last = Number(line);
    if (++seen === rounds) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return last;
}
