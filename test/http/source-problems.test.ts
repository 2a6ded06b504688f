import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearProblems, recordProblem } from '../../src/ingest/sources/problems.ts';
import { nullable, row, text, timestamptz } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { startMailServer } from '../harness/mail-server.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { asList, asRecord, sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople, type TestUser } from './support/test-people.ts';

/** SRC-8, SCHED-3: how operators and readers learn of sources that need attention, and which are fetched sooner. */
const mail = await startMailServer();
const site = await testProgram({
  settings: {
    roles: 'web,tasks',
    'public-url': 'http://news.example',
    'smtp-url': mail.url,
  },
});
const listening = site.telemetry.lines.find(({ msg }) => msg === 'http.listening');
const at = { url: String(listening?.['url']) };
const people = createTestPeople(site);
const operator = await people.person({ email: 'op@news.example', roles: ['operator'] });
const reader = await people.person({ email: 'reader@news.example' });
const former = await people.person({ email: 'former@news.example', roles: ['operator'] });
await site.database.execute(sql`update users set disabled_at = now() where id = ${former.userId}`);
const { source, article, story, breaking } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Herald');
const post = await source('WIN A PRIZE <b>now</b>');

test('SRC-8: without problems operators get no mail and no number in the navigation', async () => {
  await site.program.drain();
  assert.deepEqual(mail.letters, []);
  assert.doesNotMatch(await page(operator, '/admin'), /need attention/);
});

test('SRC-8: each problem is mailed once, to active operators only, in one mail a day at most', async () => {
  await recordProblem(site.database, herald, 'broken', {});
  await recordProblem(site.database, post, 'gone', {});
  mail.refuse = true;
  await site.program.drain();
  assert.deepEqual([mail.letters.length, await told(herald)], [0, null], 'the mail server refused it');
  mail.refuse = false;
  await site.program.drain();
  assert.deepEqual(
    mail.letters.map(({ to }) => to),
    [operator.email],
  );
  const [letter] = mail.letters;
  assert.match(letter?.subject ?? '', /^2 sources need attention/, 'no text of a publisher');
  assert.match(letter?.text ?? '', /The Herald: cannot be fetched/);
  assert.match(letter?.text ?? '', /http:\/\/news\.example\/admin\/sources\/problems/);
  assert.doesNotMatch(letter?.text ?? '', /<b>now<\/b><\/a>/);
  assert.equal((await told(herald))?.getTime(), site.clock.now());

  await recordProblem(site.database, herald, 'certificate', {});
  await site.program.drain();
  assert.equal(mail.letters.length, 1, 'the next mail is due tomorrow');
  await site.clock.advance(DAY_MS);
  await site.program.drain();
  await site.program.drain();
  assert.equal(mail.letters.length, 2);
  assert.match(mail.letters[1]?.subject ?? '', /^A source needs attention/);
  assert.doesNotMatch(mail.letters[1]?.text ?? '', /PRIZE/, 'it was reported yesterday');
});

test('SRC-8: dismissed and resolved problems are not mailed', async () => {
  const other = await source('The Courier');
  await recordProblem(site.database, other, 'empty', {});
  await recordProblem(site.database, other, 'broken', {});
  await clearProblems(site.database, [other], ['broken']);
  const path = `/api/v1/sources/${other}/problems/empty/dismiss`;
  const { status } = await sendJson(at, { method: 'POST', path, headers: operator.headers, json: {} });
  assert.equal(status, 204);
  await site.clock.advance(DAY_MS);
  await site.program.drain();
  assert.equal(mail.letters.length, 2);
});

test('SRC-8: every admin page shows how many problems wait, and leads to the inbox', async () => {
  for (const path of ['/admin', '/admin/sources', '/admin/tasks', '/admin/sources/problems'])
    assert.match(
      await page(operator, path),
      /href="\/admin\/sources\/problems">3<span class="visually-hidden"> need attention/,
      path,
    );
  assert.match(await page(operator, '/admin', 'de'), /benötigen Aufmerksamkeit/);
  assert.match(await page(operator, '/admin/sources/problems'), /action="\/admin\/sources\/problems\/crawl"/);
});

test('SRC-8: readers see on the page of a source, and in what they follow, that it is unavailable', async () => {
  const { status } = await sendJson(at, {
    method: 'PUT',
    path: '/api/v1/account/stances',
    headers: reader.headers,
    json: { on: 'source', id: herald, stance: 'follow' },
  });
  assert.equal(status, 204);
  assert.match(await page(reader, `/sources/${herald}`), /This source has not been available since/);
  assert.match(await page(reader, '/account/feeds'), /The Herald<\/a> <span class="badge bad">Unavailable/);
  await clearProblems(site.database, [herald], ['broken', 'certificate']);
  assert.doesNotMatch(await page(reader, `/sources/${herald}`), /not been available/);
  assert.doesNotMatch(await page(reader, '/account/feeds'), /Unavailable/);
});

test('SCHED-3: the running program fetches the sources of a breaking story sooner', async () => {
  const created = await sendJson(at, {
    method: 'POST',
    path: '/api/v1/sources',
    headers: operator.headers,
    json: { sources: [{ url: 'https://gazette.example/feed', kind: 'feed', name: 'The Gazette' }] },
  });
  const [gazette] = asList(created.json()['sources']).map(asRecord);
  const id = String(gazette?.['id']);
  await site.program.drain();
  assert.equal(await hurriedUntil(id), null);
  const storyId = await story([await article(id, 'Earthquake shakes the coast')]);
  await breaking(storyId, { since: new Date(site.clock.now()), velocity: 9 });
  await site.program.drain();
  assert.ok((await hurriedUntil(id)) !== null);
});

async function hurriedUntil(sourceId: string): Promise<Date | null> {
  const found = await site.database.one(
    row({ hurried_until: nullable(timestamptz) }),
    sql`select hurried_until from source_schedule where source_id = ${sourceId}`,
  );
  return found.hurriedUntil;
}

async function told(sourceId: string): Promise<Date | null> {
  const found = await site.database.one(
    row({ kind: text, told_at: nullable(timestamptz) }),
    sql`select kind, told_at from source_problems where source_id = ${sourceId} order by kind limit 1`,
  );
  return found.toldAt;
}

async function page({ headers }: TestUser, path: string, language = 'en'): Promise<string> {
  const response = await sendRequest(at, {
    path,
    headers: { ...headers, accept: 'text/html', 'accept-language': language },
  });
  assert.equal(response.status, 200, path);
  return response.text;
}

const DAY_MS = 86_400_000;
