import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { OutgoingFailure } from './failure.ts';

/**
 * The one door through which the program reaches out; a test keeps it the only one. Every exchange has a
 * deadline from the first lookup to the last byte, and an answer of bounded size that is held in memory.
 * Compressed answers are not asked for and not taken, so a small one cannot unfold.
 *
 * A redirect is followed within its origin alone, a few times, and only for a request that carries neither
 * a body nor credentials: what was meant for one address is never handed to another.
 */
export async function outgoingFetch(url: string | URL, options: OutgoingOptions): Promise<Response> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(options.timeoutMs),
    ...(options.signal ? [options.signal] : []),
  ]);
  let target = usable(url, options);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await exchange(target, options, signal);
    const next = redirectOf(answer, target);
    if (next === null) return answer;
    target = followed(next, target, options);
  }
  throw new OutgoingFailure(
    'redirected',
    options.purpose,
    `was redirected more than ${MOST_REDIRECTS} times`,
  );
}

function usable(url: string | URL, { purpose }: OutgoingOptions): URL {
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
    throw explained(error, options, signal);
  } finally {
    request.destroy();
  }
}

function open(target: URL, options: OutgoingOptions, signal: AbortSignal): ClientRequest {
  const headers = { 'user-agent': 'Broadsheet', ...options.headers, 'accept-encoding': 'identity' };
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  // No agent: a connection serves one exchange and is gone with it.
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
    throw new OutgoingFailure('unreadable', purpose, 'answered in an encoding that was not asked for');
  const tooLarge = () =>
    new OutgoingFailure('too-large', purpose, `answered with more than ${maxBytes} bytes`);
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

/** Every way to fail becomes one type; an abort by the caller stays the caller's own reason. */
function explained(
  error: unknown,
  { purpose, signal: given }: OutgoingOptions,
  signal: AbortSignal,
): unknown {
  if (error instanceof OutgoingFailure) return error;
  if (given?.aborted) return given.reason;
  if (signal.aborted) return new OutgoingFailure('timed-out', purpose, 'did not answer in time', error);
  if (error instanceof RangeError || error instanceof TypeError)
    return new OutgoingFailure('unreadable', purpose, 'answered with something that is not HTTP', error);
  return new OutgoingFailure('unreachable', purpose, 'could not be reached', error);
}

function redirectOf(answer: Response, from: URL): URL | null {
  const location = answer.headers.get('location');
  if (!REDIRECTS.has(answer.status) || location === null) return null;
  return URL.canParse(location, from.href) ? new URL(location, from) : null;
}

function followed(next: URL, from: URL, options: OutgoingOptions): URL {
  const { purpose, method = 'GET', headers = {} } = options;
  if (usable(next, options).origin !== from.origin)
    throw new OutgoingFailure('redirected', purpose, 'was redirected to another origin');
  const carries = Object.keys(headers).some(name => CREDENTIALS.has(name.toLowerCase()));
  if (method !== 'GET' || carries)
    throw new OutgoingFailure('redirected', purpose, 'was redirected with something that must not travel on');
  return next;
}

/**
 * How a connection is opened, by whose word the address is. What the operator wrote into the settings may
 * well be an inner address, so nothing is held against it. An address that a stranger gave needs a `lookup`
 * that refuses inner ones: a line of its own here.
 */
const CONNECTIONS = { operator: {} } as const satisfies Record<
  string,
  Pick<RequestOptions, 'lookup' | 'family'>
>;

const MOST_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY = new Set([204, 205, 304]);
const CREDENTIALS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export type Trust = keyof typeof CONNECTIONS;

export interface OutgoingOptions {
  /** Who is asked, in words that begin a sentence: `the identity provider`. */
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
