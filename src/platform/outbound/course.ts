import { tooLarge } from './answer.ts';
import { type Coding, codingsOf } from './decoding/codings.ts';
import { decodeWhole } from './decoding/whole.ts';
import { OutboundFailure, Reason } from './failure.ts';
import { askOnce, type Hop, type Way } from './hop.ts';
import type { OutboundDeps } from './options.ts';
import type { AnswerHead, Limits, OutboundRequest, OutboundResponse, Redirect } from './port.ts';
import { type Carried, carriedOn, permanentUrlOf, redirectOf, type Step } from './redirects.ts';
import { checkedMethod, headersOf } from './request-headers.ts';
import { type Target, targetOf } from './target.ts';
import type { Watch, Watchers } from './watch.ts';

/** One request from its first URL to its last byte: the redirects, the limits, and the words for a failure. */
export class Course {
  readonly #request: OutboundRequest;
  readonly #deps: CourseDeps;
  readonly #way: Way;
  readonly #redirects: Redirect[] = [];
  readonly #beganAt = performance.now();
  #start = '';
  #url: string;
  #watch: Watch | null = null;
  #hop: Hop | null = null;
  #stopListening: () => void = () => undefined;

  constructor(request: OutboundRequest, deps: CourseDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#url = String(request.url);
    this.#way = { ...deps.way, limits: { ...deps.way.limits, ...request.limits } };
  }

  async whole(): Promise<OutboundResponse> {
    try {
      const hop = await this.#lastHop();
      const wire = await hop.answer.collect();
      const body = await decodeWhole(wire, this.#codings(hop), this.#way.limits);
      return {
        ...this.#headOf(hop),
        body,
        wireBytes: hop.answer.wireBytes(),
        bodyBytes: body.length,
        timings: { ...hop.timings, total: performance.now() - this.#beganAt },
      };
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#finish();
    }
  }

  async pieces(): Promise<Pieces> {
    try {
      const hop = await this.#lastHop();
      const cancel = () => this.#finish();
      const { limits } = this.#way;
      return {
        head: this.#headOf(hop),
        wire: hop.answer.read(),
        codings: this.#codings(hop),
        limits,
        cancel,
      };
    } catch (error) {
      this.#finish();
      throw this.#failure(error);
    }
  }

  /** Reads on with the failures that callers know; ends the exchange however the reading ends. */
  async *guarded(pieces: AsyncIterable<Uint8Array>, cancel: () => void): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces;
    } catch (error) {
      throw this.#failure(error);
    } finally {
      cancel();
    }
  }

  async #lastHop(): Promise<Hop> {
    let target = targetOf(this.#request.url);
    let carried = this.#carried();
    this.#start = target.url;
    const watch = this.#begin();
    for (;;) {
      this.#url = target.url;
      const hop = await askOnce(target, carried, watch, this.#way);
      this.#hop = hop;
      const step =
        this.#request.redirect === 'return' ? null : redirectOf(target, hop.start.status, hop.start.headers);
      if (step === null || !(await this.#mayFollow(target, step, hop, watch)))
        return this.#accepted(hop, carried);
      // Nobody waits for what a redirect says; where all of it came with its head the connection is kept.
      hop.answer.cancel('was redirected');
      this.#note(step.redirect);
      carried = carriedOn(step, target, carried);
      target = step.target;
    }
  }

  /** The answer is heard out first, so that the wait for another host holds up no connection to this one. */
  async #mayFollow(from: Target, { target, redirect }: Step, hop: Hop, watch: Watch): Promise<boolean> {
    const { mayFollow } = this.#request;
    if (mayFollow === undefined || target.authority === from.authority) return true;
    // An address that nobody may go to is refused on the way there; no leave has to be asked for it.
    if (target.isAddress && this.#way.guard.judgeAddress(target.host) !== null) return true;
    await hop.answer.heard();
    const asked = (async () => mayFollow(redirect))();
    const follows = await watch.during('timeout-queue', Number.POSITIVE_INFINITY, asked);
    watch.leave();
    return follows;
  }

  #carried(): Carried {
    const { body, method } = this.#request;
    return {
      method: checkedMethod(method),
      headers: headersOf(this.#request, this.#deps.options.userAgent),
      body: typeof body === 'string' ? Buffer.from(body) : (body ?? null),
    };
  }

  #begin(): Watch {
    const { signal } = this.#request;
    const watch = this.#deps.watchers.begin(this.#way.limits.totalMs);
    this.#watch = watch;
    if (signal === undefined) return watch;
    const giveUp = () =>
      watch.end(new Reason('aborted', 'was given up by who asked', { cause: signal.reason }));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', giveUp);
    return watch;
  }

  /** A length that is announced and too large need not be waited for. */
  #accepted(hop: Hop, carried: Carried): Hop {
    const { announced, status } = hop.start;
    const hasBody = carried.method !== 'HEAD' && status !== 304 && status !== 204;
    if (!hasBody || !(announced > this.#way.limits.wireBytes)) return hop;
    throw tooLarge();
  }

  #codings({ start }: Hop): readonly Coding[] {
    return codingsOf(start.headers.get('content-encoding'));
  }

  #note(redirect: Redirect): void {
    const seen = [this.#start, ...this.#redirects.map(({ to }) => to)];
    this.#redirects.push(redirect);
    this.#url = redirect.to;
    if (seen.includes(redirect.to)) throw new Reason('redirect-loop', 'redirects in a circle');
    if (this.#redirects.length > this.#way.limits.redirects)
      throw new Reason('too-many-redirects', 'redirects again and again');
  }

  #headOf({ start, connection }: Hop): AnswerHead {
    return {
      status: start.status,
      headers: start.headers,
      notModified: start.status === 304,
      url: this.#url,
      redirects: this.#redirects,
      permanentUrl: permanentUrlOf(String(this.#request.url), this.#redirects),
      remoteAddress: connection.remoteAddress,
      protocol: connection.protocol,
      tls: connection.tls,
    };
  }

  #failure(error: unknown): unknown {
    if (!(error instanceof Reason)) return error;
    const failure = new OutboundFailure(error, {
      purpose: this.#request.purpose,
      url: this.#url,
      redirects: this.#redirects,
    });
    if (failure.kind === 'refused-address')
      this.#deps.log.warn('an outgoing request to an inner address was refused', { error: failure });
    return failure;
  }

  /** Whatever the end was, nothing stays behind that nobody watches. */
  #finish(): void {
    this.#stopListening();
    this.#hop?.answer.cancel('was not read to its end');
    this.#watch?.finish();
  }
}

export interface CourseDeps extends OutboundDeps {
  readonly way: Way;
  readonly watchers: Watchers;
}

export interface Pieces {
  readonly head: AnswerHead;
  readonly wire: AsyncIterable<Uint8Array>;
  readonly codings: readonly Coding[];
  readonly limits: Limits;
  readonly cancel: () => void;
}
