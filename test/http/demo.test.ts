import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/accounts/index.ts';
import { createDemoEdition } from '../../src/ingest/sources/demo.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { testProgram } from '../harness/program.ts';
import { ask, assertProblem } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';

/** RUN-1 over HTTP, on a program that crawls nothing. */
const under = await testProgram({ settings: { roles: 'web' } });
const crowd = crowdOf(under);
const headersOf = async (roles: readonly 'operator'[]) => {
  const { userId } = await crowd.person({ roles: [...roles] });
  return (await crowd.session(userId)).headers;
};
const remove = (headers: Record<string, string> = {}) =>
  ask(under, { method: 'DELETE', path: '/api/v1/demo', headers });

test('RUN-1: an operator removes the demo edition, once in the audit log however often it is asked for', async () => {
  const newId = createIdSource(systemClock, systemRandom);
  await createDemoEdition(under.database, { newId }, 7, () =>
    [0, 1].map(n => ({ name: `${n}`, url: `http://paper${n}.example/f`, kind: 'feed', isDemo: true })),
  );
  assertProblem(await remove(), 'not-signed-in');
  assertProblem(await remove(await headersOf([])), 'forbidden');
  assert.equal((await removals()).length, 0);

  const boss = await headersOf(['operator']);
  const first = await remove(boss);
  assert.deepEqual([first.status, first.json()], [200, { sources: 2 }]);
  const again = await remove(boss);
  assert.deepEqual([again.status, again.json()], [200, { sources: 0 }]);
  assert.deepEqual(
    (await removals()).map(({ actorKind }) => actorKind),
    ['user'],
  );
  const instance = await ask(under, { path: '/api/v1/instance' });
  assert.equal(instance.json()['demo'], false);
});

async function removals() {
  const entries = await listAudit({ database: under.database }, { limit: 50 });
  return entries.filter(({ action }) => action === 'demo.removed');
}
