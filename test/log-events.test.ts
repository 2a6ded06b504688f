import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

/** Log lines are counted and searched by event: a component and a name, such as `article.ingested`. */
const SRC = join(import.meta.dirname, '../src');
const CALL = /\blog(?:ger)?\??\.(?:debug|info|warn|error|known)\(\s*(['"`])(.*?)\1/g;
const EVENT = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/;

test('every log line names a component and an event', async () => {
  const others: string[] = [];
  let count = 0;
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    if (/\.(test|testing)\.ts$|(^|\/)contract/.test(file)) continue;
    for (const [, , event = ''] of (await readFile(join(SRC, file), 'utf8')).matchAll(CALL)) {
      count++;
      if (!EVENT.test(event)) others.push(`${file}: ${event}`);
    }
  }
  assert.ok(count > 50, `only ${count} calls were found`);
  assert.deepEqual(others, []);
});
