import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { listAudit } from '../accounts/index.ts';
import { createDemoEdition } from '../ingest/sources/demo.ts';
import { systemClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { systemRandom } from '../lib/random.ts';
import { broadsheetHere, temporaryDirectory } from './cli.testing.ts';

const directory = await temporaryDirectory();
const { database, url, name } = await testDatabase();
const environment = {
  BROADSHEET_DATABASE_URL: url,
  BROADSHEET_SECRET: 'a secret of at least 32 characters',
  BROADSHEET_DATA: join(directory, name),
};
const run = (...args: string[]) => broadsheetHere(['demo', ...args], { environment });

test('RUN-1: `demo` shows the state, removes the edition once, and records the removal in the audit log', async () => {
  assert.equal((await run('status')).stdout, 'This installation has never had a demo edition.\n');
  assert.equal((await run('remove')).stdout, 'This installation has never had a demo edition.\n');

  const newId = createIdSource(systemClock, systemRandom);
  await createDemoEdition(database, { newId }, 7, () => [
    { name: 'Paper', url: 'http://paper.example/feed.xml', kind: 'feed', isDemo: true },
  ]);
  assert.equal((await run('status')).stdout, 'The demo edition is on. It has 1 source.\n');
  const { state, sources } = JSON.parse((await run('status', '--json')).stdout);
  assert.deepEqual({ state, sources }, { state: 'on', sources: 1 });

  assert.equal((await run('remove')).stdout, 'Removed the demo edition with 1 source.\n');
  const again = await run('remove');
  assert.deepEqual([again.code, again.stdout], [0, 'The demo edition was removed.\n']);
  assert.equal((await run('status')).stdout, 'The demo edition was removed. It has 0 sources.\n');
  const entries = await listAudit({ database }, { limit: 10 });
  assert.deepEqual(
    entries.map(({ action, actorKind }) => [action, actorKind]),
    [['demo.removed', 'console']],
  );
});

test('`demo` reports a mistyped action before it opens anything', async () => {
  const { code, stderr } = await run('remvoe');
  assert.equal(code, 2);
  assert.match(stderr, /demo has no action remvoe.*remove/);
});
