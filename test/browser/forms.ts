import type { Page } from 'playwright-core';
import type { Person } from '../harness/people.ts';
import type { TestProgram } from '../harness/program.ts';

/** Sets a session cookie in the browser, for tests that start after signing in. */
export async function setSessionCookie(
  page: Page,
  { url }: TestProgram,
  { cookie }: Pick<Person, 'cookie'>,
): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

export async function fillForm(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
}

export async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

/** Signs in by the form and waits for the next page. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/sign-in');
  await fillForm(page, { 'Email address': email, Password: password });
  await clickButton(page, 'Sign in');
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}
