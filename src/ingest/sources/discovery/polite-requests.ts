import { Problem } from '../../../errors.ts';
import { type Clock, pause } from '../../../lib/clock.ts';
import { OutboundFailure } from '../../../platform/outbound/failure.ts';
import type { Outbound, OutboundResponse } from '../../../platform/outbound/port.ts';
import { ThreadEnded } from '../../../platform/threads/pool.ts';

/**
 * FETCH-2 while a person waits: a few requests, one after the other, with a pause between two to the same host, none
 * twice, and none to a host that asked for quiet. When the limit is reached, the search returns what it has found.
 */
export class DiscoveryRequests {
  readonly #deps: DiscoveryRequestDeps;
  readonly #askedAt = new Map<string, number>();
  readonly #asked = new Set<string>();
  readonly #quiet = new Set<string>();
  readonly #endsAt: number;
  #left = MAX_REQUESTS;

  constructor(tools: DiscoveryRequestDeps) {
    this.#deps = tools;
    this.#endsAt = tools.clock.now() + MAX_DURATION_MS;
  }

  get isOver(): boolean {
    return this.#left <= 0 || this.#deps.clock.now() >= this.#endsAt;
  }

  /** Throws OutboundFailure; null when the address was requested before or the limit is reached. */
  async request(url: string): Promise<OutboundResponse | null> {
    const { host } = new URL(url);
    if (this.isOver || this.#asked.has(url) || this.#quiet.has(host)) return null;
    this.#asked.add(url);
    this.#left--;
    await this.#waitFor(host);
    const { outbound, clock, signal } = this.#deps;
    try {
      const answer = await outbound.request({
        url,
        purpose: 'looking for feeds',
        headers: { accept: ACCEPT },
        limits: { totalMs: 10_000, wireBytes: MAX_BYTES, decodedBytes: MAX_BYTES },
        ...(signal ? { signal } : {}),
      });
      if (answer.status === 429 || answer.status === 503) this.#quiet.add(host);
      return answer;
    } finally {
      this.#askedAt.set(host, clock.now());
    }
  }

  async #waitFor(host: string): Promise<void> {
    const { clock, delayMs, signal } = this.#deps;
    const last = this.#askedAt.get(host);
    if (last === undefined) return;
    await pause(clock, Math.max(0, last + delayMs - clock.now()), signal ?? new AbortController().signal);
  }
}

/** A failure of the other side as a Problem for the person who typed the address. Our own faults stay errors. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ThreadEnded) return new Problem('address-unreadable', error.message, { cause: error });
  if (!(error instanceof OutboundFailure) || error.fault === 'ours') throw error;
  return new Problem('address-unreadable', error.message.replace('looking for feeds: ', ''), {
    cause: error,
  });
}

const MAX_REQUESTS = 14;
const MAX_DURATION_MS = 20_000;
const MAX_BYTES = 5_000_000;
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, text/html;q=0.9, application/xml;q=0.9, */*;q=0.5';

export interface DiscoveryRequestDeps {
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** Between two requests to one host. */
  readonly delayMs: number;
  readonly signal?: AbortSignal;
}
