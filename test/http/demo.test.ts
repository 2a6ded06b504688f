import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAudit } from '../../src/accounts/index.ts';
import { createDemoEdition } from '../../src/ingest/sources/demo.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { testProgram } from '../harness/program.ts';
import { assertProblem, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** RUN-1 over HTTP, on a program that does not crawl. */
const site = await testProgram({ settings: { roles: 'web' } });
const testPeople = createTestPeople(site);
const headersOf = async (roles: readonly 'operator'[]) => {
  const { userId } = await testPeople.person({ roles: [...roles] });
  return (await testPeople.session(userId)).headers;
};
const remove = (headers: Record<string, string> = {}) =>
  sendRequest(site, { method: 'DELETE', path: '/api/v1/demo', headers });

test('RUN-1: an operator removes the demo edition; repeated requests leave one audit entry', async () => {
  const newId = createIdSource(systemClock, systemRandom);
  await createDemoEdition(site.database, { newId }, 7, () =>
    [0, 1].map(n => ({ name: `${n}`, url: `http://paper${n}.example/f`, kind: 'feed', isDemo: true })),
  );
  assertProblem(await remove(), 'not-signed-in');
  assertProblem(await remove(await headersOf([])), 'forbidden');
  assert.equal((await removals()).length, 0);

  const operator = await headersOf(['operator']);
  const first = await remove(operator);
  assert.deepEqual([first.status, first.json()], [200, { sources: 2 }]);
  const again = await remove(operator);
  assert.deepEqual([again.status, again.json()], [200, { sources: 0 }]);
  assert.deepEqual(
    (await removals()).map(({ actorKind }) => actorKind),
    ['user'],
  );
  const instance = await sendRequest(site, { path: '/api/v1/instance' });
  assert.equal(instance.json()['demo'], false);
});

async function removals() {
  const entries = await listAudit({ database: site.database }, { limit: 50 });
  return entries.filter(({ action }) => action === 'demo.removed');
}
