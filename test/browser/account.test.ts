import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { testBrowser } from '../harness/browser.ts';
import { type Person, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, fillForm, setSessionCookie, signIn } from './forms.ts';
import { checkPage } from './inspect.ts';

const site = await testProgram();
const browser = await testBrowser(site.url);

test(
  'an API token is shown once and works until it is revoked',
  browser.visit(async page => {
    await open(page, await signUpReader(site, 'tokens'));
    const tokens = page.locator('#tokens');
    await tokens.getByText('You have no tokens yet.').waitFor();
    await fillForm(page, { 'Token name': 'Nightly backup' });
    await page.getByLabel('Expires').selectOption('after a year');
    await clickButton(page, 'Create token');
    await tokens.getByRole('alert').getByText('The permissions must be one or more of').waitFor();
    assert.equal(await page.getByLabel('Token name').inputValue(), 'Nightly backup');
    assert.equal(await page.getByLabel('Expires').inputValue(), '365', 'the form keeps the selection');

    await page.getByLabel('Read your account').check();
    await clickButton(page, 'Create token');
    const secret = (await tokens.locator('.secret').textContent()) ?? '';
    await checkPage(page, 'account-new-token');
    assert.equal(await status(secret), 200);

    await page.goto('/account');
    await tokens.getByText('Nightly backup').first().waitFor();
    await tokens.getByText('Expires 15 January 2027 at 12:00').waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the secret is shown a second time');
    await clickButton(page, 'Revoke Nightly backup');
    await tokens.getByRole('status').getByText('Token revoked.').waitFor();
    assert.equal(await status(secret), 401);
  }),
);

test(
  'sessions show browser names, and each can be ended from another',
  browser.visit(async (page, { visitor }) => {
    const ada = await signUpReader(site, 'ada');
    const phone = await visitor({ userAgent: IPHONE });
    await signIn(phone, ada);
    const office = await visitor({ userAgent: FIREFOX });
    await signIn(office, ada);
    await signIn(page, ada);
    await page.goto('/account');
    const sessions = page.locator('#sessions').getByRole('listitem');
    const names = await sessions.locator('strong').allTextContents();
    assert.match(
      names.join('; '),
      /^Chrome \d+ on Linux; Firefox 144 on Windows; Safari 26 on iPhone; test browser$/,
    );
    assert.equal(
      await sessions.filter({ hasText: 'This browser' }).locator('strong').textContent(),
      names[0],
    );

    await clickButton(page, 'Sign out Safari 26 on iPhone');
    await page.getByRole('status').getByText('Session signed out.').waitFor();
    await phone.goto('/account');
    await phone.waitForURL('/sign-in?returnTo=%2Faccount');
    await clickButton(page, 'Sign out everywhere else');
    await page.getByRole('status').getByText('All other sessions were signed out.').waitFor();
    assert.equal(await sessions.count(), 1);
    await office.goto('/account');
    await office.waitForURL('/sign-in?returnTo=%2Faccount');
  }),
);

test(
  'ALL-5: times are shown in the reader’s time zone',
  browser.visit(
    async page => {
      await open(page, await signUpReader(site, 'auckland'));
      await page.locator('#sessions').getByText('Last used 16 January 2026 at 01:00').waitFor();
      await page.getByRole('banner').getByText('Friday, 16 January 2026').waitFor();
      assert.ok(!(await page.locator('main').textContent())?.includes('UTC'));
    },
    { timezoneId: 'Pacific/Auckland' },
  ),
);

test(
  'errors appear at the form, which keeps the input',
  browser.visit(async page => {
    const taken = await signUpReader(site, 'taken');
    await open(page, await signUpReader(site, 'refused'));
    await fillForm(page, { 'Email address': taken.email });
    await clickButton(page, 'Save email');
    await page
      .locator('#profile')
      .getByRole('alert')
      .getByText('That email address cannot be used.')
      .waitFor();
    assert.equal(await page.getByLabel('Email address').inputValue(), taken.email);

    await fillForm(page, {
      'Current password': 'something else',
      'New password': 'weathered oars on a calm sea',
    });
    await clickButton(page, 'Change password');
    await page.locator('#password').getByRole('alert').getByText('The current password is wrong.').waitFor();
    await checkPage(page, 'account-refused');
  }),
);

test(
  'sensitive actions require a recent sign-in',
  browser.visit(async page => {
    const person = await signUpReader(site, 'away');
    await open(page, person);
    await site.clock.advance(16 * 60_000);
    await fillForm(page, { 'Email address': 'elsewhere@example.org' });
    await clickButton(page, 'Save email');
    await page.waitForURL(/\/account\/prove/);
    await fillForm(page, { Password: 'not this one' });
    await clickButton(page, 'Continue');
    await page.getByRole('alert').getByText('Wrong password.').waitFor();
    await fillForm(page, { Password: person.password });
    await clickButton(page, 'Continue');
    await page.waitForURL(/\/account$/);
    await fillForm(page, { 'Email address': 'elsewhere@example.org' });
    await clickButton(page, 'Save email');
    await page.getByRole('status').getByText('Email address changed.').waitFor();
  }),
);

test(
  'AUTH-4: an erased user is signed out and cannot sign in again',
  browser.visit(async page => {
    const person = await signUpReader(site, 'erased');
    await open(page, person);
    await clickButton(page, 'Delete account');
    assert.equal(new URL(page.url()).pathname, '/account', 'the box must be ticked first');
    await page.getByLabel('Yes, delete my account').check();
    await clickButton(page, 'Delete account');
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await signIn(page, person);
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor();
  }),
);

async function open(page: Page, person: Person): Promise<void> {
  await setSessionCookie(page, site, person);
  await page.goto('/account');
}

async function status(token: string): Promise<number> {
  const response = await fetch(`${site.url}/api/v1/account`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.arrayBuffer();
  return response.status;
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';
