import type { FailureReason } from './failure.ts';
import type { ResponseHeaders } from './headers.ts';
import type { Protocol, TlsFacts } from './port.ts';

/** One request as a connection sends it, for any version of HTTP. */
export interface WireRequest {
  readonly method: string;
  readonly secure: boolean;
  readonly authority: string;
  readonly path: string;
  /** Names in lower case; validated. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}

/** Receives the response: `head` once, `data` for each chunk, then exactly one of `end` and `fail`. */
export interface ResponseHandler {
  head(status: number, headers: ResponseHeaders): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(reason: FailureReason): void;
}

/** A running exchange. After `abort` its handler receives nothing more. */
export interface ActiveExchange {
  abort(): void;
  pause(): void;
  resume(): void;
  /** Bytes of the body on the wire, including framing. */
  wireBytes(): number;
}

export interface Connection {
  readonly key: string;
  readonly protocol: Protocol;
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
  /** Exchanges so far. */
  readonly uses: number;
  /** How many more exchanges it can take now; 0 when it is closed or closing. */
  capacity(): number;
  isIdle(): boolean;
  /** The longest it may stay idle before reuse, limited by the server's keep-alive hint and our own setting. */
  idleMs(): number;
  send(message: WireRequest, receiver: ResponseHandler): ActiveExchange;
  close(): void;
}

/** Receives the events of a connection; implemented by the pool. */
export interface ConnectionOwner {
  /** The connection has capacity again. */
  freed(connection: Connection): void;
  /** The connection is closed; called once. */
  gone(connection: Connection): void;
}

export interface ConnectionLimits {
  readonly headBytes: number;
  readonly headLines: number;
  readonly idleMs: number;
}
