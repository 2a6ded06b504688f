import type { HostVisit } from './claim.ts';

/**
 * What a visitor believes about its lease of a host, by a clock that nobody sets and that goes on while the process is
 * stopped. A request begins only in the first half of a lease and takes no longer than the second half, so a visit
 * that sleeps past its time asks nothing more. What it had begun to write is refused by the lease's token.
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

  /** For as long as the pause before the next request, and the lease behind it. */
  holdMs(pauseMs: number): number {
    return this.#leaseMs + pauseMs;
  }

  /** It was held anew for `holdMs`, at `since` or later. */
  renew(since: number, holdMs: number): void {
    this.#startBefore = since + holdMs - this.#leaseMs / 2;
  }

  /** Called right before each request. */
  assertValid(): void {
    if (performance.now() > this.#startBefore) throw new LeaseLost(this.#host);
  }
}

/** The lease of the host ran out under this visit, so nothing of it counts. */
export class LeaseLost extends Error {
  constructor(host: string) {
    super(`the lease of ${host} was lost`);
    this.name = 'LeaseLost';
  }
}
