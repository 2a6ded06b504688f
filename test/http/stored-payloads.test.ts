import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testProgram } from '../harness/program.ts';
import { PAGES } from './support/routes.ts';
import { assertSane, sendForm, sendJson, sendRequest, type TestResponse } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

/**
 * What operators store is shown as text: markup in topics, topic rules, synonyms, tasks and signal rules reaches pages only
 * escaped. Each payload is found in its escaped form on the page that shows it, so that a page without it cannot pass.
 */
const site = await testProgram({ settings: { roles: 'web' } });
const testPeople = createTestPeople(site);
const operator = await testPeople.person({ roles: ['operator'] });

/** The end of an attribute in both quotes, and markup. `long` also ends a script or data block. */
const payload = (mark: string) => `${mark}"'><img src=x>`;
const long = (mark: string) => `${payload(mark)}</script><b>`;
/** Keywords are stored in lower case; a payload of a task is shown as JSON. */
const escaped = (mark: string) => new RegExp(`${mark}\\\\?&quot;&#(?:39|x27);&gt;&lt;img src=x&gt;`, 'i');
const MARKS = {
  topic: 'TPC',
  keyword: 'KWD',
  rule: 'TRL',
  synonym: 'SYN',
  task: 'TSK',
  payload: 'PLD',
  note: 'NTE',
};

const task = await post('/api/v1/tasks', {
  kind: 'weekly.letter',
  name: long(MARKS.task),
  schedule: { cron: '30 6 * * *', timeZone: 'UTC' },
  payload: { text: long(MARKS.payload) },
});
assert.equal(task.status, 201, task.text);
const SHOWN: readonly (readonly [path: string, marks: readonly string[]])[] = [
  ['/admin/topics', [MARKS.topic, MARKS.rule]],
  ['/admin/topics/chess-club', [MARKS.topic, MARKS.keyword]],
  ['/admin/synonyms', [MARKS.synonym]],
  ['/admin/tasks', [MARKS.task]],
  [`/admin/tasks/${String(task.json()['id'])}`, [MARKS.task, MARKS.payload]],
  ['/admin/signals/slow-down', [MARKS.note]],
];

test('the payloads are stored', async () => {
  const keyword = payload(MARKS.keyword);
  const topic = { id: 'chess-club', name: long(MARKS.topic), parent: null, keywords: [keyword] };
  assert.equal((await post('/api/v1/topics', topic)).status, 201);
  const rule = { keyword: payload(MARKS.rule), topicId: 'chess-club', weight: 1 };
  assert.equal((await post('/api/v1/topic-rules', rule)).status, 201);
  const words = [payload(MARKS.synonym), 'harmless'];
  assert.equal((await post('/api/v1/search/synonyms', { id: 'marked', words })).status, 201);
  const signalRule = { id: 'slow-down', kind: 'user-rate', settings: { most: 1_000, seconds: 60 } };
  assert.equal((await post('/api/v1/signal-rules', { ...signalRule, note: long(MARKS.note) })).status, 201);
});

for (const [path, marks] of SHOWN) {
  test(`${path} shows them as text`, async () => {
    const page = await get(path);
    assert.equal(page.status, 200);
    assertOnlyText(page, path);
    for (const mark of marks) assert.match(page.text, escaped(mark), `${path} does not show ${mark}`);
  });
}

test('no other page has them as markup, for operators, readers and visitors', async () => {
  const reader = await testPeople.person();
  const pages = PAGES.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  assert.ok(pages.length > 30);
  for (const headers of [operator.headers, reader.headers, {}])
    for (const { path } of pages) assertOnlyText(await get(path, headers), path);
  for (const path of ['/topics/chess-club', '/feeds/topic/chess-club.atom', '/sitemap.xml'])
    assertOnlyText(await get(path, {}), path);
});

test('a refused form shows what was entered as text', async () => {
  const { headers } = operator;
  const fields = { id: payload('FRM'), words: payload('FRM'), name: payload('FRM'), keyword: payload('FRM') };
  for (const path of [
    '/admin/synonyms',
    '/admin/topics',
    '/admin/topics/rules',
    '/admin/tasks',
    '/admin/signals',
  ]) {
    const answer = await sendForm(site, { path, headers, fields });
    assert.ok(answer.status >= 300 && answer.status < 500, `${path} ${answer.status}`);
    assertOnlyText(answer, path);
  }
  const refused = await sendForm(site, { path: '/admin/synonyms', headers, fields });
  assert.match(refused.text, escaped('FRM'));
});

function assertOnlyText(page: TestResponse, what: string): void {
  assertSane(page, what);
  assert.doesNotMatch(page.text, /<img src=x|["']>\s*<img src=x|<\/script><b>/, what);
}

function get(
  path: string,
  headers: Readonly<Record<string, string>> = operator.headers,
): Promise<TestResponse> {
  return sendRequest(site, { path, headers: { ...headers, accept: 'text/html' } });
}

function post(path: string, json: unknown): Promise<TestResponse> {
  return sendJson(site, { method: 'POST', path, headers: operator.headers, json });
}
