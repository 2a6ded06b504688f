import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testBrowser } from '../harness/browser.ts';
import { signedUp } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { newsroomOf } from '../harness/stories.ts';
import { inspect } from './inspect.ts';
import { enter, press } from './people.ts';

/** INT-3: a reader looks at what they care for, and changes it. */
const site = await testProgram({ settings: { roles: 'web,signals' } });
const browser = await testBrowser(site.url);
const newsroom = await newsroomOf(site.database, new Date(site.clock.now()));
const paper = await newsroom.source('The Morning Paper');
const article = await newsroom.article(paper, 'Telescope finds a second moon');
await newsroom.story([article], {
  category: 'science',
  entities: [{ key: 'esa', name: 'European <Space> Agency', kind: 'organisation' }],
});

test(
  'INT-3: what was read is in the list; it is set, muted, paused and forgotten',
  browser.visit(async page => {
    const ada = await signedUp(site, 'ada');
    await enter(page, site, ada);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Your interests' }).click();
    await page.getByText('No interests yet.').waitFor();
    await inspect(page, 'interests-empty');

    const read = { session: 'today', seconds: 60 };
    await ada.client.postRead({ params: { id: article.id }, body: read });
    await site.program.drain();
    await page.reload();
    for (const name of ['Science', 'European <Space> Agency', 'The Morning Paper'])
      await page.getByRole('cell', { name }).first().waitFor();

    await page.getByLabel('How much of Science').selectOption('Almost never');
    await press(page, 'Set Science');
    await page.getByRole('status').getByText('Saved').waitFor();
    await page.getByRole('cell', { name: 'Much less Set by you' }).waitFor();
    await press(page, 'Mute The Morning Paper');
    await page.getByRole('status').getByText('Muted').waitFor();
    await page.getByRole('button', { name: 'Unmute The Morning Paper' }).waitFor();
    await page.getByLabel('Topic', { exact: true }).selectOption('Sports');
    await press(page, 'Add topic');
    await page.getByRole('cell', { name: 'Sports Topic' }).waitFor();
    await press(page, 'Pause learning');
    await page.getByText('Learning is paused').waitFor();
    await inspect(page, 'interests');

    await page.getByLabel('Yes, reset learned interests').check();
    await press(page, 'Reset learned interests');
    await page.getByRole('status').getByText('Learned interests reset.').waitFor();
    assert.equal(await page.getByRole('cell', { name: 'European' }).count(), 0);
    await page.getByRole('cell', { name: 'Sports Topic' }).waitFor();
    await page.getByLabel('Yes, reset everything').check();
    await press(page, 'Reset everything');
    await page.getByText('No interests yet.').waitFor();
    await page.getByRole('button', { name: 'Pause learning' }).waitFor();
  }),
);

test(
  'INT-3: without a box ticked nothing is forgotten, and what is not there cannot be set',
  browser.visit(async (page, { expect }) => {
    expect(/422/);
    await enter(page, site, await signedUp(site, 'grace'));
    for (const [form, words] of [
      ['wish=reset-everything', 'Tick the box to confirm.'],
      ['wish=set&on=topic&id=nothing&level=more', 'There is no topic with this id.'],
      ['wish=set&on=topic&id=science&level=7', 'Choose how much of it you want to see.'],
      ['wish=constructor', 'Nothing was selected.'],
    ] as const) {
      await page.goto('/account/interests');
      await page.setContent(
        `<form method="post" action="${site.url}/account/interests">${[...new URLSearchParams(form)].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')}<button>Send</button></form>`,
      );
      await press(page, 'Send');
      await page.getByRole('alert').getByText(words).waitFor();
    }
  }),
);
