import type { ResponseHeaders } from '../../platform/outbound/headers.ts';

/** How long an answer asks to be left alone, in seconds: `Retry-After` in seconds or as a date. */
export function retryAfterSeconds(headers: ResponseHeaders, now: number): number | null {
  const value = headers.first('retry-after');
  if (value === null) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}

/** How long the answer says that it stays fresh: `Cache-Control: max-age` before `Expires`. */
export function maxAgeSeconds(headers: ResponseHeaders, now: number): number | null {
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge !== undefined) return Number(maxAge);
  const expires = Date.parse(headers.get('expires') ?? '');
  if (Number.isNaN(expires)) return null;
  const date = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.floor((expires - (Number.isNaN(date) ? now : date)) / 1_000));
}

/** The page that asks people to sign in has stepped in front of what was asked for. */
export function looksLikeLogin(url: string): boolean {
  return /\/(?:log-?in|sign-?in|auth|sso|oauth2?|account\/login)(?:[/.?]|$)/i.test(new URL(url).pathname);
}

/** FETCH-2: 429 and 503 speak for the whole host. */
export function isRateLimited(status: number | null): boolean {
  return status === 429 || status === 503;
}

/** FETCH-2: for how long such an answer slows the whole host down: as long as it says, or a minute. */
export function backoffMs(status: number | null, retryAfter: number | null | undefined): number {
  if (!isRateLimited(status)) return 0;
  return Math.min(Math.max((retryAfter ?? 60) * 1_000, 1_000), DAY_MS);
}

/** FETCH-4: no answer, or one of a server in trouble. A missing document says nothing about its host. */
export function isHostFailure(status: number | null): boolean {
  return status === null || status >= 500;
}

const DAY_MS = 86_400_000;
