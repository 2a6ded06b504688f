import { FailureReason, OutboundFailure } from './failure.ts';
import type { FetchOptions, Limits, Outbound, OutboundFetch, OutboundRequest } from './port.ts';

/**
 * A function like the global `fetch`, for libraries that take one, on top of the guarded client. It rejects with
 * OutboundFailure; when the caller aborts, with the caller's reason, as fetch does. Bodies are text, bytes or form
 * fields; redirects are followed, returned (`manual`) or refused (`error`).
 */
export function createFetch(outbound: Outbound, purpose: string, limits?: Partial<Limits>): OutboundFetch {
  return async (url, options = {}) => {
    const request: OutboundRequest = {
      url,
      purpose,
      method: (options.method ?? 'GET').toUpperCase(),
      headers: headersOf(options),
      redirect: options.redirect === undefined || options.redirect === 'follow' ? 'follow' : 'return',
      ...bodyOf(options, purpose, String(url)),
      ...(limits === undefined ? {} : { limits }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    try {
      const answer = await outbound.request(request);
      const isRedirect = answer.status >= 301 && answer.status <= 308 && answer.status !== 304;
      if (isRedirect && options.redirect === 'error')
        throw failure(
          new FailureReason('bad-redirect', 'redirects where no redirect is allowed'),
          purpose,
          answer.url,
        );
      return toResponse(answer, purpose);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      throw error;
    }
  };
}

function headersOf({ headers, body }: FetchOptions): Record<string, string> {
  const given = new Headers(headers);
  if (body instanceof URLSearchParams && !given.has('content-type'))
    given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return Object.fromEntries(given);
}

function bodyOf({ body }: FetchOptions, purpose: string, url: string): { body?: string | Uint8Array } {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof Uint8Array) return { body };
  if (body instanceof URLSearchParams) return { body: body.toString() };
  if (body instanceof ArrayBuffer) return { body: new Uint8Array(body) };
  throw failure(
    new FailureReason('bad-request', 'was not requested: this kind of body is not supported'),
    purpose,
    url,
  );
}

function toResponse(answer: Awaited<ReturnType<Outbound['request']>>, purpose: string): Response {
  const { status, body, url } = answer;
  if (status > 599)
    throw failure(new FailureReason('bad-response', `responded with status ${status}`), purpose, url);
  const headers = new Headers();
  for (const [name, value] of answer.headers) if (!WIRE_HEADERS.has(name)) headers.append(name, value);
  return new Response(WITHOUT_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
}

function failure(reason: FailureReason, purpose: string, url: string): OutboundFailure {
  return new OutboundFailure(reason, { purpose, url, redirects: [] });
}

/** These headers describe the compressed body, but the body has been decompressed. */
const WIRE_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
const WITHOUT_BODY = new Set([204, 205, 304]);
