import type { Reason } from './failure.ts';
import type { ResponseHeaders } from './headers.ts';
import type { Protocol, TlsFacts } from './port.ts';

/** One request as a connection sends it, whatever version of HTTP it speaks. */
export interface Message {
  readonly method: string;
  readonly secure: boolean;
  readonly authority: string;
  readonly path: string;
  /** Names in lower case; checked to be fit for the wire. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}

/** Who hears the answer: `head` once, `data` as it comes, then exactly one of `end` and `fail`. */
export interface Receiver {
  head(status: number, headers: ResponseHeaders): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(reason: Reason): void;
}

/** An exchange under way. After `abort` its receiver hears nothing more. */
export interface Running {
  abort(): void;
  pause(): void;
  resume(): void;
  /** Bytes of the body on the wire, framing included. */
  wireBytes(): number;
}

export interface Connection {
  readonly key: string;
  readonly protocol: Protocol;
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
  /** How many exchanges it has carried. */
  readonly uses: number;
  /** How many more it can take now; 0 when it is closed or closing. */
  room(): number;
  isIdle(): boolean;
  /** The longest it may rest before it is used again, as the server has said or as we choose. */
  restMs(): number;
  send(message: Message, receiver: Receiver): Running;
  close(): void;
}

/** What a connection tells the pool. */
export interface Keeper {
  /** It can take more than before. */
  freed(connection: Connection): void;
  /** It can take nothing any more; told once. */
  gone(connection: Connection): void;
}

export interface ConnectionLimits {
  readonly headBytes: number;
  readonly headLines: number;
  readonly restMs: number;
}
