import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../errors.ts';

/**
 * CSRF: a request that changes something and is authenticated by a cookie must come from our own pages.
 * Browsers say where a request comes from in headers that pages cannot set: Sec-Fetch-Site, and Origin on
 * everything that is not a plain GET. A request with a cookie that says neither did not come from a browser
 * of this decade; a program has tokens to use instead, so it is refused rather than trusted.
 */
export function refuseCrossSite(method: string, headers: IncomingHttpHeaders, origin: string): void {
  if (SAFE.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (site === undefined && headers.origin === origin)) return;
  throw new Problem('cross-site-request');
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
