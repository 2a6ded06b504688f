import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '../../src/client/api.ts';
import { PROBLEMS } from '../../src/errors.ts';
import { testBrowser } from '../harness/browser.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, fillForm, setSessionCookie, signIn } from './forms.ts';
import { checkPage } from './inspect.ts';

const site = await testProgram({ settings: { 'rate-limit-sign-in': '3' } });
const browser = await testBrowser(site.url);

test(
  'the empty front page says that there are no stories yet and offers links',
  browser.visit(async page => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'No stories yet' }).waitFor();
    await page.getByText('has no sources yet').waitFor();
    await page.getByRole('banner').getByText('Thursday, 15 January 2026').waitFor();
    await checkPage(page, 'home');
    await page.getByRole('link', { name: 'About this site' }).click();
    await page.getByRole('heading', { level: 1, name: 'About Broadsheet' }).waitFor();
    await page.getByRole('link', { name: 'Broadsheet' }).click();
    await page.waitForURL('/');

    await setSessionCookie(page, site, await signUpReader(site, 'home'));
    await page.goto('/');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await page.waitForURL('/account');
  }),
);

test(
  'AUTH-2: the printed link makes its first visitor the operator, and works once',
  browser.visit(async (page, { visitor }) => {
    const link = site.program.operatorLink?.url ?? '';
    await page.goto(link);
    await checkPage(page, 'operator');
    await fillForm(page, { Name: 'Op', 'Email address': 'op@example.org', Password: 'op' });
    await clickButton(page, 'Become the operator');
    await page.getByRole('alert').getByText('too easy to guess').waitFor();
    assert.equal(await page.getByLabel('Email address').inputValue(), 'op@example.org');

    await fillForm(page, { Password: 'seven lanterns under the bridge' });
    await clickButton(page, 'Become the operator');
    await page.waitForURL('/account');
    await page.getByText('op@example.org · Reader, Operator').waitFor();

    const late = await visitor();
    const answer = await late.goto(link);
    assert.equal(answer?.status(), 410);
    await late.getByRole('heading', { name: 'The link was already used or has expired' }).waitFor();
    await late.getByRole('link', { name: 'Sign in' }).last().click();
    await late.waitForURL('/sign-in');
  }),
);

test(
  'an unknown address offers links to other pages',
  browser.visit(async page => {
    const answer = await page.goto('/no/such/page');
    assert.equal(answer?.status(), 404);
    await page.getByText('The address may be mistyped').waitFor();
    await checkPage(page, 'not-found');
    await page.getByRole('link', { name: 'not-found' }).click();
    await page.waitForURL('/api/docs#error-not-found');
    await page.goBack();
    await page.getByRole('link', { name: 'Go to the front page' }).click();
    await page.waitForURL('/');
  }),
);

test(
  'a used link says so and what to do next',
  browser.visit(async page => {
    const answer = await page.goto('/new-password?code=used-up');
    assert.equal(answer?.status(), 410);
    await page.getByText('ask the operator for a new one').waitFor();
  }),
);

test(
  'after too many attempts the page says how long to wait',
  browser.visit(async page => {
    const guess = { email: 'guessed@example.org', password: 'one more guess at random' };
    for (let tries = 0; tries < 3; tries++) {
      await signIn(page, guess);
      await page.getByRole('alert').waitFor();
    }
    await fillForm(page, { Password: guess.password });
    const answered = page.waitForResponse(response => response.status() === 429);
    await clickButton(page, 'Sign in');
    const seconds = Number((await answered).headers()['retry-after']);
    assert.ok(seconds > 60 && seconds < 1_800, `Retry-After is ${seconds}`);
    await page.getByText(`Try again in ${Math.ceil(seconds / 60)} minutes.`).waitFor();
    await checkPage(page, 'too-many-requests');
    await site.clock.advance(seconds * 1_000);
    await signIn(page, guess);
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor();
  }),
);

test(
  'HTTP-1: every operation and error of the API can be browsed without JavaScript',
  browser.visit(
    async page => {
      await page.goto('/api/docs');
      const summaries = new Map(await page.evaluate<[string, string][]>(SUMMARIES));
      for (const [id, { method, path }] of Object.entries(OPERATIONS)) {
        const words = summaries.get(id)?.trim().split(/\s+/) ?? [];
        assert.deepEqual(words.slice(0, 2), [method, path]);
      }
      const codes = await page.locator('[id^="error-"] dt').allTextContents();
      assert.deepEqual(codes, Object.keys(PROBLEMS));

      await page
        .getByRole('navigation', { name: 'On this page' })
        .getByRole('link', { name: 'Schemas' })
        .click();
      await page.waitForURL('/api/docs#schemas');
      await page.locator('details:has(> #createAccount) > summary').click();
      const detail = page.locator('#createAccount');
      await detail.getByText('weak-password').waitFor();
      await detail.getByRole('link', { name: 'Problem' }).first().click();
      await page.locator('#schema-Problem').getByText('traceId').waitFor();
    },
    { javaScriptEnabled: false },
  ),
);

test(
  'a link to an operation opens it',
  browser.visit(async page => {
    await page.goto('/api/docs#createToken');
    await page.locator('#createToken').getByText('expiresAt').waitFor();
  }),
);

test(
  'the API page prints unfolded, black on white, without interactive controls',
  browser.visit(async page => {
    await page.goto('/api/docs');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('#createToken').getByText('expiresAt').waitFor();
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(0, 0, 0)');
    assert.equal(
      await page.evaluate('getComputedStyle(document.querySelector("pre")).backgroundColor'),
      'rgb(243, 238, 227)',
    );
    assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0);
    const publisher = await page.pdf({ format: 'A4' });
    assert.equal(publisher.subarray(0, 5).toString(), '%PDF-');

    await page.emulateMedia({ media: 'screen' });
    await setSessionCookie(page, site, await signUpReader(site, 'paper'));
    await page.goto('/account');
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Signed in with a password').waitFor();
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    assert.equal(await page.getByRole('textbox').filter({ visible: true }).count(), 0);
  }),
);

/** The summary of each foldable part, by id. Read in one call, since there are thousands of elements. */
const SUMMARIES = `[...document.querySelectorAll('details > [id]')].map(({ id, parentElement }) =>
  [id, parentElement.querySelector(':scope > summary').textContent])`;
