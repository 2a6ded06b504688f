import { type SessionCookies, sessionCookies } from './cookies.ts';

/** The session cookie as this installation's address asks for it. */
export function sessionCookiesOf({ origin }: { origin: string }): SessionCookies {
  return sessionCookies(origin.startsWith('https:'));
}
