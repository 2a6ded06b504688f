import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf } from '../../src/signals/counts/read-counts.ts';
import { testProgram } from '../harness/program.ts';
import { asList, asRecord, assertProblem, sendJson, sendRequest } from './support/send-request.ts';
import { articleSubmitter } from './support/submit-articles.ts';
import { createTestPeople } from './support/test-people.ts';

/** RULE-2 over HTTP: operators edit rules, dry-run them, and see what they dropped. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });
const reader = await testPeople.person();
const [article = '', own = ''] = await articleSubmitter(
  site,
  operator,
)(['Watched by many', 'Watched by its author']);
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

test('adding, changing and removing a rule each write an audit entry; an invalid rule changes nothing', async () => {
  const rule = { id: 'slow-down', kind: 'user-rate', settings: { most: 1_000, seconds: 60 } };
  assertProblem(
    await post('/api/v1/signal-rules', { ...rule, settings: { most: 0, seconds: 60 } }),
    'validation-failed',
  );
  assertProblem(
    await post('/api/v1/signal-rules', { ...rule, settings: { most: 1, secnods: 60 } }),
    'validation-failed',
  );
  assertProblem(await post('/api/v1/signal-rules', { ...rule, kind: 'whim' }), 'validation-failed');
  assertProblem(await post('/api/v1/signal-rules', { ...rule, id: 'try' }), 'validation-failed');
  const added = await post('/api/v1/signal-rules', rule);
  assert.equal(added.status, 201);
  assert.equal(added.json()['isActive'], true);
  assertProblem(await post('/api/v1/signal-rules', rule), 'conflict');
  const changed = await send('PATCH', '/api/v1/signal-rules/slow-down', {
    isActive: false,
    note: 'too strict',
  });
  assert.deepEqual([changed.json()['isActive'], changed.json()['note']], [false, 'too strict']);
  assertProblem(
    await send('PATCH', '/api/v1/signal-rules/slow-down', { settings: { most: 'many' } }),
    'validation-failed',
  );
  assert.equal((await send('DELETE', '/api/v1/signal-rules/slow-down')).status, 204);
  assertProblem(await send('DELETE', '/api/v1/signal-rules/slow-down'), 'signal-rule-not-found');
  assertProblem(await get('/api/v1/signal-rules/slow-down'), 'signal-rule-not-found');
  const audited = asList((await get('/api/v1/audit?limit=20')).json()['items']).map(
    entry => asRecord(entry)['action'],
  );
  for (const action of ['signal-rule.added', 'signal-rule.changed', 'signal-rule.removed'])
    assert.ok(audited.includes(action), action);
});

test('readers can neither see nor change rules', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/signal-rules'],
    ['GET', '/api/v1/signal-rules/drops'],
    ['DELETE', '/api/v1/signal-rules/crawlers'],
  ] as const)
    assertProblem(await sendRequest(site, { method, path, headers: reader.headers }), 'forbidden');
});

test('a dry run judges the last hour and changes nothing; a saved rule takes effect within a minute', async () => {
  // The test shares articles without viewing them.
  await send('PATCH', '/api/v1/signal-rules/shares-without-views', { isActive: false });
  for (let number = 0; number < 20; number++)
    await share(article, `before-${number}`, { 'user-agent': `Phone/${number % 10} model-${number}` });
  await site.program.drain();
  const counted = async () => (await countsOf(site.database, [article])).get(article)?.shares ?? 0;
  assert.equal(await counted(), 20);

  const rule = { id: 'phones', kind: 'blocked-agents', settings: { fragments: ['phone/3', 'phone/4'] } };
  const tried = await post('/api/v1/signal-rules/try', rule);
  assert.equal(tried.json()['words'], 'would have dropped 20.0 %');
  assert.deepEqual(asRecord(tried.json()['tried'])['byRule'], [{ rule: 'phones', times: 4 }]);
  assert.equal(asRecord(tried.json()['present'])['dropped'], 0);
  assertProblem(await get('/api/v1/signal-rules/phones'), 'signal-rule-not-found');

  await post('/api/v1/signal-rules', rule);
  await site.clock.advance(60_000);
  await share(article, 'after-3', { 'user-agent': 'Phone/3 model-30' });
  await share(article, 'after-5', { 'user-agent': 'Phone/5 model-50' });
  await site.program.drain();
  assert.equal(await counted(), 21);
  const drops = (await get('/api/v1/signal-rules/drops')).json();
  assert.deepEqual(asRecord(drops['sums']), {
    judged: 22,
    dropped: 1,
    byRule: [{ rule: 'phones', times: 1 }],
  });
  assert.equal(asRecord(asList(drops['items'])[0])['droppedBy'], 'phones');

  await site.clock.advance(2 * 3_600_000);
  const later = await post('/api/v1/signal-rules/try', rule);
  assert.equal(asRecord(later.json()['tried'])['judged'], 0, 'events older than an hour are not judged');
});

test("RULE-1: publishers' signals on their own articles do not count", async () => {
  for (const headers of [operator.headers, reader.headers]) {
    const view = { article: own, visit: 'tab', seconds: 60 };
    await sendJson(site, {
      method: 'POST',
      path: '/api/v1/events/view',
      json: view,
      headers: { ...BROWSER, ...headers },
    });
  }
  await site.program.drain();
  assert.equal((await countsOf(site.database, [own])).get(own)?.views, 1);
});

function share(about: string, id: string, headers: Readonly<Record<string, string>>) {
  const json = { article: about, id };
  return sendJson(site, { method: 'POST', path: '/api/v1/events/share', json, headers });
}

function get(path: string) {
  return sendRequest(site, { path, headers: operator.headers });
}

function post(path: string, json: unknown) {
  return send('POST', path, json);
}

function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown) {
  const options = { method, path, headers: operator.headers };
  return json === undefined ? sendRequest(site, options) : sendJson(site, { ...options, json });
}
