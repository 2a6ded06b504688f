import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { countsOf } from '../../src/signals/counts/read-counts.ts';
import { testBrowser } from '../harness/browser.ts';
import { sameOrigin, signUpOperator } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { articleSubmitter } from '../http/support/submit-articles.ts';
import { clickButton, fillForm, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** RULE-2: an operator edits the signal rules. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const browser = await testBrowser(site.url);
const operatorUser = await signUpOperator(site);
const send = articleSubmitter(site, {
  userId: operatorUser.userId,
  headers: { cookie: operatorUser.cookie, ...sameOrigin(site.url) },
});
const [article = ''] = await send(['Shared by scrapers']);
// The test shares the article without viewing it.
await site.database.execute(sql`update signal_rules set is_active = false where id = 'shares-without-views'`);
await share(40, 'Mozilla/5.0 (Windows NT 10.0)');
await share(2, 'CuriousBot/3.1');
await share(8, 'Scraper <b>deluxe</b>');
await site.program.drain();

test(
  'RULE-2: an operator sees what each rule dropped, and writes, tests, saves and removes a rule',
  browser.visit(async page => {
    await setSessionCookie(page, site, operatorUser);
    await page.goto('/admin/sources');
    await page.getByRole('link', { name: 'Signals' }).click();
    await page.getByText('2 of 50 signals excluded (4%).').waitFor();
    assert.equal(await page.locator('#drops').getByRole('cell', { name: 'crawlers' }).count(), 2);
    await checkPage(page, 'admin-signals');

    await page.getByLabel('Kind of the new rule').selectOption('Blocked browsers');
    await clickButton(page, 'Create rule');
    await fillForm(page, { ID: 'Not an id', Words: 'scraper' });
    await clickButton(page, 'Add rule');
    await page.getByRole('alert').getByText('The ID may contain only lowercase letters').waitFor();
    assert.equal(await page.getByLabel('Words').inputValue(), 'scraper');
    await checkPage(page, 'admin-signal-rule-refused');
    await fillForm(page, { ID: 'scrapers' });
    await clickButton(page, 'Test on the last hour');
    await page.getByText('It would have excluded 20% of the last hour’s signals.').waitFor();
    await page.getByText('All rules together would have excluded 10, this rule 8 of them').waitFor();
    await checkPage(page, 'admin-signal-rule-tried');
    await clickButton(page, 'Add rule');
    await page.getByRole('status').getByText('Rule added.').waitFor();

    await site.clock.advance(60_000);
    await share(1, 'Scraper <b>deluxe</b> 2');
    await site.program.drain();
    assert.equal((await countsOf(site.database, [article])).get(article)?.shares, 48);

    await page.getByLabel('Shares').uncheck();
    await page.getByLabel('Active').uncheck();
    await fillForm(page, { Note: 'They were harmless.' });
    await clickButton(page, 'Save rule');
    await page.getByRole('status').getByText('Rule saved.').waitFor();
    await page.getByText('Inactive').waitFor();
    assert.equal(await page.getByLabel('Shares').isChecked(), false);
    await page.getByLabel('Yes, remove scrapers').check();
    await clickButton(page, 'Remove rule');
    await page.getByRole('status').getByText('Rule removed.').waitFor();
    assert.equal((await page.goto('/admin/signals/scrapers'))?.status(), 404);
    assert.equal((await page.goto('/admin/signals/new?kind=constructor'))?.status(), 404);
  }),
);

/** Each share has its own user agent, so that it is its own visitor. */
async function share(times: number, agent: string): Promise<void> {
  for (let number = 0; number < times; number++) {
    const response = await fetch(`${site.url}/api/v1/events/share`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${agent} ${number}` },
      body: JSON.stringify({ article, id: `${agent.length}-${number}` }),
    });
    assert.equal(response.status, 202);
  }
}
