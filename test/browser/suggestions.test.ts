import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { DESKTOP, PHONE, testBrowser } from '../harness/browser.ts';
import { fillSearchIndex } from '../harness/commands.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { createStoryFixtures } from '../harness/story-fixtures.ts';
import { setSessionCookie } from './forms.ts';
import { checkPage, loadAxe, OVERFLOWING_ELEMENTS, SHIFTS, violations } from './inspect.ts';

/** SRCH-7: search suggestions in the browser. */
const HOSTILE = 'Ferries "><img src=x onerror=__pwned=1> <b>sail</b> again';
const site = await testProgram({ settings: { roles: 'web,index' } });
const browser = await testBrowser(site.url);
const { source, article, story } = await createStoryFixtures(site.database, TEST_EPOCH);
const herald = await source('The Harbour Herald');
for (const title of ['Ferry runs aground off Port Marrow', HOSTILE, 'Museum finds a lost sketch'])
  await story([await article(herald, title)], {
    entities: [{ key: 'port-marrow', name: 'Port Marrow', kind: 'place' }],
  });
await fillSearchIndex(site);

test(
  'SRCH-7: arrow keys move through the list, the text stays, and the reader’s own searches come first',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'typist'));
    await page.goto('/search?q=ferry+timetable');
    await page.goto('/search');
    const { field, list, options } = comboboxOf(page);
    await field.pressSequentially('fer');
    await list.waitFor();
    assert.equal(await field.getAttribute('aria-expanded'), 'true');
    assert.match(await textOf(options.first()), /^ferry timetable\s+Recent search$/);
    const count = await options.count();
    await page.getByRole('status').getByText(`${count} suggestions.`).waitFor();
    assert.equal(await selectedOption(page), null, 'nothing is selected at first');
    await page.keyboard.press('ArrowUp');
    assert.equal(await selectedOption(page), await textOf(options.last()));
    await page.keyboard.press('ArrowDown');
    assert.equal(await selectedOption(page), null, 'after the last suggestion the text is active again');
    await page.keyboard.press('ArrowDown');
    assert.equal(await selectedOption(page), await textOf(options.first()));
    assert.equal(await page.evaluate('document.activeElement.id'), 'q', 'the focus stays in the field');
    assert.equal(await field.inputValue(), 'fer');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    assert.equal(await field.getAttribute('aria-expanded'), 'false');
    assert.equal(await field.inputValue(), 'fer');
    await page.keyboard.press('Escape');
    assert.equal(await field.inputValue(), '');
    await page.keyboard.press('ArrowDown');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=ferry\+timetable&/);
  }),
);

test(
  'the search uses the typed text unless a suggestion was selected',
  browser.visit(async page => {
    await page.goto('/search');
    const { field, list } = comboboxOf(page);
    await field.pressSequentially('museum');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    await field.pressSequentially(' sketch');
    assert.equal(await selectedOption(page), null, 'typing leaves the list');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=museum\+sketch&/);
    await page.getByText('1 article found').waitFor();
  }),
);

test(
  'SRCH-7: the masthead search works by mouse, and a click elsewhere closes the list',
  browser.visit(async page => {
    await page.goto('/');
    await page.keyboard.press('/');
    const { field, list, options } = comboboxOf(page);
    await field.pressSequentially('ferry');
    await list.waitFor();
    await page.getByRole('main').click({ position: { x: 5, y: 5 } });
    await list.waitFor({ state: 'hidden' });
    await field.click();
    await list.waitFor();
    await options.filter({ hasText: 'Ferry runs aground' }).click();
    await page.waitForURL(/\/search\?q=Ferry\+runs\+aground/);
    assert.equal(await page.getByRole('search').count(), 1, 'the search page has one search field');
  }),
);

test(
  'SRCH-7: on a phone by touch',
  browser.visit(
    async page => {
      await page.goto('/search');
      const { field, list, options } = comboboxOf(page);
      await field.tap();
      await field.pressSequentially('port');
      await list.waitFor();
      const { height = 0 } = (await options.first().boundingBox()) ?? {};
      assert.ok(height >= 44, `${height} pixels are too few for a finger`);
      await options.filter({ hasText: 'Port Marrow' }).first().tap();
      await page.waitForURL(/\/search\?q=Port\+Marrow&/);
    },
    { viewport: PHONE, hasTouch: true, isMobile: true },
  ),
);

