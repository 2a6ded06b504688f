import type { HostVisit } from './claim.ts';

/**
 * A visit's view of its lease, by a monotonic clock that also runs while the process is stopped. A request starts only in
 * the first half of a lease and takes no longer than the second half, so a visit that was paused for too long sends no
 * more requests. Writes that it had begun are rejected by the lease's token.
 */
export class HostLease {
  readonly #host: string;
  readonly #leaseMs: number;
  #startBefore: number;

  constructor({ host, leasedAt }: Pick<HostVisit, 'host' | 'leasedAt'>, leaseMs: number) {
    this.#host = host;
    this.#leaseMs = leaseMs;
    this.#startBefore = leasedAt + leaseMs / 2;
  }

  /** The pause before the next request and the lease after it. */
  holdMs(pauseMs: number): number {
    return this.#leaseMs + pauseMs;
  }

  /** The lease was renewed for `holdMs`, at `since` or later. */
  renew(since: number, holdMs: number): void {
    this.#startBefore = since + holdMs - this.#leaseMs / 2;
  }

  /** Called right before each request. */
  assertValid(): void {
    if (performance.now() > this.#startBefore) throw new HostLeaseLost(this.#host);
  }
}

/** The lease of the host ended during the visit, so the visit writes nothing. */
export class HostLeaseLost extends Error {
  constructor(host: string) {
    super(`the lease of ${host} was lost`);
    this.name = 'HostLeaseLost';
  }
}
