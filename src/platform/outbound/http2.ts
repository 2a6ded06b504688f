import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type {
  ActiveExchange,
  Connection,
  ConnectionLimits,
  ConnectionOwner,
  ResponseHandler,
  WireRequest,
} from './exchange.ts';
import { codeOf, FailureReason } from './failure.ts';
import { ResponseHeaders } from './headers.ts';
import type { OpenedSocket } from './open-socket.ts';
import type { Protocol, TlsFacts } from './port.ts';

/**
 * HTTP/2 over an open and checked socket: several exchanges at a time. The session takes no new exchanges once the
 * server announces that it is going away; running exchanges may finish.
 */
export class Http2Connection implements Connection {
  readonly key: string;
  readonly protocol: Protocol = 'h2';
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
  uses = 0;
  readonly #session: ClientHttp2Session;
  readonly #limits: ConnectionLimits;
  readonly #owner: ConnectionOwner;
  #running = 0;
  #isGone = false;

  constructor(
    key: string,
    origin: string,
    opened: OpenedSocket,
    limits: ConnectionLimits,
    owner: ConnectionOwner,
  ) {
    this.key = key;
    this.remoteAddress = opened.remoteAddress;
    this.tls = opened.tls;
    this.#limits = limits;
    this.#owner = owner;
    this.#session = connect(origin, {
      createConnection: () => opened.socket,
      settings: { enablePush: false, maxHeaderListSize: limits.headBytes },
      maxHeaderListPairs: limits.headLines,
      maxSettings: 32,
    });
    this.#session.on('error', () => this.#retire());
    this.#session.on('goaway', () => this.#retire());
    this.#session.on('close', () => this.#retire());
  }

  capacity(): number {
    if (this.#isGone || this.#session.closed || this.#session.destroyed) return 0;
    const limit = Math.min(this.#session.remoteSettings?.maxConcurrentStreams ?? MAX_STREAMS, MAX_STREAMS);
    return Math.max(0, limit - this.#running);
  }

  isIdle(): boolean {
    return this.#running === 0;
  }

  idleMs(): number {
    return this.#limits.idleMs;
  }

  send(message: WireRequest, receiver: ResponseHandler): ActiveExchange {
    this.uses++;
    this.#running++;
    this.#session.ref();
    const stream = this.#open(message);
    const running = new Http2Exchange(stream, receiver, this.#limits);
    if (message.body !== null) stream.end(message.body);
    stream.on('close', () => this.#freed());
    return running;
  }

  close(): void {
    this.#retire();
    this.#session.destroy();
  }

  /** A closing session refuses immediately; nothing was sent. */
  #open(message: WireRequest): ClientHttp2Stream {
    try {
      return this.#session.request(headersOf(message), { endStream: message.body === null });
    } catch (cause) {
      this.#running--;
      this.close();
      throw new FailureReason('reset', 'closed the connection before the request', {
        cause,
        beforeAnyByte: true,
      });
    }
  }

  #freed(): void {
    this.#running--;
    if (this.#running === 0) this.#session.unref();
    if (!this.#isGone) this.#owner.freed(this);
    else if (this.#running === 0) this.#session.destroy();
  }

  #retire(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#owner.gone(this);
    if (this.#running === 0) this.#session.destroy();
  }
}

class Http2Exchange implements ActiveExchange {
  readonly #stream: ClientHttp2Stream;
  readonly #limits: ConnectionLimits;
  #receiver: ResponseHandler | null;
  #hasHead = false;
  #hasEnded = false;
  #interim = 0;
  #wireBytes = 0;

  constructor(stream: ClientHttp2Stream, receiver: ResponseHandler, limits: ConnectionLimits) {
    this.#stream = stream;
    this.#receiver = receiver;
    this.#limits = limits;
    stream.on('headers', () => this.#onInterim());
    stream.on('response', headers => this.#onHead(headers));
    stream.on('data', (chunk: Buffer) => this.#onData(chunk));
    stream.on('end', () => {
      this.#hasEnded = true;
    });
    // 'close' always follows and reports the reason.
    stream.on('error', error => this.#onLost(error));
    stream.on('close', () => this.#onClose());
  }

  abort(): void {
    this.#receiver = null;
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  wireBytes(): number {
    return this.#wireBytes;
  }

  #onInterim(): void {
    this.#interim++;
    if (this.#interim > MAX_INTERIM)
      this.#fail(new FailureReason('bad-response', 'sent only interim responses'));
  }

  #onHead(raw: IncomingHttpHeaders & { ':status'?: number | undefined }): void {
    const pairs = pairsOf(raw);
    this.#hasHead = true;
    if (pairs.length > this.#limits.headLines)
      this.#fail(new FailureReason('bad-response', 'sent too many headers'));
    else this.#receiver?.head(raw[':status'] ?? 0, new ResponseHeaders(pairs));
  }

  #onData(chunk: Buffer): void {
    this.#wireBytes += chunk.length;
    this.#receiver?.data(chunk);
  }

  #onClose(): void {
    const isWhole = this.#hasHead && this.#hasEnded && this.#stream.rstCode === constants.NGHTTP2_NO_ERROR;
    const receiver = this.#receiver;
    if (!isWhole) this.#onLost();
    else {
      this.#receiver = null;
      receiver?.end();
    }
  }

  #onLost(cause?: Error): void {
    const how = codeOf(cause) || `code ${this.#stream.rstCode}`;
    const beforeAnyByte = this.#interim === 0;
    this.#fail(
      this.#hasHead
        ? new FailureReason('truncated', `closed the connection in the middle of its response (${how})`, {
            cause,
          })
        : new FailureReason('reset', `closed the connection instead of responding (${how})`, {
            cause,
            beforeAnyByte,
          }),
    );
  }

  #fail(reason: FailureReason): void {
    const receiver = this.#receiver;
    this.abort();
    receiver?.fail(reason);
  }
}

function headersOf(message: WireRequest): Record<string, string> {
  const headers: Record<string, string> = {
    ':method': message.method,
    ':scheme': message.secure ? 'https' : 'http',
    ':authority': message.authority,
    ':path': message.path,
  };
  for (const [name, value] of message.headers) if (!HTTP1_ONLY.has(name)) headers[name] = value;
  if (message.body !== null) headers['content-length'] = String(message.body.length);
  return headers;
}

function pairsOf(raw: IncomingHttpHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) pairs.push([name, String(one)]);
  }
  return pairs;
}

const HTTP1_ONLY = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const MAX_STREAMS = 16;
const MAX_INTERIM = 8;
