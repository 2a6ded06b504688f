import { type Client, createClient } from '../../src/client/index.ts';
import type { TestProgram } from './program.ts';

/** A user with an account and a browser session. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly userId: string;
  readonly client: Client;
}

export async function signUpReader(
  site: Pick<TestProgram, 'url' | 'visitor'>,
  name: string,
): Promise<Person> {
  const account = {
    email: `${name}@example.org`,
    password: `${name} walks nine quiet miles`,
    displayName: name,
  };
  await site.visitor.createAccount({ body: account });
  return signInReader(site, account.email, account.password);
}

/** Signs up the first operator with the link that the program prints. */
export async function signUpOperator(site: TestProgram): Promise<Person> {
  const link = site.program.operatorLink;
  if (!link) throw new Error('an operator already exists');
  const code = new URL(link.url).searchParams.get('code') ?? '';
  const account = {
    email: 'operator@example.org',
    password: 'seven lanterns under the bridge',
    displayName: 'Op',
  };
  const response = await fetch(`${site.url}/operator`, {
    method: 'POST',
    redirect: 'manual',
    headers: sameOrigin(site.url),
    body: new URLSearchParams({ code, ...account }),
  });
  if (response.status !== 303) throw new Error(`the operator's link got ${response.status}`);
  return signInReader(site, account.email, account.password);
}

export async function signInReader(
  site: Pick<TestProgram, 'url'>,
  email: string,
  password: string,
): Promise<Person> {
  const response = await fetch(`${site.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'test browser' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 201) throw new Error(`signing in got ${response.status}: ${await response.text()}`);
  const cookie = cookieOf(response);
  const { id } = (await response.json()) as { id: string };
  return { email, password, cookie, userId: id, client: browserOf(site.url, cookie) };
}

/** A client with a session that sends its origin, as browsers do. */
export function browserOf(url: string, cookie: string): Client {
  return createClient({ baseUrl: url, headers: { cookie, ...sameOrigin(url) } });
}

export function sameOrigin(url: string): Record<string, string> {
  return { origin: url, 'sec-fetch-site': 'same-origin' };
}

/** `name=value` of the cookie that a response sets. */
export function cookieOf(response: Response): string {
  const [first] = response.headers.getSetCookie();
  if (first === undefined) throw new Error('the response sets no cookie');
  return first.split(';', 1)[0] ?? '';
}
