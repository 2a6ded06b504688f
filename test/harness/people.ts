import { type Client, createClient } from '../../src/client/index.ts';
import type { TestProgram } from './program.ts';

/** Somebody with an account and a browser: a session that is sent as a browser would send it. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly userId: string;
  readonly client: Client;
}

export async function signedUp(under: Pick<TestProgram, 'url' | 'visitor'>, name: string): Promise<Person> {
  const account = {
    email: `${name}@example.org`,
    password: `${name} walks nine quiet miles`,
    displayName: name,
  };
  await under.visitor.createAccount({ body: account });
  return signedIn(under, account.email, account.password);
}

/** The first operator, by the link that the program prints. */
export async function operator(under: TestProgram): Promise<Person> {
  const link = under.program.operatorLink;
  if (!link) throw new Error('there is an operator already');
  const code = new URL(link.url).searchParams.get('code') ?? '';
  const account = {
    email: 'operator@example.org',
    password: 'seven lanterns under the bridge',
    displayName: 'Op',
  };
  const response = await fetch(`${under.url}/operator`, {
    method: 'POST',
    redirect: 'manual',
    headers: sameOrigin(under.url),
    body: new URLSearchParams({ code, ...account }),
  });
  if (response.status !== 303) throw new Error(`the operator's link was answered with ${response.status}`);
  return signedIn(under, account.email, account.password);
}

export async function signedIn(
  under: Pick<TestProgram, 'url'>,
  email: string,
  password: string,
): Promise<Person> {
  const response = await fetch(`${under.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'test browser' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 201)
    throw new Error(`signing in was answered with ${response.status}: ${await response.text()}`);
  const cookie = cookieOf(response);
  const { id } = (await response.json()) as { id: string };
  return { email, password, cookie, userId: id, client: browserOf(under.url, cookie) };
}

/** A client that has a session and says where its requests come from, as browsers do. */
export function browserOf(url: string, cookie: string): Client {
  return createClient({ baseUrl: url, headers: { cookie, ...sameOrigin(url) } });
}

export function sameOrigin(url: string): Record<string, string> {
  return { origin: url, 'sec-fetch-site': 'same-origin' };
}

/** `name=value` of the cookie that an answer sets. */
export function cookieOf(response: Response): string {
  const [first] = response.headers.getSetCookie();
  if (first === undefined) throw new Error('the answer sets no cookie');
  return first.split(';', 1)[0] ?? '';
}
