import type { ResponseHeaders } from './headers.ts';

/**
 * FETCH-1, FETCH-3: the only way to reach addresses that strangers supplied: feeds, pages, images, hubs, webhooks,
 * push services. Every connection goes to an address that was checked after its name was resolved, for the first
 * request and for every redirect; every wait and every size is limited. All failures are `OutboundFailure`.
 *
 * It sends no cookies, no referrer and nothing else beyond the request, except what HTTP itself requires.
 */
export interface Outbound {
  /** Rejects with OutboundFailure. Any status is a response; only an incomplete response is a failure. */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * The same, but resolves when the headers have arrived; the body is decoded and counted while it is read, and
   * reading throws OutboundFailure. Read to the end or leave the loop: either frees the connection.
   */
  stream(request: OutboundRequest): Promise<OutboundStream>;
  /** For libraries that take a function like the global `fetch`; with the same guard and limits. */
  fetchFor(purpose: string, limits?: Partial<Limits>): OutboundFetch;
  /** Open connections, for metrics. */
  usage(): OutboundUsage;
  /** Closes idle connections and fails running requests with `closed`. */
  close(): Promise<void>;
}

export interface OutboundRequest {
  readonly url: string | URL;
  /** For logs and error messages: `the image proxy`. */
  readonly purpose: string;
  /** GET by default. */
  readonly method?: string;
  /** Values as latin1 text: one character per byte on the wire. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
  /** SRC-9: the validators of the last response, sent back byte for byte. */
  readonly conditional?: Validators;
  /** `follow` by default; `return` returns the redirecting response itself. */
  readonly redirect?: 'follow' | 'return';
  /**
   * Called before a redirect to another host (name and port) is followed, so that a crawler can wait for its turn at
   * that host; the time counts as the request's. False returns the redirecting response itself. All redirects are
   * followed by default.
   */
  readonly mayFollow?: (redirect: Redirect) => boolean | Promise<boolean>;
}

export interface Validators {
  readonly etag?: string | null | undefined;
  readonly lastModified?: string | null | undefined;
}

export interface ResponseInfo {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** True when the validators still match and there is no body. */
  readonly notModified: boolean;
  /** The final URL, after all redirects. */
  readonly url: string;
  readonly redirects: readonly Redirect[];
  /**
   * The URL that permanent redirects alone led to from the start: the address to remember (SRC-9). Exactly the given
   * URL when there were none.
   */
  readonly permanentUrl: string;
  readonly remoteAddress: string;
  readonly protocol: Protocol;
  /** Null over plain http. */
  readonly tls: TlsFacts | null;
}

export interface OutboundResponse extends ResponseInfo {
  /** Decoded; empty when there is none. */
  readonly body: Uint8Array;
  /** Bytes of the body on the wire, with the framing of HTTP/1.1; without redirects. */
  readonly wireBytes: number;
  readonly bodyBytes: number;
  readonly timings: Timings;
}

export interface OutboundStream extends ResponseInfo {
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the exchange; has no effect after its end. */
  cancel(): void;
}

/** Milliseconds, of the last hop, except `total`; zero where a connection was reused. */
export interface Timings {
  readonly dns: number;
  /** TCP and TLS together. */
  readonly connect: number;
  /** From sending the request to the end of the response's headers. */
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
  /** Between two chunks of the body; `totalMs` ends a body that trickles. */
  readonly bodyMs: number;
  /** From the call to the last byte, redirects included. */
  readonly totalMs: number;
  readonly wireBytes: number;
  readonly decodedBytes: number;
  /** How many times its wire size a body may decompress to, above one megabyte. */
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
