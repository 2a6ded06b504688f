import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testBrowser } from '../harness/browser.ts';
import { signUpOperator, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, fillForm, setSessionCookie, signIn } from './forms.ts';
import { checkPage } from './inspect.ts';

const site = await testProgram();
const browser = await testBrowser(site.url);

const GRACE = {
  displayName: 'Grace',
  email: 'grace@example.org',
  password: 'nine moths circle the harbour light',
};

test(
  'AUTH-1: a reader signs up, signs in, changes name and password, and signs out',
  browser.visit(async (page, { visitor }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL('/sign-up');
    await fillForm(page, { Name: GRACE.displayName, 'Email address': GRACE.email, Password: GRACE.password });
    await clickButton(page, 'Create account');
    await page.getByRole('status').getByText('your account is ready').waitFor();
    await checkPage(page, 'sign-in-welcome');
    const elsewhere = await visitor();
    await signIn(elsewhere, GRACE);
    await elsewhere.waitForURL('/');

    await fillForm(page, { 'Email address': GRACE.email, Password: GRACE.password });
    await clickButton(page, 'Sign in');
    await page.getByRole('link', { name: 'Go to your account' }).click();
    await fillForm(page, { Name: 'Grace H.' });
    await clickButton(page, 'Save name');
    await page.getByRole('status').getByText('Name changed.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Grace H.', exact: true }).waitFor();
    assert.equal(new URL(page.url()).hash, '#profile', 'the page returns to the form');

    const next = 'twelve geese over the frozen lake';
    await fillForm(page, { 'Current password': GRACE.password, 'New password': next });
    await clickButton(page, 'Change password');
    await page.getByRole('status').getByText('All other sessions were signed out.').waitFor();
    await elsewhere.goto('/account');
    await elsewhere.waitForURL('/sign-in?returnTo=%2Faccount');

    await clickButton(page, 'Sign out');
    await page.waitForURL('/');
    await page.goto('/account');
    await page.waitForURL('/sign-in?returnTo=%2Faccount');
    await fillForm(page, { 'Email address': GRACE.email, Password: next });
    await clickButton(page, 'Sign in');
    await page.waitForURL('/account');
  }),
);

test(
  'a wrong password is reported, and the form keeps the address',
  browser.visit(async page => {
    await page.goto('/sign-in');
    await signIn(page, { email: 'unknown@example.org', password: 'whatever it may be' });
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor();
    assert.equal(await page.getByLabel('Email address').inputValue(), 'unknown@example.org');
    assert.equal(await page.getByLabel('Password').inputValue(), '');
    await checkPage(page, 'sign-in-refused');
  }),
);

test(
  'the sign-up form lists everything wrong with a password, marks the field and keeps the others',
  browser.visit(async page => {
    await page.goto('/sign-up');
    await fillForm(page, { Name: 'Ida', 'Email address': 'ida@example.org', Password: 'ida1234' });
    await clickButton(page, 'Create account');
    const alert = page.getByRole('alert');
    await alert.getByText('This password is too easy to guess.').waitFor();
    assert.deepEqual(await alert.getByRole('listitem').allInnerTexts(), [
      'It has fewer than 10 characters.',
      'It consists of common words, names, years or keyboard rows, which attackers try first.',
    ]);
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ida');
    assert.equal(await page.getByLabel('Email address').inputValue(), 'ida@example.org');
    const password = page.getByLabel('Password');
    assert.equal(await password.getAttribute('aria-invalid'), 'true');
    assert.equal(await password.getAttribute('aria-describedby'), 'password-hint refusal');
    await checkPage(page, 'sign-up-refused');

    await fillForm(page, { Name: '\u200b', Password: GRACE.password });
    await clickButton(page, 'Create account');
    await alert.getByText('The name must have 1 to 80 visible characters.').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'), 'true');
  }),
);

