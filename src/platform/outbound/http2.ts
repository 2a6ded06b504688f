import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import type { Connection, ConnectionLimits, Keeper, Message, Receiver, Running } from './exchange.ts';
import { codeOf, Reason } from './failure.ts';
import { ResponseHeaders } from './headers.ts';
import type { Opened } from './opening.ts';
import type { Protocol, TlsFacts } from './port.ts';

/**
 * HTTP/2 over a socket that was opened and looked at before: several exchanges at a time. The session is
 * given up as soon as the other side speaks of going away; exchanges that are under way may still end.
 */
export class Http2Connection implements Connection {
  readonly key: string;
  readonly protocol: Protocol = 'h2';
  readonly remoteAddress: string;
  readonly tls: TlsFacts | null;
  uses = 0;
  readonly #session: ClientHttp2Session;
  readonly #limits: ConnectionLimits;
  readonly #keeper: Keeper;
  #running = 0;
  #isGone = false;

  constructor(key: string, origin: string, opened: Opened, limits: ConnectionLimits, keeper: Keeper) {
    this.key = key;
    this.remoteAddress = opened.remoteAddress;
    this.tls = opened.tls;
    this.#limits = limits;
    this.#keeper = keeper;
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

  room(): number {
    if (this.#isGone || this.#session.closed || this.#session.destroyed) return 0;
    const most = Math.min(this.#session.remoteSettings?.maxConcurrentStreams ?? MOST_STREAMS, MOST_STREAMS);
    return Math.max(0, most - this.#running);
  }

  isIdle(): boolean {
    return this.#running === 0;
  }

  restMs(): number {
    return this.#limits.restMs;
  }

  send(message: Message, receiver: Receiver): Running {
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

  /** A session that is closing refuses at once; nothing was sent then. */
  #open(message: Message): ClientHttp2Stream {
    try {
      return this.#session.request(headersOf(message), { endStream: message.body === null });
    } catch (cause) {
      this.#running--;
      this.close();
      throw new Reason('reset', 'hung up before it was asked', { cause, beforeAnyByte: true });
    }
  }

  #freed(): void {
    this.#running--;
    if (this.#running === 0) this.#session.unref();
    if (!this.#isGone) this.#keeper.freed(this);
    else if (this.#running === 0) this.#session.destroy();
  }

  #retire(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#keeper.gone(this);
    if (this.#running === 0) this.#session.destroy();
  }
}

class Http2Exchange implements Running {
  readonly #stream: ClientHttp2Stream;
  readonly #limits: ConnectionLimits;
  #receiver: Receiver | null;
  #hasHead = false;
  #hasEnded = false;
  #interim = 0;
  #wireBytes = 0;

  constructor(stream: ClientHttp2Stream, receiver: Receiver, limits: ConnectionLimits) {
    this.#stream = stream;
    this.#receiver = receiver;
    this.#limits = limits;
    stream.on('headers', () => this.#onInterim());
    stream.on('response', headers => this.#onHead(headers));
    stream.on('data', (chunk: Buffer) => this.#onData(chunk));
    stream.on('end', () => {
      this.#hasEnded = true;
    });
    // What went wrong is told with 'close', which always comes.
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
    if (this.#interim > MOST_INTERIM)
      this.#fail(new Reason('bad-response', 'answered with interim answers and nothing else'));
  }

  #onHead(raw: IncomingHttpHeaders & { ':status'?: number | undefined }): void {
    const pairs = pairsOf(raw);
    this.#hasHead = true;
    if (pairs.length > this.#limits.headLines)
      this.#fail(new Reason('bad-response', 'answered with too many headers'));
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
        ? new Reason('truncated', `broke off in the middle of its answer (${how})`, { cause })
        : new Reason('reset', `hung up instead of answering (${how})`, { cause, beforeAnyByte }),
    );
  }

  #fail(reason: Reason): void {
    const receiver = this.#receiver;
    this.abort();
    receiver?.fail(reason);
  }
}

function headersOf(message: Message): Record<string, string> {
  const headers: Record<string, string> = {
    ':method': message.method,
    ':scheme': message.secure ? 'https' : 'http',
    ':authority': message.authority,
    ':path': message.path,
  };
  for (const [name, value] of message.headers) if (!OF_HTTP1.has(name)) headers[name] = value;
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

const OF_HTTP1 = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);
const MOST_STREAMS = 16;
const MOST_INTERIM = 8;
