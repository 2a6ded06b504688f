import type { SecureContext } from 'node:tls';
import type { AddressGuard } from './address-guard.ts';
import { Answer, type AnswerStart } from './answer.ts';
import type { Connection, Message } from './exchange.ts';
import { Reason } from './failure.ts';
import { Http1Connection } from './http1/connection.ts';
import { Http2Connection } from './http2.ts';
import type { Names } from './names.ts';
import { openSocket } from './opening.ts';
import type { ConnectionBounds } from './options.ts';
import type { Pool } from './pool.ts';
import type { Limits } from './port.ts';
import type { Carried } from './redirects.ts';
import type { StandIns } from './stand-ins.ts';
import type { Target } from './target.ts';
import type { Watch } from './watch.ts';

/**
 * One request to one server, up to the head of its answer. A connection that rested may have been closed by
 * the other side in the moment we used it; a request that may be repeated is then sent once more, over a new
 * one. A request that may not never gets a connection that rested.
 */
export async function askOnce(target: Target, carried: Carried, watch: Watch, way: Way): Promise<Hop> {
  const mayRepeat = REPEATABLE.has(carried.method);
  const message = messageOf(target, carried);
  try {
    return await ask(target, message, !mayRepeat, watch, way);
  } catch (error) {
    if (!(error instanceof LostOldConnection) || !mayRepeat) throw reasonOf(error);
    return ask(target, message, true, watch, way);
  }
}

async function ask(
  target: Target,
  message: Message,
  wantsFresh: boolean,
  watch: Watch,
  way: Way,
): Promise<Hop> {
  const costs = { dns: 0, connect: 0 };
  const connection = await way.pool.acquire(target.key, wantsFresh, watch, () =>
    open(target, watch, way, costs),
  );
  requireTime(watch, connection, way);
  const isOld = connection.uses > 0;
  const answer = new Answer(watch, way.limits);
  const sentAt = performance.now();
  try {
    const start = await answer.begin(receiver => connection.send(message, receiver));
    return { start, answer, connection, timings: { ...costs, firstByte: performance.now() - sentAt } };
  } catch (error) {
    if (error instanceof Reason && error.beforeAnyByte && isOld) throw new LostOldConnection(error);
    throw error;
  }
}

/** The wait for a connection may have used up the time; who has given up must not be heard at the other side. */
function requireTime(watch: Watch, connection: Connection, way: Way): void {
  try {
    watch.requireTime();
  } catch (error) {
    way.pool.freed(connection);
    throw error;
  }
}

async function open(
  target: Target,
  watch: Watch,
  way: Way,
  costs: { dns: number; connect: number },
): Promise<Connection> {
  const opened = await openSocket(target, watch, way);
  costs.dns = opened.dnsMs;
  costs.connect = opened.connectMs;
  return opened.isHttp2
    ? new Http2Connection(target.key, target.origin, opened, way.bounds, way.pool)
    : new Http1Connection(target.key, opened, way.bounds, way.pool);
}

function messageOf(target: Target, carried: Carried): Message {
  const { secure, authority, path } = target;
  return { ...carried, secure, authority, path };
}

function reasonOf(error: unknown): unknown {
  return error instanceof LostOldConnection ? error.reason : error;
}

class LostOldConnection extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.reason = reason;
  }
}

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface Hop {
  readonly start: AnswerStart;
  readonly answer: Answer;
  readonly connection: Connection;
  readonly timings: { readonly dns: number; readonly connect: number; readonly firstByte: number };
}

/** All that stands between a request and the network. */
export interface Way {
  readonly pool: Pool;
  readonly names: Names;
  readonly guard: AddressGuard;
  readonly secureContext: () => SecureContext;
  readonly standIns: StandIns | undefined;
  readonly http2: boolean;
  readonly bounds: ConnectionBounds;
  readonly limits: Limits;
}
