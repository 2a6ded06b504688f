import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { followSynonyms } from '../../src/search/synonyms/follow.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { eventually } from '../harness/eventually.ts';
import { searchProgram } from '../harness/shared-programs.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, assertProblem, sendForm, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/** SRCH-3: operators edit synonym sets, and searches apply them. */
const site = await searchProgram();
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const room = await createStoryFixtures(site.database, new Date(site.clock.now()));
const herald = await room.source('The Harbour Herald');
const tram = await room.article(herald, 'Tram derails at the old mill', { summary: 'No one was hurt.' });
const states = await room.article(herald, 'Envoy of the United States arrives', { summary: 'Talks begin.' });
await fillSearchIndex(site);

test('SRCH-3: a new set applies to searches at once, is explained, and can be changed and removed', async () => {
  assert.deepEqual((await found('streetcar')).ids, []);
  const set = { id: 'tram', words: ['tram', 'streetcar', 'light rail'] };
  assert.equal((await send('POST', '', set)).status, 201);
  await eventually(async () => assert.deepEqual((await found('streetcar')).ids, [tram.id]));
  assert.ok((await found('streetcar')).notes.includes('streetcar = tram'));
  assert.deepEqual((await found('light rail')).ids, [tram.id], 'phrases are synonyms too');
  assertProblem(await send('POST', '', set), 'conflict');
  assert.equal((await send('PATCH', '/tram', { isActive: false })).status, 200);
  await eventually(async () => assert.deepEqual((await found('streetcar')).ids, []));
  assert.equal((await send('DELETE', '/tram')).status, 204);
  assertProblem(await send('DELETE', '/tram'), 'synonyms-not-found');
});

test('SRCH-3: a new installation has some sets', async () => {
  assert.deepEqual((await found('usa envoy')).ids, [states.id]);
});

test('an invalid set is refused, and readers may not see sets', async () => {
  for (const words of [['one'], ['same', 'Same'], ['a', '...'], ['a b c d e f g', 'x']])
    assertProblem(await send('POST', '', { id: 'bad', words }), 'validation-failed', words.join());
  const reader = await testPeople.person();
  const path = '/api/v1/search/synonyms';
  assertProblem(await sendRequest(site, { path, headers: reader.headers }), 'forbidden');
});

test('operators add, change and remove sets on the page', async () => {
  const headers = { ...operator.headers, accept: 'text/html' };
  const form = (path: string, fields: Record<string, string>) =>
    sendForm(site, { path: `/admin/synonyms${path}`, headers, fields });
  assert.equal((await form('', { id: 'fog', words: 'fog, mist\nhaze' })).status, 303);
  assert.match((await sendRequest(site, { path: '/admin/synonyms', headers })).text, /fog, mist, haze/);
  assert.equal((await form('', { id: 'fog', words: 'fog' })).status, 422);
  assert.equal((await form('/fog/words', { words: 'fog, brume' })).status, 303);
  assert.match((await sendRequest(site, { path: '/admin/synonyms', headers })).text, /fog, brume/);
  assert.equal((await form('/fog/use', { active: 'no' })).status, 303);
  assert.equal((await form('/fog/remove', {})).status, 303);
  assert.doesNotMatch((await sendRequest(site, { path: '/admin/synonyms', headers })).text, /brume/);
});

test('SRCH-3: polling finds a change whose notification was lost', async t => {
  const { log } = createMemoryTelemetry();
  let sets: readonly (readonly string[])[] = [];
  const tools = { database: site.database, clock: systemClock, log, everyMs: 50 };
  const followed = await followSynonyms(tools, latest => {
    sets = latest;
  });
  t.after(() => followed.stop());
  const has = (word: string) => sets.some(set => set.includes(word));
  assert.ok(has('USA'));
  await site.database.execute(sql`
    insert into search_synonyms (id, words, updated_at) values ('quiet', '{hush, silence}', now())
  `);
  await eventually(() => assert.ok(has('hush')));
});

function send(method: string, path: string, json?: unknown) {
  const options = { method, path: `/api/v1/search/synonyms${path}`, headers: operator.headers };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}

async function found(q: string): Promise<{ ids: unknown[]; notes: unknown[] }> {
  const query = new URLSearchParams({ q: `${q} `, explain: 'true' });
  const response = (await sendRequest(site, { path: `/api/v1/search?${query}` })).json();
  const stages = asList(asRecord(response['explanation'])['stages']).map(asRecord);
  return {
    ids: asList(response['items']).map(item => asRecord(asRecord(item)['article'])['id']),
    notes: asList(stages.find(({ name }) => name === 'synonyms')?.['notes']),
  };
}
