import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../errors.ts';

/**
 * CSRF protection: a cookie-authenticated change must come from our own pages. Browsers state the origin of a request in
 * headers that pages cannot set: Sec-Fetch-Site, and Origin on everything but plain GETs. A request with a cookie and
 * neither header does not come from a current browser; programs use tokens instead, so it is refused.
 */
export function refuseCrossSite(method: string, headers: IncomingHttpHeaders, origin: string): void {
  if (SAFE.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (site === undefined && headers.origin === origin)) return;
  throw new Problem('cross-site-request');
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
