import type { ResponseHeaders } from './headers.ts';

/**
 * FETCH-1, FETCH-3: the one way by which the program reaches out to addresses that strangers gave: feeds,
 * pages, images, hubs, webhooks, push services. Every connection goes to an address that was looked at after
 * its name was resolved, at the first step and at every redirect; every wait has an end and every size a
 * limit. All failures are `OutboundFailure`.
 *
 * It sends no cookies, no referrer and nothing that was not given, besides what HTTP itself asks for.
 */
export interface Outbound {
  /** Rejects with OutboundFailure. Any status is an answer; only what is no whole answer is a failure. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * The same, but resolves when the headers are there; the body is decoded and counted while it is read, and
   * the reading throws OutboundFailure. Read it to its end or leave the loop: either frees the connection.
   */
  stream(request: OutboundRequest): Promise<OutboundStream>;
  /** For libraries that want a function like the global `fetch`; within the same guard and limits. */
  fetchFor(purpose: string, limits?: Partial<Limits>): OutboundFetch;
  /** What is open now, for metrics. */
  usage(): OutboundUsage;
  /** Ends idle connections at once and what is under way with the failure `closed`. */
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly url: string | URL;
  /** Who asks and why, in the words of the log: `the image proxy`. */
  readonly purpose: string;
  /** GET when left out. */
  readonly method?: string;
  /** Values as latin1 text: one character is one byte on the wire. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
  /** SRC-9: the validators of the last answer, sent back byte for byte. */
  readonly conditional?: Validators;
  /** `follow` when left out; with `return` the redirecting answer itself is what comes back. */
  readonly redirect?: 'follow' | 'return';
  /**
   * Asked before a redirect to another host, by its name and port, is followed, so that a caller who owes hosts a
   * pause can take its turn there first; its time counts as the request's. Where it says false, the redirecting
   * answer itself is what comes back. All are followed when it is left out.
   */
  readonly mayFollow?: (redirect: Redirect) => boolean | Promise<boolean>;
}

export interface Validators {
  readonly etag?: string | null | undefined;
  readonly lastModified?: string | null | undefined;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** True when the validators still hold and there is no body. */
  readonly notModified: boolean;
  /** Where the answer came from, after all redirects. */
  readonly url: string;
  readonly redirects: readonly Redirect[];
  /**
   * Where permanent redirects alone have led, from the start: the address to remember (SRC-9). Exactly the URL
   * that was given when there was none.
   */
  readonly permanentUrl: string;
  readonly remoteAddress: string;
  readonly protocol: Protocol;
  /** Null over plain http. */
  readonly tls: TlsFacts | null;
}

export interface OutboundResponse extends AnswerHead {
  /** Decoded; empty when there is none. */
  readonly body: Uint8Array;
  /** Bytes of the body as they came, with the framing of HTTP/1.1; redirects are not counted in. */
  readonly wireBytes: number;
  readonly bodyBytes: number;
  readonly timings: Timings;
}

export interface OutboundStream extends AnswerHead {
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the exchange; harmless after its end. */
  cancel(): void;
}

/** Milliseconds. Of the last hop, but `total` is of the whole; zero where a connection was used again. */
export interface Timings {
  readonly dns: number;
  /** TCP and TLS together. */
  readonly connect: number;
  /** From sending the request to the end of the answer's headers. */
  readonly firstByte: number;
  readonly total: number;
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
  readonly permanent: boolean;
}

export interface TlsFacts {
  readonly version: string;
  readonly cipher: string;
}

export interface Limits {
  readonly dnsMs: number;
  readonly connectMs: number;
  /** From the last byte of the request to the end of the headers. */
  readonly headersMs: number;
  /** Between two pieces of the body; what comes drop by drop is ended by `totalMs`. */
  readonly bodyMs: number;
  /** From the call to the last byte, redirects included. */
  readonly totalMs: number;
  readonly wireBytes: number;
  readonly decodedBytes: number;
  /** How many times its wire size a body may unfold to, once it is larger than a megabyte. */
  readonly ratio: number;
  readonly redirects: number;
}

export interface OutboundUsage {
  readonly exchanges: number;
  readonly connections: number;
  readonly idleConnections: number;
  readonly waiting: number;
}

export type Protocol = 'http/1.0' | 'http/1.1' | 'h2';

export type OutboundFetch = (url: string | URL, options?: FetchOptions) => Promise<Response>;

export interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
  readonly redirect?: string;
}
