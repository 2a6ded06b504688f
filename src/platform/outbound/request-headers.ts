import { ACCEPTED } from './decoding/codings.ts';
import { FailureReason } from './failure.ts';
import type { OutboundRequest } from './port.ts';

/**
 * The headers of a request: the defaults, the caller's on top, and the validators. Callers may not set headers that
 * change where the request ends or that reveal more than they know.
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
      throw new FailureReason(
        'bad-request',
        `was not requested: the header ${JSON.stringify(name)} is invalid`,
      );
    if (OURS.has(name))
      throw new FailureReason('bad-request', `was not requested: the caller may not set the header ${name}`);
  }
  return [...headers];
}

export function checkedMethod(method = 'GET'): string {
  if (!METHODS.has(method))
    throw new FailureReason('bad-request', 'was not requested: there is no such method');
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
