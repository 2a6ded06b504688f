import type { SecureContext } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { DnsResolver } from './dns-resolver.ts';
import type { ExampleHosts } from './example-hosts.ts';
import type { Connection, WireRequest } from './exchange.ts';
import { FailureReason } from './failure.ts';
import { Http1Connection } from './http1/connection.ts';
import { Http2Connection } from './http2.ts';
import { openSocket } from './open-socket.ts';
import type { ConnectionBounds } from './options.ts';
import type { Limits } from './port.ts';
import type { RequestParts } from './redirects.ts';
import { ResponseReader, type ResponseStart } from './response-reader.ts';
import type { RequestTarget } from './target.ts';
import type { Watchdog } from './watchdogs.ts';

/**
 * One request to one server, up to the head of the response. The server may close an idle connection at the moment it
 * is reused; a request that may be repeated is then sent again over a new connection. A request that may not be
 * repeated never gets an idle connection.
 */
export async function sendRequest(
  target: RequestTarget,
  parts: RequestParts,
  watch: Watchdog,
  transport: Transport,
): Promise<Hop> {
  const mayRepeat = REPEATABLE.has(parts.method);
  const message = wireRequestOf(target, parts);
  try {
    return await send(target, message, !mayRepeat, watch, transport);
  } catch (error) {
    if (!(error instanceof StaleConnection) || !mayRepeat) throw reasonOf(error);
    return send(target, message, true, watch, transport);
  }
}

async function send(
  target: RequestTarget,
  message: WireRequest,
  wantsFresh: boolean,
  watch: Watchdog,
  transport: Transport,
): Promise<Hop> {
  const costs = { dns: 0, connect: 0 };
  const connection = await transport.pool.acquire(target.key, wantsFresh, watch, () =>
    open(target, watch, transport, costs),
  );
  checkDeadline(watch, connection, transport);
  const isOld = connection.uses > 0;
  const answer = new ResponseReader(watch, transport.limits);
  const sentAt = performance.now();
  try {
    const start = await answer.begin(receiver => connection.send(message, receiver));
    return {
      start,
      response: answer,
      connection,
      timings: { ...costs, firstByte: performance.now() - sentAt },
    };
  } catch (error) {
    if (error instanceof FailureReason && error.beforeAnyByte && isOld) throw new StaleConnection(error);
    throw error;
  }
}

/**
 * The wait for a connection may have used up the time. A request that has been given up must not reach the server.
 */
function checkDeadline(watch: Watchdog, connection: Connection, transport: Transport): void {
  try {
    watch.requireOpen();
  } catch (error) {
    transport.pool.freed(connection);
    throw error;
  }
}

async function open(
  target: RequestTarget,
  watch: Watchdog,
  transport: Transport,
  costs: { dns: number; connect: number },
): Promise<Connection> {
  const opened = await openSocket(target, watch, transport);
  costs.dns = opened.dnsMs;
  costs.connect = opened.connectMs;
  return opened.isHttp2
    ? new Http2Connection(target.key, target.origin, opened, transport.bounds, transport.pool)
    : new Http1Connection(target.key, opened, transport.bounds, transport.pool);
}

function wireRequestOf(target: RequestTarget, parts: RequestParts): WireRequest {
  const { secure, authority, path } = target;
  return { ...parts, secure, authority, path };
}

function reasonOf(error: unknown): unknown {
  return error instanceof StaleConnection ? error.reason : error;
}

class StaleConnection extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason.message);
    this.reason = reason;
  }
}

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Hop {
  readonly start: ResponseStart;
  readonly response: ResponseReader;
  readonly connection: Connection;
  readonly timings: { readonly dns: number; readonly connect: number; readonly firstByte: number };
}

/** Everything between a request and the network. */
export interface Transport {
  readonly pool: ConnectionPool;
  readonly resolver: DnsResolver;
  readonly guard: AddressGuard;
  readonly secureContext: () => SecureContext;
  readonly exampleHosts: ExampleHosts | undefined;
  readonly http2: boolean;
  readonly bounds: ConnectionBounds;
  readonly limits: Limits;
}
