import type { FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME_MS, deviceCookieAfterSignIn, type SignedIn } from '../../accounts/index.ts';
import type { AppContext } from '../../app/context.ts';
import { deviceCookies, readCookie, type SessionCookies, sessionCookies } from './cookies.ts';

/** The session cookie as this installation's address asks for it. */
export function sessionCookiesOf({ origin }: { origin: string }): SessionCookies {
  return sessionCookies(origin.startsWith('https:'));
}

/** The cookies after a sign-in: the session, and the device as one that this person uses. */
export function signedInCookies(
  context: AppContext,
  request: FastifyRequest,
  { user, session }: SignedIn,
): readonly string[] {
  const device = deviceCookieAfterSignIn(context, user.id, deviceCookieOf(context, request));
  return [
    sessionCookiesOf(context).set(session.cookie, context.config.sessionLength),
    deviceCookies(context.origin.startsWith('https:')).set(device, DEVICE_LIFETIME_MS),
  ];
}

/** What the browser presents as a device from which someone has signed in before. */
export function deviceCookieOf(context: { origin: string }, { headers }: FastifyRequest): string | undefined {
  return readCookie(headers.cookie, deviceCookies(context.origin.startsWith('https:')).name);
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
