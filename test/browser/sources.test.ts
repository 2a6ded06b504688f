import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeArticles } from '../../src/ingest/dedup/store.ts';
import { recordProblem } from '../../src/ingest/sources/problems.ts';
import { addSources } from '../../src/ingest/sources/registry.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createIdSource } from '../../src/lib/ids.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { ABSENT_FIELDS, type NewArticle } from '../../src/model/article.ts';
import { maintainPartitions } from '../../src/platform/database/partitions.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createMemoryTelemetry } from '../../src/platform/telemetry/memory/memory.ts';
import { png } from '../../src/serve/images/pictures.testing.ts';
import { testBrowser } from '../harness/browser.ts';
import { atEnd } from '../harness/cleanup.ts';
import { signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { startPublisher } from '../harness/publisher.ts';
import { clickButton, fillForm, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/**
 * The operator's source pages, without JavaScript except in the shared layout; publishers are on loopback.
 */
const site = await testProgram({
  settings: { roles: 'web', 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
});
const { database } = site;
await maintainPartitions(database, new Date());
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
const newId = createIdSource(systemClock, systemRandom);
const log = createLog({
  database,
  telemetry: createMemoryTelemetry(),
  clock: systemClock,
  random: systemRandom,
});
atEnd(() => log.close());
const FEED = `<rss version="2.0"><channel><title>The Harbour Post &lt;b&gt;</title><link>http://harbour.example/</link>
  <language>en</language><item><title>Ferry returns</title><link>http://harbour.example/1</link></item></channel></rss>`;
const publisher = await startPublisher({
  '/': [
    'text/html',
    '<title>The Harbour Post</title><link rel="alternate" type="application/rss+xml" href="/feed">',
  ],
  '/feed': ['application/rss+xml', FEED],
  '/picture.png': ['image/png', png(300, 200)],
});

test(
  'users without the operator role cannot open these pages',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'reader'));
    for (const path of ['', '/problems', '/import', '/packs', '/export', `/${newId()}`, `/import/${newId()}`])
      assert.equal((await page.goto(`/admin/sources${path}`).catch(() => null))?.status(), 403, path);
  }),
);

test(
  'SRC-2: the feeds at an address are shown before they are saved',
  browser.visit(
    async page => {
      await setSessionCookie(page, site, operatorUser);
      await page.goto('/admin/sources');
      await page.getByText('No sources yet.').waitFor();
      await checkPage(page, 'admin-sources-empty');
      await fillForm(page, { Address: 'nonsense' });
      await clickButton(page, 'Find feeds');
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByLabel('Address', { exact: true }).inputValue(), 'nonsense');
      await fillForm(page, { Address: publisher });
      await clickButton(page, 'Find feeds');
      await page.getByText('Ferry returns').waitFor();
      await checkPage(page, 'admin-sources-found');
      await page.getByRole('button', { name: /^Add The Harbour Post/ }).click();
      await page.getByRole('status').getByText('Source added.').waitFor();
      assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /^The Harbour Post/);
      await page.goto('/admin/sources');
      await page.getByRole('link', { name: 'The Harbour Post' }).waitFor();
    },
    { javaScriptEnabled: true },
  ),
);

test(
  'SRC-4: sources are searched, paged, changed in bulk, edited and removed',
  browser.visit(async page => {
    const ids = await manySources(60);
    await troubled(ids[0] ?? '');
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources');
    await page.getByRole('link', { name: 'More sources' }).click();
    await page.getByRole('link', { name: 'Source 59' }).waitFor();
    await fillForm(page, { 'Name or address': 'source 0' });
    await clickButton(page, 'Filter');
    assert.equal(await page.getByRole('checkbox', { name: /^Select/ }).count(), 10);
    await page.getByRole('checkbox', { name: 'Select Source 03' }).check();
    await page.getByRole('checkbox', { name: 'Select Source 04' }).check();
    await clickButton(page, 'Pause');
    await page.getByRole('status').getByText('2 sources paused.').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('paused');
    await clickButton(page, 'Filter');
    assert.equal(await page.getByRole('checkbox', { name: /^Select/ }).count(), 2);
    await page.getByRole('checkbox', { name: 'Select Source 04' }).check();
    await page.getByText('Remove selected').click();
    await clickButton(page, 'Remove');
    await page.getByRole('status').getByText('One source removed.').waitFor();
    await clickButton(page, 'Resume');
    await page.getByRole('alert').getByText('Select at least one source.').waitFor();

    await page.goto(`/admin/sources/${ids[0]}`);
    await page.getByText('Open, 6 failures in a row').waitFor();
    await page.getByText('the connection was <refused>').first().waitFor();
    await checkPage(page, 'admin-source');
    await fillForm(page, { Name: 'Renamed', 'Fetch interval in minutes': '3' });
    await clickButton(page, 'Save source');
    await page.getByRole('alert').getByText('The fetch interval must be a whole number from 5').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Renamed');
    await fillForm(page, { 'Fetch interval in minutes': '30', Country: 'ke' });
    await clickButton(page, 'Save source');
    await page.getByRole('status').getByText('Source saved.').waitFor();
    assert.equal(await page.getByLabel('Country', { exact: true }).inputValue(), 'KE');
    await clickButton(page, 'Pause Renamed');
    await clickButton(page, 'Resume Renamed');
    await clickButton(page, 'Fetch now Renamed');
    await page.getByRole('status').getByText('The source will be fetched now.').waitFor();
    await page.getByLabel('Yes, remove Renamed').check();
    await page.getByLabel('Also remove its articles').check();
    await clickButton(page, 'Remove source');
    await page.getByRole('status').getByText('Source removed.').waitFor();
    assert.equal((await page.goto(`/admin/sources/${ids[0]}`))?.status(), 404);
  }),
);

