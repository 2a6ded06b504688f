import { pause } from '../../lib/clock.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { OutboundRequest, OutboundResponse, Redirect } from '../../platform/outbound/port.ts';
import type { IngestContext } from '../context.ts';
import type { HostVisit } from '../schedule/claim.ts';
import {
  type BusyHost,
  hostOf,
  type LeasedHost,
  type LeasedHostChange,
  leaseHost,
  updateLeasedHosts,
} from '../schedule/hosts.ts';
import { backoffMs, isHostFailure, retryAfterSeconds } from './responses.ts';

/**
 * FETCH-2: sends a request to the visited host. The rules of politeness hold for every host that it redirects to: one
 * request at a time, and a pause after it.
 *
 *   to a free host             it is leased, requested, and released to rest with the outcome of the request
 *   to a busy or resting one   it is not requested: the fetch is postponed until that host is free (`blocked`)
 *   back to an earlier host    it is leased already, and is requested again after its pause
 *
 * A request without redirects to other hosts leases and writes nothing.
 */
export async function requestPolitely(
  visited: VisitedHost,
  request: OutboundRequest,
): Promise<PoliteResponse> {
  const chain = new RedirectChain(visited, request.signal);
  const { mayFollow } = chain;
  try {
    const response = await visited.context.outbound.request({ ...request, mayFollow });
    if (chain.isSingleHost) return { response, blocked: null, isOtherHost: false };
    await chain.release(outcomeOfResponse(response, visited.context.clock.now()));
    return { response, blocked: chain.blocked, isOtherHost: isOtherHost(visited, response.url) };
  } catch (error) {
    await chain.release(error instanceof OutboundFailure ? outcomeOfFailure(error) : null);
    throw error;
  }
}

/** Whether the response or the failure at `url` belongs to another host than the visited one. */
export function isOtherHost({ visit }: Pick<VisitedHost, 'visit'>, url: string): boolean {
  return URL.canParse(url) && hostOf(url) !== visit.host;
}

function outcomeOfResponse({ url, status, headers }: OutboundResponse, now: number): HostOutcome {
  const slowMs = backoffMs(status, retryAfterSeconds(headers, now));
  return { host: hostOf(url), failed: isHostFailure(status), slowMs };
}

function outcomeOfFailure({ url, fault }: OutboundFailure): HostOutcome | null {
  return fault === 'ours' || !URL.canParse(url) ? null : { host: hostOf(url), failed: true, slowMs: 0 };
}

class RedirectChain {
  readonly #visited: VisitedHost;
  readonly #signal: AbortSignal;
  readonly #leased = new Map<string, LeasedHost>();
  readonly #answeredAt = new Map<string, number>();
  #deciding: Promise<unknown> | null = null;
  blocked: BlockedRedirect | null = null;

  constructor(visited: VisitedHost, signal: AbortSignal | undefined) {
    this.#visited = visited;
    this.#signal = signal ?? NEVER;
  }

  readonly mayFollow = (redirect: Redirect): Promise<boolean> => {
    this.#answeredAt.set(hostOf(redirect.from), performance.now());
    const deciding = this.#decide(redirect);
    // The caller handles errors; `release` only waits for the end.
    this.#deciding = deciding.catch(() => undefined);
    return deciding;
  };

  async #decide(redirect: Redirect): Promise<boolean> {
    const { context } = this.#visited;
    const host = hostOf(redirect.to);
    const answeredAt = this.#answeredAt.get(host);
    if (answeredAt !== undefined) return this.#returnTo(host, answeredAt);
    const found = await leaseHost(context.database, host, context.settings.leaseMs);
    if (found.kind === 'leased') this.#leased.set(host, found);
    else this.blocked = { host, redirect, waitMs: this.#waitFor(found) };
    return found.kind === 'leased';
  }

  async #returnTo(host: string, answeredAt: number): Promise<boolean> {
    const waitMs = answeredAt + this.#delayOf(host) - performance.now();
    if (waitMs > MAX_WAIT_MS) return false;
    if (waitMs > 0) await pause(this.#visited.context.clock, Math.ceil(waitMs), this.#signal);
    return true;
  }

  /**
   * Most visits end long before their leases. Fetches that wait for one host are spread over its lease, so that they do not
   * all return at its end, when only one of them can have the host.
   */
  #waitFor({ ms, delayMs, isResting }: BusyHost): number {
    const { settings, random } = this.#visited.context;
    const pauseMs = Math.max(delayMs ?? 0, settings.hostDelayMs);
    return isResting || ms <= pauseMs ? ms : Math.ceil(pauseMs + random.fraction() * (ms - pauseMs));
  }

  #delayOf(host: string): number {
    const { context, visit, delayMs } = this.#visited;
    if (host === visit.host) return delayMs();
    return Math.max(this.#leased.get(host)?.delayMs ?? 0, context.settings.hostDelayMs);
  }

  /** There was no redirect to another host. */
  get isSingleHost(): boolean {
    return this.#deciding === null;
  }

  /** When the database is unavailable, the end of the leases releases the hosts. */
  async release(end: HostOutcome | null): Promise<void> {
    // A request that was aborted may still be leasing a host.
    if (this.#deciding) await this.#deciding;
    if (this.#leased.size === 0) return;
    const { database, telemetry } = this.#visited.context;
    const changes = [...this.#leased.values()].map(leased => this.#changeOf(leased, end));
    await database
      .transaction(tx => updateLeasedHosts(tx, changes))
      .catch(error =>
        telemetry.log.warn('crawl.hosts_not_released', { hosts: [...this.#leased.keys()], error }),
      );
  }

  #changeOf({ host, leaseToken }: LeasedHost, end: HostOutcome | null): LeasedHostChange {
    const answered = this.#answeredAt.has(host) ? false : null;
    const { failed, slowMs } = end?.host === host ? end : { failed: answered, slowMs: 0 };
    return { host, leaseToken, hold_ms: this.#delayOf(host), failed, slow_ms: slowMs };
  }
}

/** Redirects back and forth between hosts with longer pauses are not followed: the request would not end in time. */
const MAX_WAIT_MS = 5_000;
const NEVER = new AbortController().signal;

export interface VisitedHost {
  readonly context: IngestContext;
  readonly visit: HostVisit;
  /** Between two requests to the visited host. */
  delayMs(): number;
}

export interface PoliteResponse {
  readonly response: OutboundResponse;
  /** The response is a redirect to a host that cannot be requested yet. */
  readonly blocked: BlockedRedirect | null;
  /** The response came from another host than the visited one. */
  readonly isOtherHost: boolean;
}

export interface BlockedRedirect {
  readonly host: string;
  readonly redirect: Redirect;
  /** An estimate of the time until the host may be requested. */
  readonly waitMs: number;
}

interface HostOutcome {
  readonly host: string;
  readonly failed: boolean | null;
  readonly slowMs: number;
}
