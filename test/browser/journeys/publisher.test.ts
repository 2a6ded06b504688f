import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ApiError, type Client, createClient } from '../../../src/client/index.ts';
import { testBrowser } from '../../harness/browser.ts';
import { eventually } from '../../harness/eventually.ts';
import { type Person, signUpReader } from '../../harness/people.ts';
import { startPublisher } from '../../harness/publisher.ts';
import { newsroomProgram } from '../../harness/shared-programs.ts';
import { clickButton, fillForm, setSessionCookie } from '../forms.ts';
import { journey } from './journey.ts';
import { startNewsroom } from './newsroom.ts';

/** WEB-9: the publisher, from the verification by an operator to a corrected article. */
const site = await newsroomProgram();
const operator = await startNewsroom(site);
const browser = await testBrowser(site.url);

journey(browser, 'submit articles', async (page, { size, checkStop, visitor }) => {
  const { title, text } = NEWS[size];
  const origin = await startPublisher({ '/': ['text/html', '<title>The Harbour Gazette</title>'] });
  const publisher = await signUpReader(site, `publisher-${size}`);
  const client = await clientWithToken(page, publisher);
  await checkStop(page, 'token');
  assert.deepEqual(await client.listPublishSources(), { items: [] });

  const desk = await visitor();
  await setSessionCookie(desk, site, operator);
  await verify(desk, origin, publisher);
  await checkStop(desk, 'verified');

  const [source] = (await client.listPublishSources()).items;
  const sourceId = source?.id ?? '';
  const article = { url: `${origin}/1`, title, summary: text };
  const submit = async (...articles: Record<string, string>[]) =>
    (await client.publishArticles({ body: { sourceId, articles } })).articles;
  const [first, elsewhere] = await submit(article, { ...article, url: 'https://elsewhere.example/1' });
  assert.deepEqual([first?.outcome, elsewhere?.outcome], ['new', 'invalid']);
  assert.equal(elsewhere?.reason, 'url is not on the site of the source');

  await page.goto(`/articles/${first?.articleId}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await checkStop(page, 'article');
  await eventually(async () => {
    await site.program.drain();
    await page.goto('/latest');
    assert.equal(await page.getByRole('heading', { name: title }).count(), 1);
  });
  const [known] = await submit(article);
  const [revised] = await submit({ ...article, summary: `${text} The harbour office confirmed it.` });
  assert.deepEqual([known?.outcome, revised?.outcome], ['known', 'revised']);
  await page.goto(`/articles/${first?.articleId}`);
  await page.locator('#changes ins').getByText('The harbour office confirmed it.').waitFor();
  await checkStop(page, 'corrected');

  await clickButton(desk, `Remove ${publisher.email.split('@', 1)[0]}`);
  await desk.getByRole('status').getByText('can no longer submit articles').waitFor();
  await assert.rejects(
    submit(article),
    (error: unknown) => error instanceof ApiError && error.status === 403,
  );
});

/** The publisher creates a token on the account page. */
async function clientWithToken(page: Page, publisher: Person): Promise<Client> {
  await setSessionCookie(page, site, publisher);
  await page.goto('/account');
  await fillForm(page, { 'Token name': 'Editorial system' });
  await page.getByLabel('Submit articles to sources that you are verified for').check();
  await clickButton(page, 'Create token');
  const token = await page.locator('#tokens .secret').textContent();
  return createClient({ baseUrl: site.url, headers: { authorization: `Bearer ${token}` } });
}

/** The operator adds the publisher's site, which has no feed, and verifies the person. */
async function verify(page: Page, origin: string, { email }: Person): Promise<void> {
  await page.goto('/admin/sources');
  await fillForm(page, { Address: origin });
  await clickButton(page, 'Find feeds');
  await page.getByRole('button', { name: /^Accept submitted articles/ }).click();
  await page.getByRole('status').getByText('Now verify the people').waitFor();
  await fillForm(page, { 'Email address of the account': 'unknown@example.org' });
  await clickButton(page, 'Verify');
  await page.locator('#publishers').getByRole('alert').getByText('There is no such user.').waitFor();
  await fillForm(page, { 'Email address of the account': email });
  await clickButton(page, 'Verify');
  await page.getByRole('status').getByText('Person verified.').waitFor();
  await page.locator('#publishers').getByText(email).waitFor();
}

/** About different events, so that they become two stories. */
const NEWS = {
  phone: {
    title: 'Tug crew frees the stranded dredger',
    text: 'Four tugs pulled at high water for an hour.',
  },
  desktop: {
    title: 'Sailmaker reopens the old ropewalk as a museum',
    text: 'Visitors can twist a hemp line themselves, on machines from the last century.',
  },
} as const;
