import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { testProgram } from '../harness/program.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** INT-3 over HTTP. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const testPeople = createTestPeople(site);
const reader = await testPeople.person();
await site.database.execute(sql`
  insert into topics (id, dimension, name, keywords, updated_at) values ('physics', 3, 'Physics', '{}', now())
`);

test('INT-3: a reader sees, sets, mutes, pauses and resets their interests', async () => {
  assert.deepEqual(await interests(), { isPaused: false, items: [] });
  await announce({ command: 'set', on: 'topic', id: 'physics', level: 0.5 });
  await announce({ command: 'mute', on: 'topic', id: 'physics' });
  await announce({ command: 'pause' });
  const changed = await interests();
  assert.equal(changed['isPaused'], true);
  assert.deepEqual(asList(changed['items']).map(asRecord), [
    { on: 'topic', id: 'physics', name: 'Physics', level: 0.5, isSetByHand: true, isMuted: true },
  ]);
  await announce({ command: 'reset-everything' });
  assert.deepEqual(await interests(), { isPaused: false, items: [] });
});

test('INT-3: invalid changes are refused with a message', async () => {
  assertProblem(await post({ command: 'set', on: 'topic', id: 'nothing', level: 1 }), 'not-found');
  assertProblem(await post({ command: 'mute' }), 'validation-failed');
  assertProblem(await post({ command: 'set', on: 'topic', id: 'physics' }), 'validation-failed');
  assertProblem(await post({ command: 'set', on: 'topic', id: 'physics', level: 7 }), 'validation-failed');
});

async function interests() {
  const response = await sendRequest(site, { path: '/api/v1/account/interests', headers: reader.headers });
  assert.equal(response.status, 200);
  return response.json();
}

async function announce(json: unknown): Promise<void> {
  assert.equal((await post(json)).status, 202);
  await site.program.drain();
}

function post(json: unknown) {
  return sendJson(site, { method: 'POST', path: '/api/v1/account/interests', json, headers: reader.headers });
}
