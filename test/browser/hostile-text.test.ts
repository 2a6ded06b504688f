import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sql } from '../../src/platform/database/sql.ts';
import { testBrowser } from '../harness/browser.ts';
import { type Person, signedUp } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { inspect } from './inspect.ts';
import { enter, fill, press, signIn } from './people.ts';

/**
 * ALL-7: what people send is text, wherever it is shown. Each string would set `__pwned` if any of it were
 * taken for markup or code in some place; the harness hears what the content policy had to stop, so even an
 * attempt fails.
 */
const HOSTILE: Readonly<Record<string, string>> = {
  script: '<script>__pwned=1</script>',
  'script after a closing tag': '</title></textarea></style></script><script>__pwned=1</script>',
  'event handler': '<img src=x onerror=__pwned=1>',
  'attribute, double quotes': '"><svg onload=__pwned=1>',
  'attribute, single quotes': "' autofocus onfocus='__pwned=1",
  'attribute, backticks': '` onmouseover=__pwned=1 `',
  'attribute, no quotes': 'x onfocus=__pwned=1 autofocus=1 tabindex=1 x=',
  'svg with a script': '<svg><script>__pwned=1</script></svg>',
  'svg animation': '<svg><animate onbegin=__pwned=1 attributeName=x dur=1s>',
  'foreign content': '<math><mtext></form><form><mglyph><style></math><img src onerror=__pwned=1>',
  'javascript address': 'javascript:__pwned=1//',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must not become one anywhere
  'template literal': '${__pwned=1}',
  'other templates': '{{constructor.constructor("__pwned=1")()}}<%= __pwned=1 %>',
  'entities, once': '&lt;script&gt;__pwned=1&lt;/script&gt;',
  'entities, broken': '&#60;img src=x onerror&#61;__pwned=1&#62',
  'comment and cdata': '<!--><script>__pwned=1</script>--><![CDATA[<script>__pwned=1</script>]]>',
  'one long word': 'W'.repeat(80),
  'letters with many marks': `Z${'\u0337\u0303\u0315'.repeat(20)}algo`,
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🇳🇿 reader 👁️‍🗨️',
  'right to left': 'مرحبا بالعالم abc עברית',
};

const site = await testProgram();
const browser = await testBrowser(site.url);
const member = await signedUp(site, 'renamed');

test(
  'names of people, tokens, passkeys and browsers are shown as they are, and nothing of them runs',
  browser.visit(async page => {
    const person = await signedUp(site, 'hostile');
    for (const [what, text] of Object.entries(HOSTILE)) await leaveTraces(person, what, text);
    await enter(page, site, person);
    await page.goto('/account');
    const shown = (await page.locator('#tokens .items').textContent()) ?? '';
    for (const text of Object.values(HOSTILE))
      assert.ok(shown.includes(text), `${text} is not shown as it is`);
    await inspect(page, 'hostile-account');
    await touchEverything(page);
    await isUnharmed(page);
  }),
);

for (const [what, text] of Object.entries(HOSTILE)) {
  test(
    `text with ${what} stays text in every form, address and page`,
    browser.visit(async page => {
      // Sign-ups from one place are counted by the hour.
      await site.clock.advance(5 * 60_000);
      await inAFormThatIsRefused(page, text);
      await asAName(page, text);
      await inAddresses(page, text);
    }),
  );
}

test(
  'a name cannot turn the text around it',
  browser.visit(async page => {
    await enter(page, site, await signedUp(site, 'turner'));
    await page.goto('/account');
    await fill(page, { Name: 'Ada \u202eecarG' });
    await press(page, 'Save name');
    await page.getByRole('alert').getByText('The name must be 1 to 80 visible characters.').waitFor();
    await isUnharmed(page);
  }),
);

