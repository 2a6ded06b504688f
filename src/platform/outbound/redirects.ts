import { Reason } from './failure.ts';
import { asText, type ResponseHeaders } from './headers.ts';
import type { Redirect } from './port.ts';
import { type Target, targetOf } from './target.ts';

/** Null when the answer leads nowhere else. */
export function redirectOf(from: Target, status: number, headers: ResponseHeaders): Step | null {
  if (!REDIRECTS.has(status)) return null;
  const location = headers.first('location');
  if (location === null || location === '')
    throw new Reason('bad-redirect', 'redirects without saying where');
  const url = asText(location);
  if (!URL.canParse(url, from.url)) throw new Reason('bad-redirect', 'redirects to something that is no URL');
  const target = targetOf(new URL(url, from.url));
  return { target, redirect: { from: from.url, to: target.url, status, permanent: PERMANENT.has(status) } };
}

/**
 * What is sent on. 303 asks for the result with GET, and so do 301 and 302 after POST, as everyone reads them;
 * 307 and 308 repeat the request. What was meant for one origin is never handed to another: there only headers
 * that say nothing about who asks go along, and a body does not go at all.
 */
export function carriedOn(step: Step, from: Target, carried: Carried): Carried {
  const { status } = step.redirect;
  const isRead = carried.method === 'GET' || carried.method === 'HEAD';
  const becomesGet = !isRead && (status === 303 || (carried.method === 'POST' && status < 303));
  const next = becomesGet
    ? { method: 'GET', body: null, headers: carried.headers.filter(([name]) => !name.startsWith('content-')) }
    : carried;
  if (step.target.origin === from.origin) return next;
  if (next.body !== null) throw new Reason('bad-redirect', 'redirects what was sent to it to somebody else');
  return { ...next, headers: next.headers.filter(([name]) => SAFE_ANYWHERE.has(name)) };
}

/** Where the permanent ones alone have led: a temporary one in between ends it. */
export function permanentUrlOf(start: string, redirects: readonly Redirect[]): string {
  let url = start;
  for (const { permanent, to } of redirects) {
    if (!permanent) return url;
    url = to;
  }
  return url;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
const SAFE_ANYWHERE = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'if-none-match',
  'if-modified-since',
  'cache-control',
  'range',
]);

export interface Step {
  readonly target: Target;
  readonly redirect: Redirect;
}

export interface Carried {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}
