import { FailureReason } from './failure.ts';
import { decodeHeader, type ResponseHeaders } from './headers.ts';
import type { Redirect } from './port.ts';
import { type RequestTarget, targetOf } from './target.ts';

/** Null when the response is not a redirect. */
export function redirectOf(
  from: RequestTarget,
  status: number,
  headers: ResponseHeaders,
): RedirectStep | null {
  if (!REDIRECTS.has(status)) return null;
  const location = headers.first('location');
  if (location === null || location === '')
    throw new FailureReason('bad-redirect', 'redirects without a location');
  const url = decodeHeader(location);
  if (!URL.canParse(url, from.url)) throw new FailureReason('bad-redirect', 'redirects to an invalid URL');
  const target = targetOf(new URL(url, from.url));
  return { target, redirect: { from: from.url, to: target.url, status, permanent: PERMANENT.has(status) } };
}

/**
 * The request to the new location. 303 changes the method to GET, and so do 301 and 302 after POST, as in all
 * clients do; 307 and 308 repeat the request. Data meant for one origin is never passed to another: only headers that
 * do not identify the caller are sent there, and a body is not sent at all.
 */
export function redirectedRequest(
  step: RedirectStep,
  from: RequestTarget,
  parts: RequestParts,
): RequestParts {
  const { status } = step.redirect;
  const isRead = parts.method === 'GET' || parts.method === 'HEAD';
  const becomesGet = !isRead && (status === 303 || (parts.method === 'POST' && status < 303));
  const next = becomesGet
    ? { method: 'GET', body: null, headers: parts.headers.filter(([name]) => !name.startsWith('content-')) }
    : parts;
  if (step.target.origin === from.origin) return next;
  if (next.body !== null)
    throw new FailureReason('bad-redirect', 'redirects a request body to another origin');
  return { ...next, headers: next.headers.filter(([name]) => SAFE_ANYWHERE.has(name)) };
}

/** The URL after the leading permanent redirects; the first temporary one ends the chain. */
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

export interface RedirectStep {
  readonly target: RequestTarget;
  readonly redirect: Redirect;
}

export interface RequestParts {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}