test(
  'after signing in nobody is led to another site, nor into a script',
  browser.visit(async page => {
    const person = await signedUp(site, 'led');
    for (const target of ELSEWHERE) {
      await page.context().clearCookies();
      await page.goto(`/sign-in?returnTo=${encodeURIComponent(target)}`);
      await fill(page, { 'Email address': person.email, Password: person.password });
      await press(page, 'Sign in');
      await page.waitForURL('/');
      await isUnharmed(page);
    }
  }),
);

test(
  'a browser may call itself anything',
  browser.visit(async (page, { visitor }) => {
    const person = await signedUp(site, 'masked');
    const userAgent = `Mozilla/5.0 "><script>__pwned=1</script> ${'x'.repeat(300)}`;
    await signIn(await visitor({ userAgent }), person);
    await enter(page, site, person);
    await page.goto('/account');
    await page.locator('#sessions').getByText('"><script>__pwned=1</script>').first().waitFor();
    await isUnharmed(page);
  }),
);

/** As past versions or other programs might have left it in the database, whatever is refused today. */
async function leaveTraces({ userId, client }: Person, what: string, text: string): Promise<void> {
  const { token } = await client.createToken({
    body: { name: what, scopes: ['account:read'], expiresAt: null },
  });
  await site.database.execute(sql`update api_tokens set name = ${text} where id = ${token.id}`);
  await site.database.execute(sql`update users set display_name = ${text} where id = ${userId}`);
  await site.database.execute(sql`
    insert into sessions (id, user_id, secret_hash, method, user_agent, address,
                          created_at, rotated_at, last_used_at, proven_at, expires_at)
    select ${token.id}, user_id, sha256(${text}::bytea || id::text::bytea), method, ${text}, address,
           created_at, rotated_at, last_used_at, proven_at, expires_at
    from sessions where user_id = ${userId} limit 1
  `);
}

async function inAFormThatIsRefused(page: Page, text: string): Promise<void> {
  await page.goto('/sign-up');
  await page.evaluate('email.type = "text"');
  await fill(page, { Name: text, 'Email address': text, Password: 'short' });
  await press(page, 'Create account');
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), text);
  await isUnharmed(page);
}

async function asAName(page: Page, text: string): Promise<void> {
  await enter(page, site, member);
  await page.goto('/account');
  await fill(page, { Name: text });
  await press(page, 'Save name');
  await page.getByRole('status').getByText('Your name was changed.').waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), text.normalize('NFC'));
  await touchEverything(page);
  await isUnharmed(page);
}

async function inAddresses(page: Page, text: string): Promise<void> {
  const value = encodeURIComponent(text);
  await page.context().clearCookies();
  for (const address of [
    `/sign-in?returnTo=${value}&new=${value}`,
    `/operator?code=${value}`,
    `/${value}`,
    `/auth/oidc/callback?error=${value}&error_description=${value}&state=${value}`,
  ]) {
    await page.goto(address);
    await isUnharmed(page);
  }
}

/** Handlers wait for the mouse or the focus; here they get both. */
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(`for (const element of document.querySelectorAll('*')) {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    element.focus?.();
  }`);
}

async function isUnharmed(page: Page): Promise<void> {
  assert.equal(await page.evaluate('typeof __pwned'), 'undefined', `something ran on ${page.url()}`);
  assert.deepEqual(await page.evaluate(FOREIGN), [], `foreign elements on ${page.url()}`);
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    `${page.url()} is wider than the screen`,
  );
}

/** Scripts, pictures and handlers that are not ours. */
const FOREIGN = `[...document.querySelectorAll(
  'script:not([src^="/assets/"]), svg, math, img, iframe, object, embed, style, base, form:not([method="post"]), a[href^="javascript:"], [onload], [onerror], [onfocus], [onmouseover], [onbegin]'
)].map(element => element.outerHTML)`;

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example/',
  '/\\\\evil.example/',
  '/\\t/evil.example',
  'javascript:__pwned=1',
  'data:text/html,<script>__pwned=1</script>',
  '/%2f/evil.example',
];
