import type { ResponseHeaders } from '../../platform/outbound/headers.ts';

/** `Retry-After`, a number of seconds or a date, in seconds. */
export function retryAfterSeconds(headers: ResponseHeaders, now: number): number | null {
  const value = headers.first('retry-after');
  if (value === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}

/** How long the response is fresh: `Cache-Control: max-age` before `Expires`. */
export function maxAgeSeconds(headers: ResponseHeaders, now: number): number | null {
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge !== undefined) return Number(maxAge);
  const expires = Date.parse(headers.get('expires') ?? '');
  if (Number.isNaN(expires)) return null;
  const date = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.floor((expires - (Number.isNaN(date) ? now : date)) / 1_000));
}

/** The request was redirected to a login page. */
export function looksLikeLogin(url: string): boolean {
  return /\/(?:log-?in|sign-?in|auth|sso|oauth2?|account\/login)(?:[/.?]|$)/i.test(new URL(url).pathname);
}

/** FETCH-2: 429 and 503 apply to the whole host. */
export function isRateLimited(status: number | null): boolean {
  return status === 429 || status === 503;
}

/** FETCH-2: how long such a response pauses the whole host: `Retry-After`, or a minute. */
export function backoffMs(status: number | null, retryAfter: number | null | undefined): number {
  if (!isRateLimited(status)) return 0;
  return Math.min(Math.max((retryAfter ?? 60) * 1_000, 1_000), DAY_MS);
}

/** FETCH-4: no response, or a server error. A missing document is not a failure of its host. */
export function isHostFailure(status: number | null): boolean {
  return status === null || status >= 500;
}

const DAY_MS = 86_400_000;
