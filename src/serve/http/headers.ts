import type { FastifyReply } from 'fastify';
import type { Cache } from './route.ts';

/** Headers that every answer carries. Scripts and styles come from this origin only, and never inline. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function cacheControl(cache: Cache): string {
  if (cache === 'no-store') return 'no-store';
  if (cache === 'private') return 'private, no-cache';
  return `public, max-age=${cache.public}, stale-while-revalidate=${cache.public * 10}`;
}

/** Whether the client's copy, named by If-None-Match, is still what it would get (RFC 9110, weak comparison). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === opaque);
}

/** Caches must not hand one language or encoding of an answer to those who asked for another. */
export function varyOn(reply: FastifyReply, field: string): void {
  const present = reply.getHeader('vary');
  if (typeof present === 'string' && present.toLowerCase().includes(field.toLowerCase())) return;
  reply.header('vary', present ? `${String(present)}, ${field}` : field);
}
