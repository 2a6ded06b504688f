import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { storyAnnouncer } from '../harness/announce-stories.ts';
import { runCommandOn } from '../harness/commands.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures, type WrittenArticle } from '../harness/story-fixtures.ts';
import { sendJson, sendRequest } from './support/send-request.ts';
import { createTestPeople } from './support/test-people.ts';

// The command has the system clock.
const now = new Date();
const site = await testProgram({ settings: { roles: 'web,signals,index' }, startsAt: now });
const { database } = site;
const reader = await createTestPeople(site).person();
const { source, article, story } = await createStoryFixtures(database, now);
const herald = await source('The Herald');
const articles: WrittenArticle[] = [];
for (let number = 0; number < 8; number++) articles.push(await article(herald, `Story number ${number}`));
const stories: string[] = [];
for (const each of articles) stories.push(await story([each]));
await storyAnnouncer(site)(stories);

test('ALL-6: `rebuild all` beside the running program repairs damage, and everything equals the original', async () => {
  for (const { id } of articles.slice(0, 3)) {
    const json = { article: id, id: `share-of-${id}`, via: 'email' };
    const headers = { ...reader.headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
    const path = '/api/v1/events/share';
    const { status } = await sendJson(site, { method: 'POST', path, json, headers });
    assert.equal(status, 202);
  }
  await site.program.drain();
  assert.match((await runCommandOn(site, 'rebuild', 'search')).stdout, /^search: indexed 8 in \S+\n$/);
  const original = await everythingShown();
  assert.match(original, /"shares":1/);

  await database.execute(sql`update article_counts set shares = 9`);
  await database.execute(sql`update interests set state = '\\x00'`);
  await database.execute(sql`update trending_state set head = null, windows = null`);
  // No event announces this, so only a rebuild brings it to the feeds.
  const hidden = stories[4] ?? '';
  await database.execute(sql`update stories set is_hidden = true where id = ${hidden}`);
  const done = await runCommandOn(site, 'rebuild', 'all');
  assert.equal(done.code, 0, done.stderr);
  assert.match(
    done.stdout,
    /^stories: 0 .*\ncounts: 3 corrected\ninterests: 1 reader learned again\ntrending: the last day/,
  );
  assert.match(done.stdout, /\nsearch: indexed 7 in \S+\nfeeds: 7 stories read again by 1 process\n$/);
  assert.doesNotMatch(await latest(), new RegExp(hidden));

  await database.execute(sql`update stories set is_hidden = false where id = ${hidden}`);
  const again = await runCommandOn(site, 'rebuild', 'feeds');
  assert.equal(again.stdout, 'feeds: 8 stories read again by 1 process\n');
  await runCommandOn(site, 'rebuild', 'search');
  await site.program.drain();
  assert.deepEqual((await everythingShown()).split('\n'), original.split('\n'));
});

test('ALL-6: `rebuild` names what it can rebuild', async () => {
  const wrong = await runCommandOn(site, 'rebuild', 'count');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /count cannot be rebuilt.*counts/s);
});

test('EVT-5: a rebuild without the archived events changes nothing and says what is missing', async () => {
  await database.execute(sql`update article_counts set shares = 5`);
  await database.execute(sql`
    insert into log_archive (stream_id, partition, first_offset, last_offset, first_at, last_at, object, archived_at)
    select stream_id, partition, 1, last_offset, now(), now(), repeat('0', 64), now()
    from log_partitions join log_streams on log_streams.id = stream_id
    where name = 'signals.valid' and last_offset > 0
  `);
  const refused = await runCommandOn(site, 'rebuild', 'counts');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /neither in the log nor in the archive of events[\s\S]*Restore the directory `events`/,
  );
  await database.execute(sql`delete from log_archive`);
  assert.match((await runCommandOn(site, 'rebuild', 'counts')).stdout, /^counts: 3 corrected\n$/);
});

async function everythingShown(): Promise<string> {
  const counts = articles.map(({ id }) => `/api/v1/articles/${id}/counts`);
  const paths = [
    '/api/v1/trending?window=24h&by=shares',
    '/api/v1/search?q=story',
    '/api/v1/account/interests',
    ...counts,
  ];
  const answers = [await latest()];
  for (const path of paths) {
    const { status, text } = await sendRequest(site, { path, headers: reader.headers });
    assert.equal(status, 200, path);
    const { at: _, ...shown } = JSON.parse(text);
    answers.push(JSON.stringify(shown));
  }
  return answers.join('\n');
}

async function latest(): Promise<string> {
  const { text } = await sendRequest(site, { path: '/api/v1/feeds/latest' });
  return JSON.stringify(JSON.parse(text).items.map((item: { story: { id: string } }) => item.story.id));
}
