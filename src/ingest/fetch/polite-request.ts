import { pause } from '../../lib/clock.ts';
import { OutboundFailure } from '../../platform/outbound/failure.ts';
import type { OutboundRequest, OutboundResponse, Redirect } from '../../platform/outbound/port.ts';
import type { CrawlContext } from '../context.ts';
import type { HostVisit } from '../schedule/claim.ts';
import { hostOf, type LeftHost, leaveHeldHosts } from '../schedule/complete.ts';
import { type BusyHost, type TakenHost, takeHost } from '../schedule/take.ts';
import { quietMs, retryAfterSeconds, speaksForHost } from './responses.ts';

/**
 * FETCH-2: asks the visited host. It may redirect to others, and each of them is owed the same: one request at a time,
 * and a pause behind it.
 *
 *   to a host that is free         it is taken with a lease of its own, asked, and left to rest with what came of it
 *   to one that is busy or rests   it is not asked: what was to be fetched waits for its time (`barred`)
 *   back to one on the way         it is ours already, and is asked again after its pause
 *
 * A request that stays with its host takes and writes nothing.
 */
export async function askPolitely(start: Start, request: OutboundRequest): Promise<PoliteAnswer> {
  const journey = new Journey(start, request.signal);
  const { mayFollow } = journey;
  try {
    const answer = await start.context.outbound.request({ ...request, mayFollow });
    if (journey.isAtHome) return { answer, barred: null, isElsewhere: false };
    await journey.leave(endOf(answer, start.context.clock.now()));
    return { answer, barred: journey.barred, isElsewhere: isElsewhere(start, answer.url) };
  } catch (error) {
    await journey.leave(error instanceof OutboundFailure ? failureOf(error) : null);
    throw error;
  }
}

/** Whether what was heard, or not heard, at `url` came from another host than the visited one. */
export function isElsewhere({ visit }: Pick<Start, 'visit'>, url: string): boolean {
  return URL.canParse(url) && hostOf(url) !== visit.host;
}

function endOf({ url, status, headers }: OutboundResponse, now: number): JourneyEnd {
  const slowMs = quietMs(status, retryAfterSeconds(headers, now));
  return { host: hostOf(url), failed: speaksForHost(status), slowMs };
}

function failureOf({ url, fault }: OutboundFailure): JourneyEnd | null {
  return fault === 'ours' || !URL.canParse(url) ? null : { host: hostOf(url), failed: true, slowMs: 0 };
}

class Journey {
  readonly #start: Start;
  readonly #signal: AbortSignal;
  readonly #taken = new Map<string, TakenHost>();
  readonly #answeredAt = new Map<string, number>();
  #deciding: Promise<unknown> | null = null;
  barred: Barred | null = null;

  constructor(start: Start, signal: AbortSignal | undefined) {
    this.#start = start;
    this.#signal = signal ?? NEVER;
  }

  readonly mayFollow = (redirect: Redirect): Promise<boolean> => {
    this.#answeredAt.set(hostOf(redirect.from), performance.now());
    const deciding = this.#decide(redirect);
    // Whoever asked hears of an error; here only its end matters.
    this.#deciding = deciding.catch(() => undefined);
    return deciding;
  };

  async #decide(redirect: Redirect): Promise<boolean> {
    const { context } = this.#start;
    const host = hostOf(redirect.to);
    const answeredAt = this.#answeredAt.get(host);
    if (answeredAt !== undefined) return this.#comeBack(host, answeredAt);
    const found = await takeHost(context.database, host, context.settings.leaseMs);
    if (found.kind === 'taken') this.#taken.set(host, found);
    else this.barred = { host, redirect, waitMs: this.#waitFor(found) };
    return found.kind === 'taken';
  }

  async #comeBack(host: string, answeredAt: number): Promise<boolean> {
    const waitMs = answeredAt + this.#delayOf(host) - performance.now();
    if (waitMs > LONGEST_WAIT_MS) return false;
    if (waitMs > 0) await pause(this.#start.context.clock, Math.ceil(waitMs), this.#signal);
    return true;
  }

  /**
   * A visit mostly ends long before its lease. So many who wait for one host come at different times until then, and do
   * not meet at its end to let one of them through.
   */
  #waitFor({ ms, delayMs, isResting }: BusyHost): number {
    const { settings, random } = this.#start.context;
    const pauseMs = Math.max(delayMs ?? 0, settings.hostDelayMs);
    return isResting || ms <= pauseMs ? ms : Math.ceil(pauseMs + random.fraction() * (ms - pauseMs));
  }

  #delayOf(host: string): number {
    const { context, visit, delayMs } = this.#start;
    if (host === visit.host) return delayMs();
    return Math.max(this.#taken.get(host)?.delayMs ?? 0, context.settings.hostDelayMs);
  }

  /** No other host was ever in question. */
  get isAtHome(): boolean {
    return this.#deciding === null;
  }

  /** What cannot be told to the database, because it is away, is told by the end of the leases. */
  async leave(end: JourneyEnd | null): Promise<void> {
    // A request that was given up may still be taking a host.
    if (this.#deciding) await this.#deciding;
    if (this.#taken.size === 0) return;
    const { database, telemetry } = this.#start.context;
    const left = [...this.#taken.values()].map(taken => this.#leftWith(taken, end));
    await database
      .transaction(tx => leaveHeldHosts(tx, left))
      .catch(error =>
        telemetry.log.warn('hosts on the way could not be given back', {
          hosts: [...this.#taken.keys()],
          error,
        }),
      );
  }

  #leftWith({ host, leaseToken }: TakenHost, end: JourneyEnd | null): LeftHost {
    const answered = this.#answeredAt.has(host) ? false : null;
    const { failed, slowMs } = end?.host === host ? end : { failed: answered, slowMs: 0 };
    return { host, leaseToken, hold_ms: this.#delayOf(host), failed, slow_ms: slowMs };
  }
}

/** Who leads back and forth between hosts with longer pauses is not followed: the request would not end in time. */
const LONGEST_WAIT_MS = 5_000;
const NEVER = new AbortController().signal;

/** What a visit tells about itself. */
export interface Start {
  readonly context: CrawlContext;
  readonly visit: HostVisit;
  /** Between two requests to the visited host. */
  delayMs(): number;
}

export interface PoliteAnswer {
  readonly answer: OutboundResponse;
  /** The answer is a redirect to a host that cannot be asked yet. */
  readonly barred: Barred | null;
  /** The answer came from another host than the visited one. */
  readonly isElsewhere: boolean;
}

export interface Barred {
  readonly host: string;
  readonly redirect: Redirect;
  /** Until the host may be asked, as far as that can be told. */
  readonly waitMs: number;
}

interface JourneyEnd {
  readonly host: string;
  readonly failed: boolean | null;
  readonly slowMs: number;
}
