import { ACCEPTED } from './decoding/codings.ts';
import { Reason } from './failure.ts';
import type { OutboundRequest } from './port.ts';

/**
 * The headers of a request: those that every request has, those of the caller over them, and the validators.
 * What would change where the request ends, or say more than the caller knows, is not for the caller to set.
 */
export function headersOf(
  request: OutboundRequest,
  userAgent: string,
): readonly (readonly [string, string])[] {
  const headers = new Map([
    ['user-agent', userAgent],
    ['accept', '*/*'],
    ['accept-encoding', ACCEPTED],
  ]);
  for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name.toLowerCase(), value);
  const { etag, lastModified } = request.conditional ?? {};
  if (etag) headers.set('if-none-match', etag);
  if (lastModified) headers.set('if-modified-since', lastModified);
  for (const [name, value] of headers) {
    if (!NAME.test(name) || !VALUE.test(value))
      throw new Reason('bad-request', `is not asked: the header ${JSON.stringify(name)} cannot be sent`);
    if (OURS.has(name))
      throw new Reason('bad-request', `is not asked: the header ${name} is not for the caller`);
  }
  return [...headers];
}

export function checkedMethod(method = 'GET'): string {
  if (!METHODS.has(method)) throw new Reason('bad-request', 'is not asked: there is no such method');
  return method;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** Latin1 without control characters: each character is one byte, and none ends the line. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'cookie',
  'referer',
  'proxy-authorization',
  'proxy-connection',
]);
