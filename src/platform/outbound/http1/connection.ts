import type { Socket } from 'node:net';
import type {
  ActiveExchange,
  Connection,
  ConnectionLimits,
  ConnectionOwner,
  ResponseHandler,
  WireRequest,
} from '../exchange.ts';
import { codeOf, FailureReason } from '../failure.ts';
import { ResponseHeaders } from '../headers.ts';
import type { OpenedSocket } from '../open-socket.ts';
import type { Protocol, TlsFacts } from '../port.ts';
import { type BodyFraming, framingOf } from './framing.ts';
import { type Head, readHead, writeHead } from './head.ts';
import { HeadBuffer } from './head-buffer.ts';

/**
 * HTTP/1.1 over one socket, one exchange at a time.
 *
 *   idle      no request is pending; any input, even an end, closes it
 *   head      a request was sent; the head of the response is read, interim responses are ignored
 *   body      the head was delivered; the body is delivered as it arrives
 *   closed    the socket is destroyed and the owner was notified
 *
 * A connection returns from body to idle only when the response ended exactly where it said, nothing followed it, the
 * whole request was sent, and both sides keep the connection alive.
 */
export class Http1Connection implements Connection, ActiveExchange {
  readonly key: string;
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
  protocol: Protocol = 'http/1.1';
  uses = 0;
  readonly #socket: Socket;
  readonly #limits: ConnectionLimits;
  readonly #owner: ConnectionOwner;
  readonly #head: HeadBuffer;
  #exchange: Exchange | null = null;
  #isClosed = false;
  #idleMs: number;
  #wireBytes = 0;

  constructor(key: string, opened: OpenedSocket, limits: ConnectionLimits, owner: ConnectionOwner) {
    this.key = key;
    this.remoteAddress = opened.remoteAddress;
    this.tls = opened.tls;
    this.#socket = opened.socket;
    this.#limits = limits;
    this.#owner = owner;
    this.#head = new HeadBuffer(limits.headBytes);
    this.#idleMs = limits.idleMs;
    this.#socket.on('data', (bytes: Buffer) => this.#onData(bytes));
    this.#socket.on('end', () => this.#onEnd());
    this.#socket.on('error', error => this.#onLost(error));
    this.#socket.on('close', () => this.#onLost());
  }

  capacity(): number {
    return this.#isClosed || this.#socket.destroyed || this.#exchange !== null ? 0 : 1;
  }

  isIdle(): boolean {
    return this.#exchange === null;
  }

  idleMs(): number {
    return this.#idleMs;
  }

  send(message: WireRequest, receiver: ResponseHandler): ActiveExchange {
    if (this.uses > 0) this.#socket.ref();
    this.uses++;
    this.#wireBytes = 0;
    this.#exchange = { method: message.method, receiver, body: null, keepAlive: false, interim: 0 };
    this.#write(message);
    return this;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  wireBytes(): number {
    return this.#wireBytes;
  }

  abort(): void {
    this.#exchange = null;
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.destroy();
    this.#owner.gone(this);
  }

  #write(message: WireRequest): void {
    if (message.body === null) {
      this.#socket.write(writeHead(message), 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(writeHead(message), 'latin1');
    this.#socket.write(message.body);
    this.#socket.uncork();
  }

  #onData(bytes: Buffer): void {
    if (this.#exchange === null) {
      this.close();
      return;
    }
    try {
      this.#read(this.#exchange, bytes);
    } catch (error) {
      this.#fail(
        error instanceof FailureReason
          ? error
          : new FailureReason('bad-response', 'sent an invalid response', { cause: error }),
      );
    }
  }

  #read(exchange: Exchange, bytes: Buffer): void {
    let offset = 0;
    while (exchange.body === null) {
      const found = this.#head.take(bytes, offset);
      if (found === null) return;
      offset = found.end;
      this.#takeHead(exchange, readHead(found.text, this.#limits.headLines));
      if (this.#exchange !== exchange) return;
    }
    this.#wireBytes += bytes.length - offset;
    offset = exchange.body.read(bytes, offset, chunk => {
      if (this.#exchange === exchange) exchange.receiver.data(chunk);
    });
    if (this.#exchange === exchange && exchange.body.isDone)
      this.#complete(exchange, offset === bytes.length);
  }

  #takeHead(exchange: Exchange, head: Head): void {
    if (head.status < 200) {
      exchange.interim++;
      if (head.status === 101 || exchange.interim > MAX_INTERIM)
        throw new FailureReason('bad-response', 'sent only interim responses');
      return;
    }
    const headers = new ResponseHeaders(head.headers);
    const body = framingOf(exchange.method, head.status, headers);
    this.protocol = head.minor === 0 ? 'http/1.0' : 'http/1.1';
    exchange.keepAlive = this.#keepsAlive(head, headers) && !body.endsWithConnection;
    exchange.body = body;
    exchange.receiver.head(head.status, headers);
  }

  #keepsAlive(head: Head, headers: ResponseHeaders): boolean {
    const connection = headers.get('connection')?.toLowerCase() ?? '';
    const hint = /timeout=(\d+)/i.exec(headers.get('keep-alive') ?? '')?.[1];
    // Half a second earlier than the server, so that we close first.
    if (hint !== undefined) this.#idleMs = Math.min(this.#limits.idleMs, Number(hint) * 1_000 - 500);
    if (headers.first('transfer-encoding') !== null && headers.first('content-length') !== null) return false;
    return head.minor === 1 ? !connection.includes('close') : connection.includes('keep-alive');
  }

  #complete(exchange: Exchange, isExact: boolean): void {
    this.#exchange = null;
    const isReusable = exchange.keepAlive && isExact && this.#idleMs > 0 && this.#socket.writableLength === 0;
    if (isReusable) this.#socket.unref();
    else this.close();
    exchange.receiver.end();
    if (isReusable) this.#owner.freed(this);
  }

  /** The server has closed its side. */
  #onEnd(): void {
    const exchange = this.#exchange;
    if (exchange?.body?.endsWithConnection === true) this.#complete(exchange, true);
    else this.#onLost();
  }

  #onLost(cause?: Error): void {
    const exchange = this.#exchange;
    if (exchange === null) this.close();
    else this.#fail(lost(exchange, this.#head.isEmpty, cause));
  }

  #fail(reason: FailureReason): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    this.close();
    exchange?.receiver.fail(reason);
  }
}

function lost(exchange: Exchange, isHeadEmpty: boolean, cause: Error | undefined): FailureReason {
  const how = cause === undefined ? 'closed' : codeOf(cause) || 'broken';
  if (exchange.body !== null)
    return new FailureReason('truncated', `closed the connection in the middle of its response (${how})`, {
      cause,
    });
  const beforeAnyByte = isHeadEmpty && exchange.interim === 0;
  return new FailureReason('reset', `closed the connection instead of responding (${how})`, {
    cause,
    beforeAnyByte,
  });
}

const MAX_INTERIM = 8;

interface Exchange {
  readonly method: string;
  readonly receiver: ResponseHandler;
  /** Null until the head has arrived. */
  body: BodyFraming | null;
  keepAlive: boolean;
  interim: number;
}
