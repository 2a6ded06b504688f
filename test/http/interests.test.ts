import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { testProgram } from '../harness/program.ts';
import { ask, askJson, asList, asRecord, assertProblem } from './support/ask.ts';
import { crowdOf } from './support/crowd.ts';

/** INT-3 over HTTP. */
const under = await testProgram({ settings: { roles: 'web,signals' } });
const crowd = crowdOf(under);
const reader = await crowd.person();
await under.database.execute(sql`
  insert into topics (id, dimension, name, keywords, updated_at) values ('physics', 3, 'Physics', '{}', now())
`);

test('INT-3: a reader sees what they care for, sets, mutes, pauses and forgets it', async () => {
  assert.deepEqual(await interests(), { isPaused: false, items: [] });
  await tell({ wish: 'set', on: 'topic', id: 'physics', level: 0.5 });
  await tell({ wish: 'mute', on: 'topic', id: 'physics' });
  await tell({ wish: 'pause' });
  const changed = await interests();
  assert.equal(changed['isPaused'], true);
  assert.deepEqual(asList(changed['items']).map(asRecord), [
    { on: 'topic', id: 'physics', name: 'Physics', level: 0.5, isSetByHand: true, isMuted: true },
  ]);
  await tell({ wish: 'reset-everything' });
  assert.deepEqual(await interests(), { isPaused: false, items: [] });
});

test('INT-3: what cannot be done is refused in words', async () => {
  assertProblem(await post({ wish: 'set', on: 'topic', id: 'nothing', level: 1 }), 'not-found');
  assertProblem(await post({ wish: 'mute' }), 'validation-failed');
  assertProblem(await post({ wish: 'set', on: 'topic', id: 'physics' }), 'validation-failed');
  assertProblem(await post({ wish: 'set', on: 'topic', id: 'physics', level: 7 }), 'validation-failed');
});

async function interests() {
  const answer = await ask(under, { path: '/api/v1/account/interests', headers: reader.headers });
  assert.equal(answer.status, 200);
  return answer.json();
}

async function tell(json: unknown): Promise<void> {
  assert.equal((await post(json)).status, 202);
  await under.program.drain();
}

function post(json: unknown) {
  return askJson(under, { method: 'POST', path: '/api/v1/account/interests', json, headers: reader.headers });
}
