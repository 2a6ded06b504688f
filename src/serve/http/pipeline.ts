import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds what one connection can make us keep in memory. Of pipelined requests, a few are handled at once, and only one
 * while much of the earlier answers is unsent; the others wait. Node alone pauses a connection only after it has handled
 * all requests of the 64 KiB that it read last: a thousand answers for a client that need not read any.
 *
 *   arrived -> waiting, while there is no room -> running -> sent
 */
export function boundPipelines(handle: RequestListener): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return (request, response) => {
    let pipeline = pipelines.get(request.socket);
    if (pipeline === undefined) {
      pipeline = new Pipeline(handle);
      pipelines.set(request.socket, pipeline);
    }
    pipeline.add(request, response);
  };
}

class Pipeline {
  readonly #handle: RequestListener;
  /** In the order of their requests, which is the order in which they are sent. */
  #running: ServerResponse[] = [];
  readonly #waiting: PendingRequest[] = [];

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#waiting.length === 0 && this.#hasRoom()) this.#start({ request, response });
    else if (this.#waiting.push({ request, response }) === 1) this.#awaitRoom();
  }

  #hasRoom(): boolean {
    if (this.#running.length === 0) return true;
    this.#running = this.#running.filter(isUnsent);
    const unsent = this.#running.reduce((sum, { writableLength }) => sum + writableLength, 0);
    return this.#running.length < (unsent > MAX_UNSENT_BYTES ? 1 : MAX_RUNNING);
  }

  #start({ request, response }: PendingRequest): void {
    this.#running.push(response);
    this.#handle(request, response);
  }

  /** Without room there is a first running answer. It closes when it was sent or the connection is gone. */
  #awaitRoom(): void {
    this.#running[0]?.once('close', () => this.#continue());
  }

  #continue(): void {
    if (this.#waiting[0]?.request.socket.destroyed) this.#waiting.length = 0;
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const next = this.#waiting.shift();
      if (next) this.#start(next);
    }
    if (this.#waiting.length > 0) this.#awaitRoom();
  }
}

function isUnsent(response: ServerResponse): boolean {
  return !response.writableFinished && !response.destroyed;
}

const MAX_RUNNING = 8;
/** The size of a large page. */
const MAX_UNSENT_BYTES = 262_144;

interface PendingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
