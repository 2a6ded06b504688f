import { decodeBuffer } from './decoding/buffer.ts';
import { type Coding, codingsOf } from './decoding/codings.ts';
import { FailureReason, OutboundFailure } from './failure.ts';
import { type Hop, sendRequest, type Transport } from './hop.ts';
import type { OutboundDeps } from './options.ts';
import type { Limits, OutboundRequest, OutboundResponse, Redirect, ResponseInfo } from './port.ts';
import {
  permanentUrlOf,
  type RedirectStep,
  type RequestParts,
  redirectedRequest,
  redirectOf,
} from './redirects.ts';
import { checkedMethod, headersOf } from './request-headers.ts';
import { tooLarge } from './response-reader.ts';
import { type RequestTarget, targetOf } from './target.ts';
import type { Watchdog, Watchdogs } from './watchdogs.ts';

/** One request from its first URL to the last byte: redirects, limits and error messages. */
export class ClientRequest {
  readonly #request: OutboundRequest;
  readonly #deps: ClientRequestDeps;
  readonly #transport: Transport;
  readonly #redirects: Redirect[] = [];
  readonly #beganAt = performance.now();
  #startUrl = '';
  #url: string;
  #watchdog: Watchdog | null = null;
  #hop: Hop | null = null;
  #stopListening: () => void = () => undefined;

  constructor(request: OutboundRequest, deps: ClientRequestDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#url = String(request.url);
    this.#transport = { ...deps.transport, limits: { ...deps.transport.limits, ...request.limits } };
  }

  async readAll(): Promise<OutboundResponse> {
    try {
      const hop = await this.#followRedirects();
      const wire = await hop.response.collect();
      const body = await decodeBuffer(wire, this.#codings(hop), this.#transport.limits);
      return {
        ...this.#headOf(hop),
        body,
        wireBytes: hop.response.wireBytes(),
        bodyBytes: body.length,
        timings: { ...hop.timings, total: performance.now() - this.#beganAt },
      };
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#finish();
    }
  }

  async openStream(): Promise<OpenStream> {
    try {
      const hop = await this.#followRedirects();
      const cancel = () => this.#finish();
      const { limits } = this.#transport;
      return {
        head: this.#headOf(hop),
        wire: hop.response.read(),
        codings: this.#codings(hop),
        limits,
        cancel,
      };
    } catch (error) {
      this.#finish();
      throw this.#failure(error);
    }
  }

  /** Passes the chunks on, turns errors into OutboundFailure, and ends the exchange in any case. */
  async *translateErrors(pieces: AsyncIterable<Uint8Array>, cancel: () => void): AsyncGenerator<Uint8Array> {
    try {
      yield* pieces;
    } catch (error) {
      throw this.#failure(error);
    } finally {
      cancel();
    }
  }

  async #followRedirects(): Promise<Hop> {
    let target = targetOf(this.#request.url);
    let parts = this.#requestParts();
    this.#startUrl = target.url;
    const watch = this.#begin();
    for (;;) {
      this.#url = target.url;
      const hop = await sendRequest(target, parts, watch, this.#transport);
      this.#hop = hop;
      const step =
        this.#request.redirect === 'return' ? null : redirectOf(target, hop.start.status, hop.start.headers);
      if (step === null || !(await this.#mayFollow(target, step, hop, watch)))
        return this.#checkLength(hop, parts);
      // The body of a redirect is not needed. When it arrived together with the head, the connection stays open.
      hop.response.cancel('was redirected');
      this.#recordRedirect(step.redirect);
      parts = redirectedRequest(step, target, parts);
      target = step.target;
    }
  }

  /**
   * The response is read to its end first, so that waiting for another host does not occupy a connection to this one.
   */
  async #mayFollow(
    from: RequestTarget,
    { target, redirect }: RedirectStep,
    hop: Hop,
    watch: Watchdog,
  ): Promise<boolean> {
    const { mayFollow } = this.#request;
    if (mayFollow === undefined || target.authority === from.authority) return true;
    // A blocked address is refused when it is requested; the caller need not decide about it.
    if (target.isAddress && this.#transport.guard.refusalOfAddress(target.host) !== null) return true;
    await hop.response.ended();
    const decision = (async () => mayFollow(redirect))();
    const follows = await watch.during('timeout-queue', Number.POSITIVE_INFINITY, decision);
    watch.leave();
    return follows;
  }

  #requestParts(): RequestParts {
    const { body, method } = this.#request;
    return {
      method: checkedMethod(method),
      headers: headersOf(this.#request, this.#deps.options.userAgent),
      body: typeof body === 'string' ? Buffer.from(body) : (body ?? null),
    };
  }

  #begin(): Watchdog {
    const { signal } = this.#request;
    const watch = this.#deps.watchdogs.begin(this.#transport.limits.totalMs);
    this.#watchdog = watch;
    if (signal === undefined) return watch;
    const abort = () =>
      watch.end(new FailureReason('aborted', 'was aborted by the caller', { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', abort);
    return watch;
  }

  /** Refuses an announced length above the limit without reading the body. */
  #checkLength(hop: Hop, parts: RequestParts): Hop {
    const { announced, status } = hop.start;
    const hasBody = parts.method !== 'HEAD' && status !== 304 && status !== 204;
    if (!hasBody || !(announced > this.#transport.limits.wireBytes)) return hop;
    throw tooLarge();
  }

  #codings({ start }: Hop): readonly Coding[] {
    return codingsOf(start.headers.get('content-encoding'));
  }

  #recordRedirect(redirect: Redirect): void {
    const seen = [this.#startUrl, ...this.#redirects.map(({ to }) => to)];
    this.#redirects.push(redirect);
    this.#url = redirect.to;
    if (seen.includes(redirect.to)) throw new FailureReason('redirect-loop', 'redirects in a loop');
    if (this.#redirects.length > this.#transport.limits.redirects)
      throw new FailureReason('too-many-redirects', 'redirects too many times');
  }

  #headOf({ start, connection }: Hop): ResponseInfo {
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
    if (!(error instanceof FailureReason)) return error;
    const failure = new OutboundFailure(error, {
      purpose: this.#request.purpose,
      url: this.#url,
      redirects: this.#redirects,
    });
    if (failure.kind === 'refused-address')
      this.#deps.log.warn('outbound.address_refused', { error: failure });
    return failure;
  }

  /** Whatever the outcome, nothing keeps running without a deadline. */
  #finish(): void {
    this.#stopListening();
    this.#hop?.response.cancel('was not read to its end');
    this.#watchdog?.finish();
  }
}

export interface ClientRequestDeps extends OutboundDeps {
  readonly transport: Transport;
  readonly watchdogs: Watchdogs;
}

export interface OpenStream {
  readonly head: ResponseInfo;
  readonly wire: AsyncIterable<Uint8Array>;
  readonly codings: readonly Coding[];
  readonly limits: Limits;
  readonly cancel: () => void;
}