test(
  'an open list moves nothing and passes axe in both colour schemes',
  browser.visit(async page => {
    const open = async (path: string) => {
      await page.goto(path);
      const { field, list } = comboboxOf(page);
      await field.pressSequentially('fer');
      await list.waitFor();
      await page.keyboard.press('ArrowDown');
      assert.deepEqual(await page.evaluate(SHIFTS), [], path);
    };
    await open('/search');
    await checkPage(page, 'suggestions');
    // The masthead has a search field on desktop only.
    await page.setViewportSize(DESKTOP);
    await open('/');
    await loadAxe(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `artifacts/pages/suggestions-masthead-${colorScheme}.png` });
      assert.deepEqual(await violations(page), [], colorScheme);
      assert.deepEqual(await page.evaluate(OVERFLOWING_ELEMENTS), []);
    }
  }),
);

test(
  'ALL-7: a suggestion is always rendered as text',
  browser.visit(async page => {
    await page.goto('/search');
    const { field, options } = comboboxOf(page);
    await field.pressSequentially('ferries sail');
    await options.filter({ hasText: HOSTILE }).waitFor();
    assert.equal(await page.locator('.suggestions :not(li, span, small)').count(), 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('1 article found').waitFor();
    assert.equal(await comboboxOf(page).field.inputValue(), HOSTILE);
    assert.equal(await page.evaluate('typeof __pwned'), 'undefined');
  }),
);

test(
  'suggestions are requested after a pause in typing, and late responses are dropped',
  browser.visit(async page => {
    await page.clock.install();
    const requests: Route[] = [];
    await page.route('**/suggestions?*', route => void requests.push(route));
    await page.goto('/search');
    // A running clock would add pauses between keys on a busy machine.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
    const { field, list, options } = comboboxOf(page);
    await field.pressSequentially('fer');
    assert.equal(requests.length, 0);
    await page.clock.runFor(200);
    await eventually(async () => assert.deepEqual(requests.map(queryOf), ['fer']));
    await field.pressSequentially('ry');
    await page.clock.runFor(200);
    await eventually(async () => assert.deepEqual(requests.map(queryOf), ['fer', 'ferry']));
    await response(requests[1], 'ferry now');
    await list.waitFor();
    await response(requests[0], 'ferment before');
    await page.clock.resume();
    assert.deepEqual(await page.evaluate(SHIFTS), []);
    assert.deepEqual(await options.allTextContents(), ['ferry now']);
  }),
);

test(
  'without suggestions there is no list, and searching still works',
  browser.visit(async (page, { expect }) => {
    expect(/503/);
    await page.route('**/suggestions?*', route => route.fulfill({ status: 503, body: 'no' }));
    await page.goto('/search');
    const { field, list } = comboboxOf(page);
    const answered = page.waitForResponse(/suggestions/);
    await field.pressSequentially('ferry');
    await answered;
    assert.equal(await list.count(), 0);
    await page.keyboard.press('Enter');
    await page.getByText('articles found').waitFor();
  }),
);

test(
  'WEB-6: its labels are in the language of the page',
  browser.visit(
    async page => {
      await page.goto('/search');
      const field = page.getByRole('combobox', { name: 'Suchen nach' });
      await field.pressSequentially('port');
      await page.getByRole('listbox', { name: 'Vorschläge' }).waitFor();
      await page.getByRole('status').getByText('Pfeiltaste nach unten').waitFor();
      await field.fill('zzzzzz');
      await page.getByRole('status').getByText('Keine Vorschläge.').waitFor();
    },
    { locale: 'de-AT' },
  ),
);

function comboboxOf(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search for' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  return { field, list, options: list.getByRole('option') };
}

/** The suggestion that assistive technology announces. */
function selectedOption(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const id = document.activeElement.getAttribute('aria-activedescendant');
    const option = id === null ? null : document.getElementById(id);
    return option?.getAttribute('aria-selected') === 'true' ? option.textContent : null;
  })()`);
}

async function textOf(option: ReturnType<typeof comboboxOf>['options']): Promise<string> {
  return (await option.textContent()) ?? '';
}

function queryOf(route: Route): string | null {
  return new URL(route.request().url()).searchParams.get('q');
}

/** Does nothing for a request that the page aborted. */
async function response(route: Route | undefined, text: string): Promise<void> {
  await route?.fulfill({ json: { items: [{ text, kind: 'word' }] } }).catch(() => undefined);
}
