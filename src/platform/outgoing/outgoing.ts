import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { OutgoingFailure } from './failure.ts';

/**
 * The only way in which the program reaches operators' services; a test enforces it. Every exchange has a deadline
 * from the first lookup to the last byte, and a response of limited size, held in memory. Compressed responses are
 * neither requested nor accepted, so a small one cannot expand.
 *
 * A redirect is followed only within its origin, a few times, and only for a request without body and credentials:
 * data meant for one address is never passed to another.
 */
export async function outgoingFetch(url: string | URL, options: OutgoingOptions): Promise<Response> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(options.timeoutMs),
    ...(options.signal ? [options.signal] : []),
  ]);
  let target = checkUrl(url, options);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = await exchange(target, options, signal);
    const next = redirectOf(answer, target);
    if (next === null) return answer;
    target = checkRedirect(next, target, options);
  }
  throw new OutgoingFailure('redirected', options.purpose, `was redirected more than ${MAX_REDIRECTS} times`);
}

function checkUrl(url: string | URL, { purpose }: OutgoingOptions): URL {
  const target = URL.canParse(String(url)) ? new URL(url) : null;
  if (target === null || !(target.protocol === 'http:' || target.protocol === 'https:'))
    throw new OutgoingFailure('unusable-address', purpose, 'has no http or https address');
  if (target.username !== '' || target.password !== '')
    throw new OutgoingFailure('unusable-address', purpose, 'has credentials in its address');
  return target;
}

async function exchange(target: URL, options: OutgoingOptions, signal: AbortSignal): Promise<Response> {
  const request = open(target, options, signal);
  try {
    const message = await answerTo(request, options.body);
    return toResponse(message, await bodyOf(message, options));
  } catch (error) {
    throw failureOf(error, options, signal);
  } finally {
    request.destroy();
  }
}

function open(target: URL, options: OutgoingOptions, signal: AbortSignal): ClientRequest {
  const headers = { 'user-agent': 'Broadsheet', ...options.headers, 'accept-encoding': 'identity' };
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  // No agent: a connection serves one exchange and is then closed.
  return request(target, {
    ...CONNECTIONS[options.trust],
    method: options.method ?? 'GET',
    headers,
    agent: false,
    signal,
  });
}

function answerTo(request: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays for the whole exchange: a second error without a listener would end the process.
    request.on('error', reject);
    request.end(body);
  });
}

async function bodyOf(
  message: IncomingMessage,
  { purpose, maxBytes }: OutgoingOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new OutgoingFailure('unreadable', purpose, 'used an encoding that was not requested');
  const tooLarge = () => new OutgoingFailure('too-large', purpose, `sent more than ${maxBytes} bytes`);
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function toResponse(message: IncomingMessage, body: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  const status = message.statusCode ?? 0;
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}

/** All failures become one type, except that an abort by the caller keeps the caller's reason. */
function failureOf(
  error: unknown,
  { purpose, signal: callerSignal }: OutgoingOptions,
  signal: AbortSignal,
): unknown {
  if (error instanceof OutgoingFailure) return error;
  if (callerSignal?.aborted) return callerSignal.reason;
  if (signal.aborted) return new OutgoingFailure('timed-out', purpose, 'did not respond in time', error);
  if (error instanceof RangeError || error instanceof TypeError)
    return new OutgoingFailure('unreadable', purpose, 'sent a response that is not HTTP', error);
  return new OutgoingFailure('unreachable', purpose, 'could not be reached', error);
}

function redirectOf(answer: Response, from: URL): URL | null {
  const location = answer.headers.get('location');
  if (!REDIRECTS.has(answer.status) || location === null) return null;
  return URL.canParse(location, from.href) ? new URL(location, from) : null;
}

function checkRedirect(next: URL, from: URL, options: OutgoingOptions): URL {
  const { purpose, method = 'GET', headers = {} } = options;
  if (checkUrl(next, options).origin !== from.origin)
    throw new OutgoingFailure('redirected', purpose, 'was redirected to another origin');
  const hasCredentials = Object.keys(headers).some(name => CREDENTIALS.has(name.toLowerCase()));
  if (method !== 'GET' || hasCredentials)
    throw new OutgoingFailure('redirected', purpose, 'was redirected with a body or credentials');
  return next;
}

/**
 * Connection options by who supplied the address. Operators may configure private addresses, so theirs are not checked.
 * Addresses from anyone else would need another line here, with a `lookup` that refuses private ones.
 */
const CONNECTIONS = { operator: {} } as const satisfies Record<
  string,
  Pick<RequestOptions, 'lookup' | 'family'>
>;

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY = new Set([204, 205, 304]);
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export type Trust = keyof typeof CONNECTIONS;

export interface OutgoingOptions {
  /** The service, in words that can begin a sentence: `the identity provider`. */
  readonly purpose: string;
  readonly trust: Trust;
  /** From the first lookup to the last byte, redirects included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
}
