import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullable, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import { addTestSource, rss, startTestCrawling, testCrawl, testSite } from '../flow.testing.ts';
import { reparse } from './reparse.ts';

const ALL = { since: new Date(0) };

test('ARC-1: a stored feed is parsed again; what is stored already changes nothing', async () => {
  const context = await testCrawl();
  const id = await crawled(context, '/feed');
  const before = await textsOf(context);
  assert.equal(before.length, 2);
  const same = await reparse(context, { ...ALL, sourceId: id });
  assert.deepEqual(same, { documents: 1, isNew: 0, revised: 0, awaited: 0, missing: 0, failed: 0 });
  assert.deepEqual(await textsOf(context), before);
  // As after a parser that overlooked an item and misread a title.
  await context.database.execute(sql`delete from article_guids`);
  await context.database.execute(sql`delete from article_urls where url_hash in (
    select url_hash from article_urls join articles on article_id = articles.id where title = 'Two')`);
  await context.database.execute(sql`delete from articles where title = 'Two'`);
  await context.database.execute(
    sql`update articles set content_hash = gen_random_uuid() where title = 'One'`,
  );
  const repaired = await reparse(context, { ...ALL, sourceId: id });
  assert.deepEqual(repaired, { ...same, isNew: 1, revised: 1 });
  assert.deepEqual((await textsOf(context)).map(({ title }) => title).sort(), ['One', 'One', 'Two']);
  assert.deepEqual(await reparse(context, { since: new Date(Date.now() + 60_000) }), {
    ...same,
    documents: 0,
  });
});

test('ARC-1: a document that could not be parsed was archived, and is parsed by a version that can', async () => {
  const context = await testCrawl();
  const id = await crawled(context, '/page');
  assert.deepEqual(await textsOf(context), []);
  assert.equal((await reparse(context, ALL)).failed, 1);
  await context.database.execute(sql`update sources set kind = 'scrape' where id = ${id}`);
  const { documents, failed, isNew, awaited } = await reparse(context, ALL);
  assert.deepEqual(
    { documents, failed, found: isNew + awaited > 0 },
    { documents: 1, failed: 0, found: true },
  );
});

test('ARC-1: article pages are archived and can be extracted again; pages that ask for no copies are not', async () => {
  const context = await testCrawl();
  await crawled(context, '/summaries', { readsPages: true });
  const pages = await context.database.many(
    row({ url: text, archive_key: nullable(text) }),
    sql`select url, archive_key from fetches where purpose = 'page' order by url`,
  );
  assert.deepEqual(
    pages.map(({ url, archiveKey }) => [new URL(url).pathname, archiveKey !== null]),
    [
      ['/kept', true],
      ['/uncopied', false],
    ],
  );
  const [original] = (await textsOf(context)).filter(({ title }) => title === 'Kept');
  assert.match(original?.bodyText ?? '', /Paragraph 11/);
  const unchanged = await reparse(context, ALL);
  assert.deepEqual([unchanged.documents, unchanged.revised], [2, 0]);
  // As after an extraction that cut the text.
  await context.database.execute(sql`
    update articles set body_text = 'cut', body_html = 'cut', content_hash = gen_random_uuid() where title = 'Kept'
  `);
  assert.equal((await reparse(context, ALL)).revised, 1);
  assert.ok((await textsOf(context)).some(({ bodyText }) => bodyText === original?.bodyText));
});

test('ARC-1: what is no longer in the archive is counted as missing', async () => {
  const context = await testCrawl();
  await crawled(context, '/feed');
  await context.archive.deleteOlderThan(new Date(Date.now() + 60_000));
  const { missing, documents } = await reparse(context, ALL);
  assert.deepEqual({ missing, documents }, { missing: 1, documents: 0 });
});

/** Crawls one source to the end. */
async function crawled(context: IngestContext, path: string, { readsPages = false } = {}): Promise<string> {
  const site = await testSite(({ path: wanted, headers }, response) => {
    const document = DOCUMENTS[wanted]?.(`http://${headers.host}`);
    if (document === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': document.type }).end(document.body);
  });
  const id = await addTestSource(context, { url: `${site.url}${path}`, readsPages });
  const crawling = startTestCrawling(context);
  await crawling.drain();
  await crawling.stop();
  return id;
}

function textsOf({ database }: IngestContext) {
  return database.many(
    row({ title: text, body_text: text }),
    sql`
      select title, body_text from articles
      union all select title, body_text from article_revisions
      order by title, body_text
    `,
  );
}

const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, number) =>
    `<p>Paragraph ${number} tells at some length what happened at the harbour, who saw it, and what the town will do about it next week.</p>`,
).join('');

const DOCUMENTS: Readonly<Record<string, (origin: string) => { type: string; body: string }>> = {
  '/feed': origin => ({
    type: 'application/rss+xml',
    body: rss([
      { path: `${origin}/one`, title: 'One' },
      { path: `${origin}/two`, title: 'Two' },
    ]),
  }),
  '/page': origin => ({
    type: 'text/html',
    body: `<title>News</title><ul>${['ferry', 'bridge', 'market', 'school']
      .map(
        name =>
          `<li><h2><a href="${origin}/2026/01/15/news-of-the-${name}.html">A long headline about the ${name}</a></h2></li>`,
      )
      .join('')}</ul>`,
  }),
  '/summaries': origin => ({
    type: 'application/rss+xml',
    body: rss([
      { path: `${origin}/kept`, title: 'Kept' },
      { path: `${origin}/uncopied`, title: 'Uncopied' },
    ]),
  }),
  '/kept': () => ({ type: 'text/html', body: `<title>Kept</title><article>${PARAGRAPHS}</article>` }),
  '/uncopied': () => ({
    type: 'text/html',
    body: `<meta name="robots" content="noarchive"><title>Uncopied</title><article>${PARAGRAPHS}</article>`,
  }),
};
