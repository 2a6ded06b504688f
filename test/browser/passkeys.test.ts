import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { testBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, fillForm, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

const site = await testProgram();
const browser = await testBrowser(site.url);

test(
  'AUTH-1: a passkey is added, signs in, re-authenticates and is removed',
  browser.visit(async (page, { expect }) => {
    const authenticator = await addAuthenticator(page);
    const person = await signUpReader(site, 'keeper');
    await setSessionCookie(page, site, person);
    await page.goto('/account');
    const passkeys = page.locator('#passkeys');
    await passkeys.getByText('You have no passkeys yet.').waitFor();
    await fillForm(page, { 'Passkey name': 'Blue key' });
    await clickButton(page, 'Add a passkey');
    await passkeys.getByRole('status').getByText('Passkey added.').waitFor();
    await passkeys.getByText('Never used').waitFor();
    assert.equal((await authenticator.credentials()).length, 1);
    await checkPage(page, 'account-passkey');

    await clickButton(page, 'Sign out');
    await page.goto('/sign-in?returnTo=%2Faccount%3Ffrom%3Dpasskey');
    await clickButton(page, 'Use a passkey');
    await page.waitForURL('/account?from=passkey');
    await page.locator('#sessions').getByText('Signed in with a passkey').waitFor();
    await passkeys.getByText('Last used 15 January 2026 at 12:00').waitFor();

    await site.clock.advance(16 * 60_000);
    await clickButton(page, 'Remove Blue key');
    await page.waitForURL(/\/account\/prove/);
    await clickButton(page, 'Use a passkey');
    await page.waitForURL('/account');
    await clickButton(page, 'Remove Blue key');
    await passkeys.getByRole('status').getByText('Passkey removed.').waitFor();
    await passkeys.getByText('You have no passkeys yet.').waitFor();

    await clickButton(page, 'Sign out');
    await page.goto('/sign-in');
    expect(/request: 401 .*\/api\/v1\/sessions\/passkey/);
    await clickButton(page, 'Use a passkey');
    await page.getByRole('status').getByText('This passkey does not belong to any account here.').waitFor();
  }),
);

test(
  'adding a passkey requires a recent sign-in',
  browser.visit(async (page, { expect }) => {
    expect(/request: 403 .*passkeys\/options/);
    await addAuthenticator(page);
    await setSessionCookie(page, site, await signUpReader(site, 'late'));
    await page.goto('/account');
    await site.clock.advance(16 * 60_000);
    await clickButton(page, 'Add a passkey');
    await page.waitForURL('/account/prove');
  }),
);

test(
  'a user without a passkey gets a message and can use a password',
  browser.visit(async page => {
    await addAuthenticator(page);
    await page.goto('/sign-in');
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await button.click();
    await page.getByRole('status').getByText('No passkey was used.').waitFor();
    await eventually(async () => assert.equal(await button.isEnabled(), true));
  }),
);

test(
  'an authenticator cannot hold two passkeys of one account',
  browser.visit(async page => {
    const authenticator = await addAuthenticator(page);
    await setSessionCookie(page, site, await signUpReader(site, 'twice'));
    await page.goto('/account');
    await clickButton(page, 'Add a passkey');
    await page.getByText('Passkey added.').waitFor();
    await clickButton(page, 'Add a passkey');
    await page.getByRole('status').getByText('already has a passkey for your account').waitFor();
    assert.equal((await authenticator.credentials()).length, 1);
  }),
);

/** A security key that verifies its user and confirms everything. */
async function addAuthenticator(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}