test(
  'SRC-8: sources that need attention are listed with remedies and leave the list after one is chosen',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources/problems');
    await page.getByText('No problems.').waitFor();
    const [moved = '', gone = '', quiet = ''] = await sources(['Moved <i>', 'Gone', 'Quiet']);
    await database.execute(sql`
      update source_schedule set moved_to = 'https://new.example/feed' where source_id = ${moved}
    `);
    await recordProblem(database, moved, 'moved', { to: 'https://new.example/feed' });
    await recordProblem(database, gone, 'gone', {});
    await recordProblem(database, quiet, 'quiet', {});
    await page.reload();
    await page.getByText('New address: https://new.example/feed').waitFor();
    await checkPage(page, 'admin-sources-problems');
    await clickButton(page, 'Use new address Moved <i>');
    await page.getByRole('status').getByText('Address updated.').waitFor();
    await clickButton(page, 'Dismiss Quiet');
    await page.getByRole('status').getByText('Problem dismissed.').waitFor();
    assert.equal(await page.locator('.item').count(), 1);
    await clickButton(page, 'Resume Gone');
    await page.getByRole('status').getByText('Source resumed.').waitFor();

    const successor = await startPublisher({
      '/': ['text/html', '<link rel="alternate" type="application/rss+xml" href="/new">'],
      '/new': ['text/xml', FEED],
    });
    await database.execute(sql`update sources set url = ${`${successor}/old`} where id = ${gone}`);
    await page.reload();
    await clickButton(page, 'Find its feed Gone');
    await page.getByRole('button', { name: /^Use for Gone/ }).click();
    await page.getByRole('status').getByText('Address updated.').waitFor();
    await page.getByRole('link', { name: `${successor}/new` }).waitFor();
  }),
);

