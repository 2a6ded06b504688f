import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../../test/harness/database.ts';
import { int8, row } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { serve } from '../platform/outbound/outbound.testing.ts';
import { broadsheetHere, type Ended, temporaryDirectory } from './cli.testing.ts';

const directory = await temporaryDirectory();
const { database, url, name } = await testDatabase();
const environment = {
  BROADSHEET_DATABASE_URL: url,
  BROADSHEET_SECRET: 'a secret of at least 32 characters',
  BROADSHEET_DATA: join(directory, name),
  BROADSHEET_CRAWL_ALLOW: '127.0.0.0/8',
  BROADSHEET_CRAWL_DELAY: '1ms',
};
const site = await serve((request, response) => {
  const isFeed = request.url === '/feed';
  response.statusCode = isFeed || request.url === '/' ? 200 : 404;
  response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html');
  response.end(isFeed ? RSS : '<html><body>nothing here</body></html>');
});

test('SRC-2: `source discover` shows the candidates at an address, and `source add` adds the best one', async () => {
  const shown = await run('discover', site);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /\/feed\n {2}feed \(rss-2\.0\), The News, 1 articles\n {2}- First\n/);
  const added = await run('add', site, '--folder', 'Local');
  assert.match(added.stdout, /Added The News as [\da-f-]{36}\n$/);
  assert.match((await run('add', site)).stdout, /Already added as/);
  assert.match((await run('ls')).stdout, /^NAME .*\nThe News +feed +active +closed .*\/feed\n$/);
});

test('SRC-4: a source is paused, resumed, made due and removed by its address', async () => {
  const address = `${site}/feed`;
  assert.match((await run('pause', address)).stdout, /The News is paused, next visit -\.\n/);
  const refused = await run('crawl', address);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /The source is paused. Resume it first/);
  assert.match((await run('resume', address)).stdout, /The News is active, next visit \d/);
  assert.match((await run('crawl', address)).stdout, /is active/);
  assert.match((await run('show', address)).stdout, /folder +Local\n/);
  assert.equal((await run('problems')).stdout, 'No source has problems.\n');
  assert.match((await run('reparse', address)).stdout, /^0 documents parsed again: 0 new articles/);
  assert.match((await run('reparse', '--since', '2026-01-31')).stdout, /^0 documents parsed again/);
  assert.equal((await run('reparse')).code, 2);
  assert.match((await run('reparse', '--since', 'yesterday')).stderr, /must be a time such as/);
  assert.equal((await run('remove', address)).code, 2);
  assert.match((await run('remove', address, '--articles', 'remove')).stdout, /was removed, with 0 articles/);
  assert.match((await run('show', address)).stderr, /there is no source/);
});

test('SRC-3: thousands of sources are imported with progress and a report, and exported again', async () => {
  const outlines = Array.from(
    { length: 3_000 },
    (_, n) => `<outline text="n${n}" xmlUrl="https://many.example/${n}"/>`,
  );
  const file = join(directory, 'list.opml');
  await writeFile(
    file,
    `<opml><body>\n${outlines.join('\n')}\n<outline text="x" xmlUrl="mailto:a"/>\n</body></opml>`,
  );
  const imported = await run('import', file, '--folder', 'Many');
  assert.equal(imported.code, 1);
  assert.match(imported.stdout, /^line 3002: mailto:a: .*\n3000 added, 0 already known, 1 invalid\.\n$/);
  assert.match(imported.stderr, /Imported \(/);
  assert.match((await run('import', file)).stdout, /\n0 added, 3000 already known/);
  const exported = join(directory, 'out.opml');
  assert.match((await run('export', exported)).stdout, /^3000 feeds are in/);
  assert.match(await readFile(exported, 'utf8'), /<outline text="Many" title="Many">/);
  assert.match((await run('export', exported)).stderr, /cannot be written/);
  assert.match((await run('import', join(directory, 'nowhere'))).stderr, /cannot be read/);
  const { entries } = await database.one(
    row({ entries: int8 }),
    sql`select count(*) as entries from audit_log where actor_kind = 'console' and action = 'source.imported'`,
  );
  assert.equal(entries, 2);
});

test('SRC-3: starter packs are listed and installed', async () => {
  assert.match(
    (await run('packs')).stdout,
    /^PACK +TITLE +FEEDS +LANGUAGE\n.*\ngermany +Germany +\d+ +de\n/s,
  );
  assert.match((await run('install', 'space')).stdout, /^\d+ added, 0 already known, 0 invalid\.\n$/);
  assert.match((await run('install', 'nowhere')).stderr, /no starter pack nowhere/);
});

test('SRC-6: a person is verified for a submit source by their email address, and refused again', async () => {
  assert.match(
    (await run('add', 'paper.example', '--kind', 'submit', '--title', 'The Paper')).stdout,
    /^Added/,
  );
  await broadsheetHere(['user', 'create', 'ada@example.org'], { cwd: directory, environment });
  const verified = await run('verify', 'paper.example', 'ada@example.org');
  assert.equal(verified.stdout, 'ada@example.org may submit articles to it.\n', verified.stderr);
  const count = () =>
    database.one(row({ count: int8 }), sql`select count(*) as count from source_publishers`);
  assert.equal((await count()).count, 1);
  assert.match((await run('refuse', 'paper.example', 'ada@example.org')).stdout, /may not submit/);
  assert.equal((await count()).count, 0);
  assert.match(
    (await run('verify', 'paper.example', 'bea@example.org')).stderr,
    /there is no account with the address/,
  );
  assert.match((await run('crawl', 'paper.example')).stderr, /never fetched/);
});

test('wrong arguments are reported before anything is opened', async () => {
  assert.match((await run('discovr', 'x')).stderr, /source has no action discovr.*discover/s);
  assert.match((await run('pause')).stderr, /usage: broadsheet source pause SOURCE/);
  assert.match((await run('ls', '--status', 'odd')).stderr, /--status must be/);
  assert.match((await run('add', 'hello')).stderr, /is not a valid address/);
});

const RSS = `<rss version="2.0"><channel><title>The News</title>
<item><title>First</title><link>https://news.example/1</link></item></channel></rss>`;

function run(...args: string[]): Promise<Ended> {
  return broadsheetHere(['source', ...args], { cwd: directory, environment });
}
