import { type SessionCookies, sessionCookies } from './cookies.ts';

/** The session cookie as this installation's address asks for it. */
export function sessionCookiesOf({ origin }: { origin: string }): SessionCookies {
  return sessionCookies(origin.startsWith('https:'));
}

/**
 * What ends a session in the browser: the cookie, and everything that shows what its person read: pages of the service
 * worker, of the HTTP cache and of the back button, and the site's storage. Not `"cookies"`, which would also sign the
 * person out of all other sites of the same domain.
 */
export function endOfSession(context: { origin: string }): SessionEnd {
  return {
    cookies: [sessionCookiesOf(context).clear()],
    headers: { 'clear-site-data': '"cache", "storage"' },
  };
}

interface SessionEnd {
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}
