import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';
import Provider from 'oidc-provider';
import type { Page } from 'playwright-core';
import { OIDC_CALLBACK_PATH } from '../../src/accounts/oidc/index.ts';
import { CLIENT_ID, CLIENT_SECRET, startTestServer } from '../../src/accounts/oidc/provider.testing.ts';
import { seedTopics } from '../../src/stories/topics/store/taxonomy-store.ts';
import { testBrowser } from '../harness/browser.ts';
import { TEST_EPOCH } from '../harness/database.ts';
import { signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, setSessionCookie } from './forms.ts';
import { checkPage } from './inspect.ts';

/** Site and provider need each other's address, so the provider's port is opened first. */
const server = await startTestServer(createServer());
const site = await testProgram({
  settings: {
    'oidc-issuer': server.origin,
    'oidc-client-id': CLIENT_ID,
    'oidc-client-secret': CLIENT_SECRET,
    'oidc-name': 'Example ID',
  },
});
const answer = createProvider().callback();
server.handle((request, response) => void answer(request, response));
const browser = await testBrowser(site.url);

test(
  'AUTH-1: a user signs in through the provider and returns to the requested page',
  browser.visit(async (page, { expect }) => {
    expect(FONT_OF_THE_PROVIDER);
    await page.goto('/sign-in?returnTo=%2Faccount');
    await checkPage(page, 'sign-in-oidc');
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    await atProvider(page, 'olga');
    await page.waitForURL('/account');
    await page.getByRole('heading', { level: 1, name: 'olga' }).waitFor();
    await page.locator('#sessions').getByText('Signed in with Example ID').waitFor();
    await page.locator('#connected').getByText('127.0.0.1').first().waitFor();
    await page.getByText('You have no password.').waitFor();
    await checkPage(page, 'account-oidc');

    await site.clock.advance(16 * 60_000);
    await page.goto('/account/prove');
    await checkPage(page, 'prove-oidc');
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    await atProvider(page, 'olga');
    await page.waitForURL('/account');
    await clickButton(page, 'Disconnect Example ID');
    await page.getByRole('alert').getByText('This is your only way to sign in.').waitFor();
  }),
);

test(
  'FEED-7: a first sign-in through the provider keeps the sections chosen before',
  browser.visit(async (page, { expect }) => {
    expect(FONT_OF_THE_PROVIDER);
    await seedTopics(site.database, TEST_EPOCH);
    await page.goto('/welcome');
    await page.getByLabel('Sports').check();
    await clickButton(page, 'Next');
    await page.goto('/sign-in?returnTo=%2Faccount%2Finterests');
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    await atProvider(page, 'newcomer');
    await page.waitForURL('/account/interests');
    await site.program.drain();
    await page.reload();
    await page.getByRole('row', { name: /^Sports Topic .*Set by you/ }).waitFor();
  }),
);

test(
  'an existing account is connected to the provider, signs in through it and is disconnected',
  browser.visit(async (page, { expect, visitor }) => {
    expect(FONT_OF_THE_PROVIDER);
    await setSessionCookie(page, site, await signUpReader(site, 'lena'));
    await page.goto('/account');
    await page.getByText('This account is not connected to Example ID.').waitFor();
    await page.getByRole('link', { name: 'Connect to Example ID' }).click();
    await atProvider(page, 'lena-elsewhere');
    await page.getByRole('status').getByText('Account connected.').waitFor();

    const elsewhere = await visitor();
    await elsewhere.goto('/sign-in?returnTo=%2Faccount');
    await elsewhere.getByRole('link', { name: 'Continue with Example ID' }).click();
    await atProvider(elsewhere, 'lena-elsewhere');
    await elsewhere.getByRole('heading', { level: 1, name: 'lena' }).waitFor();

    await clickButton(page, 'Disconnect Example ID');
    await page.getByRole('status').getByText('Account disconnected.').waitFor();
  }),
);

test(
  'a user who cancels at the provider sees what happened and can sign in another way',
  browser.visit(async (page, { expect }) => {
    expect(FONT_OF_THE_PROVIDER);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Continue with Example ID' }).click();
    const answered = page.waitForResponse(response => response.url().includes(OIDC_CALLBACK_PATH));
    await page.getByRole('link', { name: 'Cancel' }).click();
    assert.ok((await answered).status() < 500);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('/sign-in');
  }),
);

async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  // The provider asks for consent only once.
  const consent = page.getByRole('button', { name: 'Continue' });
  await consent.or(page.getByRole('banner')).first().waitFor();
  if (await consent.isVisible()) await consent.click();
}

function createProvider(): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return new Provider(server.origin, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${site.url}${OIDC_CALLBACK_PATH}`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, login) => ({
      accountId: login,
      claims: () => ({ sub: login, name: login, email: `${login}@people.example`, email_verified: true }),
    }),
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' }] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
}

/** The provider's own pages load a font from the network, which tests block. */
const FONT_OF_THE_PROVIDER = /fonts\.googleapis\.com/;
