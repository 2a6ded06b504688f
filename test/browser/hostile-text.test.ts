import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sql } from '../../src/platform/database/sql.ts';
import { testBrowser } from '../harness/browser.ts';
import { type Person, signUpReader } from '../harness/people.ts';
import { testProgram } from '../harness/program.ts';
import { clickButton, fillForm, setSessionCookie, signIn } from './forms.ts';
import { checkWidth } from './inspect.ts';

/**
 * ALL-7: user input is shown as text everywhere. Each string sets `__pwned` if any part is taken for markup
 * or code; the harness reports violations of the content security policy, so even an attempt fails.
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

/** Refused in names: it reverses the text after it and opens an isolate without closing it. */
const BIDI_OVERRIDE = 'Ada \u202eecarG \u2066';

const site = await testProgram();
const browser = await testBrowser(site.url);

test(
  'names of people, tokens, passkeys and browsers are shown unchanged and never run',
  browser.visit(async page => {
    const person = await signUpReader(site, 'hostile');
    const texts = [...Object.values(HOSTILE), BIDI_OVERRIDE];
    await leaveTraces(person, texts);
    await setSessionCookie(page, site, person);
    await page.goto('/account');
    const shown = (await page.locator('#tokens .items').textContent()) ?? '';
    for (const text of Object.values(HOSTILE))
      assert.ok(shown.includes(text), `${text} is not shown unchanged`);
    await checkWidth(page, 'hostile-account');
    await hoverAndFocusAll(page);
    await isUnharmed(page);
  }),
);

test(
  'forms redisplay the input unchanged',
  browser.visit(async page => {
    await page.goto('/sign-up');
    for (const text of Object.values(HOSTILE)) {
      // Sign-ups per address are limited by the hour.
      await site.clock.advance(5 * 60_000);
      await page.evaluate('email.type = "text"');
      await fillForm(page, { Name: text, 'Email address': text, Password: 'short' });
      await clickButton(page, 'Create account');
      await page.waitForFunction('email.type === "email"');
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), text);
      assert.equal(await page.getByLabel('Email address').inputValue(), text);
      await isUnharmed(page);
    }
  }),
);

test(
  "a person's name may be almost anything",
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'renamed'));
    await page.goto('/account');
    for (const text of Object.values(HOSTILE)) {
      await fillForm(page, { Name: text });
      await clickButton(page, 'Save name');
      await page.getByRole('heading', { level: 1, name: text.normalize('NFC'), exact: true }).waitFor();
      await hoverAndFocusAll(page);
      await isUnharmed(page);
    }
  }),
);

test(
  'nothing in an address becomes part of a page',
  browser.visit(async page => {
    for (const text of Object.values(HOSTILE)) {
      const value = encodeURIComponent(text);
      await page.goto(`/sign-in?returnTo=${value}&new=${value}`);
      await isUnharmed(page);
      for (const address of [
        `/${value}`,
        `/sign-up?returnTo=${value}`,
        `/operator?code=${value}`,
        `/account?done=${value}`,
        `/auth/oidc/callback?error=${value}&error_description=${value}&state=${value}`,
      ])
        assert.deepEqual(await foreignAt(page, address), [], `foreign elements at ${address}`);
    }
  }),
);

test(
  'a name cannot change the direction of the text around it',
  browser.visit(async page => {
    await setSessionCookie(page, site, await signUpReader(site, 'turner'));
    await page.goto('/account');
    await fillForm(page, { Name: BIDI_OVERRIDE });
    await clickButton(page, 'Save name');
    await page.getByRole('alert').getByText('The name must have 1 to 80 visible characters.').waitFor();
    await isUnharmed(page);
  }),
);