test(
  'SRC-3: an OPML file is imported with a report of each line, and exported again',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources/import');
    await checkPage(page, 'admin-sources-import');
    const outlines = Array.from(
      { length: 1_500 },
      (_, n) => `<outline text="Feed ${n}" xmlUrl="https://h${n % 90}.example/${n}"/>`,
    );
    const opml = `<opml version="2.0"><body><outline text="World &amp; sea">
${outlines.join('\n')}
<outline text="Bad" xmlUrl="gopher://x"/><outline text="Again" xmlUrl="https://h0.example/0"/></outline></body></opml>`;
    await page
      .getByLabel('OPML file')
      .setInputFiles({ name: 'mine.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) });
    await clickButton(page, 'Import OPML');
    await page.getByRole('heading', { name: 'Import result' }).waitFor();
    await page.getByText('Same as line 2.').waitFor();
    await page.getByText('gopher').first().waitFor();
    assert.deepEqual(await page.locator('.facts dd').allInnerTexts(), ['1,500', '1', '1']);
    await page.getByLabel('1,502 of 1,502 done').waitFor();
    await page.goto('/admin/sources/import');
    await page
      .getByLabel('OPML file')
      .setInputFiles({ name: 'x.opml', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await clickButton(page, 'Import OPML');
    await page.getByRole('alert').getByText('This file is not valid OPML.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download OPML' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
    const exported = Buffer.concat(chunks).toString();
    assert.ok(exported.includes('World &amp; sea') && exported.includes('https://h0.example/0'));
  }),
);

test(
  'SRC-3: a slow import shows its progress and then its report without a reload',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources/import');
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = database.transaction(async tx => {
      await tx.execute(sql`lock table sources in share mode`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const buffer = Buffer.from(
      '<opml><body><outline text="Slow" xmlUrl="https://slow.example/feed"/></body></opml>',
    );
    await page.getByLabel('OPML file').setInputFiles({ name: 'slow.opml', mimeType: 'text/x-opml', buffer });
    await clickButton(page, 'Import OPML');
    await page.getByRole('heading', { name: 'Importing…' }).waitFor();
    await page.getByLabel('0 of 1 done').waitFor();
    held.resolve();
    await holding;
    await page.getByRole('heading', { name: 'Import result' }).waitFor();
  }),
);

test(
  'SRC-3: one click adds a starter pack',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources/packs');
    await page
      .getByRole('button', { name: /^Add all/ })
      .first()
      .click();
    await page
      .getByRole('status')
      .getByText(/^\d+ sources added from the pack\.$/)
      .waitFor();
  }),
);

test(
  'DEDUP-2, PARSE-5: an article is readable here, with proxied pictures and its changes',
  browser.visit(async page => {
    const id = await article();
    const requested: string[] = [];
    page.on('request', request => requested.push(request.url()));
    await page.goto(`/articles/${id}`);
    await page.getByRole('heading', { name: 'Ferry returns at last' }).waitFor();
    await page.locator('#changes ins', { hasText: 'three' }).waitFor();
    await page.locator('#changes del', { hasText: 'two' }).waitFor();
    const width = await page.locator('.story-body img').evaluate(image => Reflect.get(image, 'naturalWidth'));
    assert.equal(width, 300);
    assert.deepEqual(
      requested.filter(url => !url.startsWith(site.url) && !url.startsWith('data:')),
      [],
      'the page requests nothing from other sites',
    );
    const wrong =
      '.story :is(script, iframe, video, form, input, base, svg, [onclick], [onerror], [href^=javascript])';
    assert.equal(await page.locator(wrong).count(), 0);
    assert.equal(await page.evaluate('typeof __pwned'), 'undefined');
    assert.equal(
      await page.getByRole('link', { name: 'Read the full article' }).getAttribute('rel'),
      'noopener noreferrer external',
    );
    await checkPage(page, 'article');
    assert.equal((await page.goto(`/articles/${newId()}`))?.status(), 404);
    assert.equal((await page.goto(`/articles/${crypto.randomUUID()}`))?.status(), 404);
    assert.equal((await page.goto('/articles/nothing'))?.status(), 404);
  }),
);

async function sources(names: readonly string[]): Promise<string[]> {
  const added = await database.transaction(tx =>
    addSources(
      tx,
      { newId },
      names.map(name => ({
        name,
        kind: 'feed',
        url: `https://${encodeURIComponent(name).replace(/\W/g, '-').toLowerCase()}.example/feed`,
      })),
    ),
  );
  return added.map(({ id }) => id);
}

function manySources(count: number): Promise<string[]> {
  return sources(Array.from({ length: count }, (_, n) => `Source ${String(n).padStart(2, '0')}`));
}

/** A source that has been failing, with fetches of every kind. */
async function troubled(id: string): Promise<void> {
  await database.execute(sql`
    update source_schedule
    set failures = 6, failing_since = now() - interval '3 hours', last_error = 'the connection was <refused>',
        last_fetch_at = now(), next_crawl_at = now() + interval '1 day', articles_per_day = 3.25,
        interval_seconds = 1800
    where source_id = ${id}
  `);
  for (const [outcome, status, error] of [
    ['changed', 200, null],
    ['unchanged', 304, null],
    ['failed', null, 'the connection was <refused>'],
  ] as const)
    await database.execute(sql`
      insert into fetches (id, at, source_id, host, url, purpose, status, outcome, error, wire_bytes, found, stored)
      values (${newId()}, now(), ${id}, 'h', 'https://h/', 'feed', ${status}, ${outcome}, ${error}, 12345, 20, 3)
    `);
}

/** As if an older version had stored it unsanitised: none of it may run. */
const CONCURRENT_IMPORTS = `<script>__pwned=1</script><img src="javascript:__pwned=1" onerror="__pwned=1"><p onclick="__pwned=1">text</p>
<iframe src="https://evil.example/"></iframe><form action="https://evil.example/"><input name="password"></form>
<img src="https://evil.example/count.gif" width="1" height="1"><a href="javascript:__pwned=1">link</a>
<video controls poster="https://evil.example/p.png" src="https://evil.example/film.mp4"></video>
<svg onload="__pwned=1"><script>__pwned=1</script></svg><base href="https://evil.example/">`;

async function article(): Promise<string> {
  const [sourceId = ''] = await sources(['The Bay Times']);
  const text = (count: string) =>
    `The ferry returns after ${count} years. `.concat('It was a long time. '.repeat(30));
  const version = (title: string, count: string): NewArticle => ({
    ...ABSENT_FIELDS,
    sourceId,
    url: 'https://bay.example/ferry',
    title,
    summary: 'The ferry returns.',
    bodyHtml: `<p>${text(count)}</p><p><img src="${publisher}/picture.png" alt="A ferry" width="300" height="200"></p><p><a href="https://bay.example/more">More</a></p>${CONCURRENT_IMPORTS}`,
    bodyText: text(count),
    publishedAt: new Date(),
    hasOwnDate: true,
    authors: ['Ada Waters'],
    language: 'en',
    image: { url: `${publisher}/picture.png`, width: 300, height: 200 },
    wordCount: 150,
    origin: 'feed',
  });
  const [stored] = await database.transaction(tx =>
    storeArticles(tx, { log, newId }, [version('Ferry returns', 'two')]),
  );
  await database.transaction(tx =>
    storeArticles(tx, { log, newId }, [version('Ferry returns at last', 'three')]),
  );
  return stored?.articleId ?? '';
}
