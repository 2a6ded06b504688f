import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encode, encodingFor } from '../../lib/compression.ts';
import type { Cache } from './route.ts';

/** Headers of every response: no MIME sniffing, framing or embedding. */
export function headersForAll(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Additional headers of pages. Scripts and styles come from this origin only, never inline. */
export function headersForPages(): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CONTENT_POLICY,
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
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

/** Whether the client's copy, named by If-None-Match, is current (RFC 9110, weak comparison). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some(candidate => candidate.trim().replace(/^W\//, '') === opaque);
}

/** Caches must keep languages and encodings apart. */
export function varyOn(reply: FastifyReply, field: string): void {
  const present = reply.getHeader('vary');
  if (typeof present === 'string' && present.toLowerCase().includes(field.toLowerCase())) return;
  reply.header('vary', present ? `${String(present)}, ${field}` : field);
}

/** HTTP-2: the tag is a hash of the bytes, so it changes exactly when they do. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `W/"${hash('sha1', text, 'base64url')}"`;
  reply.header('etag', etag);
  varyOn(reply, 'accept-encoding');
  return isFresh(request.headers['if-none-match'], etag) ? reply.code(304).send() : sendText(reply, text);
}

/** Sends text, compressed when it is long enough and the client accepts it. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  if (!isWorthCompressing(text)) return reply.send(text);
  varyOn(reply, 'accept-encoding');
  const encoding = encodingFor(reply.request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(text);
  const send = (bytes: Buffer) => reply.header('content-encoding', encoding).send(bytes);
  const encoded = encode(Buffer.from(text), encoding);
  if (!(encoded instanceof Promise)) return send(encoded);
  encoded.then(send, error => reply.send(error));
  return reply;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function isWorthCompressing(text: string): boolean {
  return text.length >= COMPRESSED_FROM;
}

const COMPRESSED_FROM = 1_024;