test(
  'a user who lost the password sets a new one with the operator’s link',
  browser.visit(async (page, { visitor }) => {
    const lost = await signUpReader(site, 'lost');
    const admin = await signUpOperator(site);
    const { url } = await admin.client.createPasswordLink({ params: { id: lost.userId } });
    await page.goto(url);
    await fillForm(page, { 'New password': 'lost' });
    await clickButton(page, 'Save and sign in');
    await page.getByRole('alert').getByText('too easy to guess').waitFor();
    await fillForm(page, { 'New password': 'green umbrellas at the ferry stop' });
    await clickButton(page, 'Save and sign in');
    await page.waitForURL('/account');
    const again = await visitor();
    assert.equal((await again.goto(url))?.status(), 410);
  }),
);

test(
  'sign-in and all account pages work without JavaScript',
  browser.visit(
    async page => {
      const password = 'three clocks in the empty hall';
      await page.goto('/sign-up');
      await fillForm(page, { Name: 'Plain', 'Email address': 'plain@example.org', Password: password });
      await clickButton(page, 'Create account');
      assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0);
      await fillForm(page, { 'Email address': 'plain@example.org', Password: password });
      await clickButton(page, 'Sign in');
      await page.goto('/account');
      assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0);
      await page.getByText('Passkeys require JavaScript').waitFor();
      await page.locator('#sessions').getByText('Last used 15 January 2026 at 12:00 UTC').waitFor();

      await fillForm(page, { Name: 'Plainer' });
      await clickButton(page, 'Save name');
      await page.getByText('Name changed.').waitFor();
      await fillForm(page, { 'Email address': 'plainer@example.org' });
      await clickButton(page, 'Save email');
      await page.getByText('Email address changed.').waitFor();
      await fillForm(page, { 'Token name': 'Script' });
      await page.getByLabel('Read your account').check();
      await clickButton(page, 'Create token');
      await page.getByText('It will not be shown again.').waitFor();
      await clickButton(page, 'Revoke Script');
      await page.getByText('Token revoked.').waitFor();
      await clickButton(page, 'Sign out');
      await page.waitForURL('/');
    },
    { javaScriptEnabled: false },
  ),
);

test(
  'signing up and in works by keyboard, with visible focus',
  browser.visit(async page => {
    await page.goto('/sign-up');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'displayName');
    await page.keyboard.type('Kay');
    await page.keyboard.press('Tab');
    await page.keyboard.type('kay@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('slow trains through the salt marsh');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Create account');
    await page.keyboard.press('Enter');
    await page.waitForURL('/sign-in?new=1&returnTo=%2F');
    await page.getByLabel('Email address').focus();
    await page.keyboard.type('kay@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('slow trains through the salt marsh');
    await page.keyboard.press('Enter');
    await page.waitForURL('/');
  }),
);

test(
  'every focus stop on the account page is visible',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'tabs'));
    await page.goto('/account');
    await page.keyboard.press('Tab');
    const first = await focused(page);
    const stops: string[] = [];
    do {
      stops.push(await focused(page));
      await page.keyboard.press('Tab');
    } while (stops.length < 80 && (await page.evaluate('document.activeElement !== document.body')));
    assert.equal(first, 'Skip to content');
    for (const stop of [
      'Account',
      'Sign out',
      'displayName',
      'current',
      'next',
      'Add a passkey',
      'days',
      'confirm',
      'API',
    ])
      assert.ok(stops.includes(stop), `${stop} cannot be reached: ${stops.join(', ')}`);
  }),
);

/** The name of the focused element; checks that the focus is visible. */
async function focused(page: Page): Promise<string> {
  const { name, outline, seen } = (await page.evaluate(`(() => {
    const element = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    return {
      name: element.name || element.textContent.trim(),
      outline: outlineStyle + ' ' + outlineWidth,
      seen: left >= 0 && top >= 0 && top < innerHeight && width > 0 && height > 0,
    };
  })()`)) as { name: string; outline: string; seen: boolean };
  assert.deepEqual({ outline, seen }, { outline: 'solid 3px', seen: true }, `the focus on ${name}`);
  return name;
}
