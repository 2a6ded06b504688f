import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testBrowser } from '../harness/browser.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { clickButton, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** INT-3: readers view and change their interests. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const browser = await testBrowser(site.url);
const fixtures = await createStoryFixtures(site.database, new Date(site.clock.now()));
const publisher = await fixtures.source('The Morning Paper');
const article = await fixtures.article(publisher, 'Telescope finds a second moon');
await fixtures.story([article], {
  category: 'science',
  entities: [{ key: 'esa', name: 'European <Space> Agency', kind: 'organisation' }],
});

test(
  'INT-3: interests learned from reading are listed, set, muted, paused and reset',
  browser.visit(async page => {
    const ada = await signUpReader(site, 'ada');
    await setSessionCookie(page, site, ada);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Your interests' }).click();
    await page.getByText('No interests yet.').waitFor();
    await checkPage(page, 'interests-empty');

    const read = { session: 'today', seconds: 60 };
    await ada.client.postRead({ params: { id: article.id }, body: read });
    await site.program.drain();
    await page.reload();
    for (const name of ['Science', 'European <Space> Agency', 'The Morning Paper'])
      await page.getByRole('cell', { name }).first().waitFor();

    await page.getByLabel('How much of Science').selectOption('Almost never');
    await clickButton(page, 'Save Science');
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.getByRole('cell', { name: 'Much less Set by you' }).waitFor();
    await clickButton(page, 'Mute The Morning Paper');
    await page.getByRole('status').getByText('Muted').waitFor();
    await page.getByRole('button', { name: 'Unmute The Morning Paper' }).waitFor();
    await page.getByLabel('Topic', { exact: true }).selectOption('Sports');
    await clickButton(page, 'Add topic');
    await page.getByRole('cell', { name: 'Sports Topic' }).waitFor();
    await clickButton(page, 'Pause learning');
    await page.getByText('Learning is paused').waitFor();
    await checkPage(page, 'interests');

    await page.getByLabel('Yes, reset learned interests').check();
    await clickButton(page, 'Reset learned interests');
    await page.getByRole('status').getByText('Learned interests reset.').waitFor();
    assert.equal(await page.getByRole('cell', { name: 'European' }).count(), 0);
    await page.getByRole('cell', { name: 'Sports Topic' }).waitFor();
    await page.getByLabel('Yes, reset everything').check();
    await clickButton(page, 'Reset everything');
    await page.getByText('No interests yet.').waitFor();
    await page.getByRole('button', { name: 'Pause learning' }).waitFor();
  }),
);

test(
  'INT-3: a reset requires confirmation, and unknown interests cannot be set',
  browser.visit(async (page, { expect }) => {
    expect(/422/);
    await setSessionCookie(page, site, await signUpReader(site, 'grace'));
    for (const [form, words] of [
      ['command=reset-everything', 'Tick the box to confirm.'],
      ['command=set&on=topic&id=nothing&level=more', 'There is no topic with this id.'],
      ['command=set&on=topic&id=science&level=7', 'Choose how much of it you want to see.'],
      ['command=constructor', 'Nothing was selected.'],
    ] as const) {
      await page.goto('/account/interests');
      await page.setContent(
        `<form method="post" action="${site.url}/account/interests">${[...new URLSearchParams(form)].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')}<button>Send</button></form>`,
      );
      await clickButton(page, 'Send');
      await page.getByRole('alert').getByText(words).waitFor();
    }
  }),
);
