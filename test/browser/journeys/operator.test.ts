import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.ts';
import { testBrowser } from '../../harness/browser.ts';
import { atEnd } from '../../harness/cleanup.ts';
import { eventually } from '../../harness/eventually.ts';
import { signUpOperator } from '../../harness/people.ts';
import { testProgram } from '../../harness/program.ts';
import { startPublisher } from '../../harness/publisher.ts';
import { clickButton, fillForm, setSessionCookie } from '../forms.ts';
import { journey } from './journey.ts';

/** WEB-9: the operator, on a whole program that crawls and works; publishers are on loopback. */
const site = await testProgram({
  settings: { roles: 'web,crawl,stories,signals,tasks', 'crawl-allow': '127.0.0.1', 'crawl-delay': '1ms' },
  startsAt: new Date(),
});
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
// Crawls and tasks are scheduled by the program's clock, so it must advance.
const ticking = setInterval(() => site.clock.advance(50), 50);
atEnd(() => clearInterval(ticking));

journey(browser, 'add a source', async (page, { size, checkStop }) => {
  const { name, title } = PAPERS[size];
  const publisher = await startPublisher(origin => paper(origin, PAPERS[size]));
  await setSessionCookie(page, site, operatorUser);
  await page.goto('/admin/sources');
  await fillForm(page, { Address: publisher });
  await clickButton(page, 'Find feeds');
  await page.getByText(title).waitFor();
  await checkStop(page, 'found');
  await page.getByRole('button', { name: new RegExp(`^Add ${name}`) }).click();
  await page.getByRole('status').getByText('Source added.').waitFor();
  await eventually(async () => {
    await page.reload();
    assert.equal(await page.locator('#articles').getByRole('link', { name: title }).count(), 1);
    assert.ok((await page.locator('#fetches').getByText('Changed (200)').count()) > 0);
  });
  await checkStop(page, 'crawled');
  await eventually(async () => {
    await page.goto('/');
    assert.equal(await page.getByRole('heading', { name: title }).count(), 1);
  });
  await checkStop(page, 'article');
});

journey(browser, 'rule dry run', async (page, { checkStop }) => {
  shared ??= shareOften();
  await shared;
  await setSessionCookie(page, site, operatorUser);
  await page.goto('/admin/signals');
  await page.getByLabel('Kind of the new rule').selectOption('Blocked browsers');
  await clickButton(page, 'Create rule');
  await fillForm(page, { ID: 'scrapers', Words: 'scraper' });
  await clickButton(page, 'Test on the last hour');
  await page.getByText('It would have excluded 20% of the last hour’s signals.').waitFor();
  await checkStop(page, 'tried');
  await page.goto('/admin/signals');
  await checkStop(page, 'rules');
  assert.equal(await page.getByRole('link', { name: 'scrapers' }).count(), 0, 'a test saves nothing');
});

journey(browser, 'task re-run', async (page, { checkStop }) => {
  await setSessionCookie(page, site, operatorUser);
  await page.goto('/admin/tasks');
  await checkStop(page, 'tasks');
  await page.getByRole('link', { name: CHORE, exact: true }).click();
  const runs = page.getByRole('table', { name: `Runs of ${CHORE}` }).getByRole('row');
  const again = runs.filter({ hasText: 'Manual' }).filter({ hasText: 'Succeeded after' });
  const before = await again.count();
  for (const more of [1, 2]) {
    await clickButton(page, `Run now ${CHORE}`);
    await page.getByRole('status').getByText('Task started.').waitFor();
    await eventually(async () => {
      await page.reload();
      assert.equal(await again.count(), before + more);
    });
  }
  await checkStop(page, 'task');
});

const CHORE = 'housekeeping.partitions';
let shared: Promise<void> | undefined;

/**
 * Ten shares, two of them by a scraper. Nothing views the article, so the rule against shares without views
 * is off.
 */
async function shareOften(): Promise<void> {
  await site.database.execute(
    sql`update signal_rules set is_active = false where id = 'shares-without-views'`,
  );
  const article = await submitted('Shared by scrapers');
  for (let n = 0; n < 10; n++) {
    const agent = n < 2 ? 'Scraper deluxe' : 'Mozilla/5.0 (Windows NT 10.0)';
    const response = await fetch(`${site.url}/api/v1/events/share`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${agent} ${n}` },
      body: JSON.stringify({ article, id: `share-${n}` }),
    });
    assert.equal(response.status, 202);
  }
}

async function submitted(title: string): Promise<string> {
  const url = 'https://paper.example/';
  const { sources } = await operatorUser.client.createSources({
    body: { sources: [{ url, kind: 'submit', name: 'Paper' }] },
  });
  const sourceId = sources[0]?.id ?? '';
  await operatorUser.client.verifyPublisher({ params: { id: sourceId, user: operatorUser.userId } });
  const { articles } = await operatorUser.client.publishArticles({
    body: { sourceId, articles: [{ url: `${url}1`, title, summary: `${title}. More is expected later.` }] },
  });
  return articles[0]?.articleId ?? '';
}

/** A front page that names its feed, the feed, and its article. */
function paper(
  origin: string,
  { name, title, text }: TestPublisher,
): Record<string, readonly [string, string]> {
  const body = `${text} `.repeat(12);
  return {
    '/': [
      'text/html',
      `<title>${name}</title><link rel="alternate" type="application/rss+xml" href="/feed">`,
    ],
    '/feed': [
      'application/rss+xml',
      `<rss version="2.0"><channel><title>${name}</title><link>${origin}/</link><language>en</language>
<item><title>${title}</title><link>${origin}/article</link><pubDate>${new Date().toUTCString()}</pubDate>
<description>${body}</description></item></channel></rss>`,
    ],
    '/article': [
      'text/html',
      `<html lang="en"><title>${title}</title><article><h1>${title}</h1><p>${body}</p></article></html>`,
    ],
  };
}

/** About different events, so that they become two stories. */
const PAPERS: Readonly<Record<'phone' | 'desktop', TestPublisher>> = {
  phone: {
    name: 'The Harbour Gazette',
    title: 'Lighthouse keeper retires after forty years',
    text: 'She lit the lamp for the last time on Sunday, and the whole harbour came to watch.',
  },
  desktop: {
    name: 'Valley Courier',
    title: 'Orchards in bloom two weeks early, growers fear late frost',
    text: 'Farmers have rented wind machines, and the council lets them burn straw between the trees.',
  },
};

interface TestPublisher {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}