test(
  'signing in never redirects to another site or a script',
  browser.visit(async page => {
    const person = await signUpReader(site, 'led');
    for (const target of ELSEWHERE) {
      await page.goto(`/sign-in?returnTo=${encodeURIComponent(target)}`);
      assert.equal(await page.locator('[name=returnTo]').inputValue(), '/', target);
      await isUnharmed(page);
    }
    // Tampering with the form does not help.
    await page.evaluate('document.querySelector("[name=returnTo]").value = "https://evil.example/"');
    await fillForm(page, { 'Email address': person.email, Password: person.password });
    await clickButton(page, 'Sign in');
    await page.waitForURL('/');
  }),
);

test(
  'a browser may send any user agent',
  browser.visit(async (page, { visitor }) => {
    const person = await signUpReader(site, 'masked');
    const userAgent = `Mozilla/5.0 "><script>__pwned=1</script> ${'x'.repeat(300)}`;
    await signIn(await visitor({ userAgent }), person);
    await setSessionCookie(page, site, person);
    await page.goto('/account');
    await page.locator('#sessions').getByText('"><script>__pwned=1</script>').first().waitFor();
    await isUnharmed(page);
  }),
);

/** As past versions or other programs might have stored it. */
async function leaveTraces({ userId }: Person, texts: readonly string[]): Promise<void> {
  const now = new Date(site.clock.now());
  const each = sql`unnest(${texts}::text[]) as each (name)`;
  await site.database.execute(sql`update users set display_name = ${texts[1] ?? ''} where id = ${userId}`);
  await site.database.execute(sql`
    insert into api_tokens (id, user_id, name, secret_hash, scopes, created_at)
    select gen_random_uuid(), ${userId}, name, sha256(convert_to(name, 'UTF8')), '{account:read}', ${now}
    from ${each}
  `);
  await site.database.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, name, backed_up, created_at)
    select gen_random_uuid(), ${userId}, convert_to(name, 'UTF8'), '', 0, name, false, ${now}
    from ${each}
  `);
  await site.database.execute(sql`
    insert into sessions (id, user_id, secret_hash, method, user_agent, address,
                          created_at, rotated_at, last_used_at, proven_at, expires_at)
    select gen_random_uuid(), ${userId}, sha256(convert_to(name, 'UTF8')), 'password', name, '192.0.2.1',
           moment, moment, moment, moment, moment + interval '1 day'
    from ${each}, (values (${now}::timestamptz)) as present (moment)
  `);
}

/** Parses a page with the browser's own parser, without opening it. */
async function foreignAt(page: Page, address: string): Promise<unknown> {
  const response = await page.request.get(address, { headers: { accept: 'text/html' } });
  const text = await response.text();
  assert.match(text, /<main id="main"/);
  return page.evaluate(`[...new DOMParser().parseFromString(${JSON.stringify(text)}, 'text/html')
    .querySelectorAll(${JSON.stringify(FOREIGN)})].map(element => element.outerHTML)`);
}

/** Handlers wait for mouse or focus; this triggers both. */
async function hoverAndFocusAll(page: Page): Promise<void> {
  await page.evaluate(`for (const element of document.querySelectorAll('*')) {
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    element.focus?.();
  }`);
}

async function isUnharmed(page: Page): Promise<void> {
  assert.equal(await page.evaluate('typeof __pwned'), 'undefined', `something ran on ${page.url()}`);
  assert.equal(await page.locator(FOREIGN).count(), 0, `foreign elements on ${page.url()}`);
  assert.ok(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    `${page.url()} is wider than the screen`,
  );
}

/** Scripts, pictures and handlers: elements that our pages never contain. */
const FOREIGN = [
  'script:not([src^="/assets/"])',
  'svg, math, img, iframe, object, embed, style, base, form:not([method="post"], [role="search"])',
  '[href^="javascript:"], [onload], [onerror], [onfocus], [onmouseover], [onbegin]',
].join(', ');

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example/',
  '/\\\\evil.example/',
  '/\\t/evil.example',
  'javascript:__pwned=1',
  'data:text/html,<script>__pwned=1</script>',
  '/%2f/evil.example',
];
