import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Telemetry } from '../../platform/telemetry/port.ts';
import type { SearchEngine } from '../engine/port.ts';
import { type VerifyOptions, verifyIndex } from './verify.ts';

/**
 * Verifies and repairs an index at the start, every ten minutes and on request. A failed run is repeated after
 * seconds: until it succeeds, missing articles go unnoticed.
 */
export class PeriodicVerification {
  readonly #deps: PeriodicVerificationDeps;
  readonly #loop: Promise<void>;
  #wake = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: PeriodicVerificationDeps) {
    this.#deps = deps;
    this.#loop = this.#run();
  }

  runSoon(): void {
    this.#wake.abort();
  }

  /** Resolves when the current run has ended. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Resolves after the signal was aborted and the last run has ended. */
  ended(): Promise<void> {
    return this.#loop;
  }

  async #run(): Promise<void> {
    const { clock, verifying } = this.#deps;
    while (!verifying.signal.aborted) {
      this.#wake = new AbortController();
      const interval = this.#verify();
      this.#running = interval;
      await pause(clock, await interval, AbortSignal.any([verifying.signal, this.#wake.signal]));
    }
  }

  /** Returns the time until the next run. */
  async #verify(): Promise<number> {
    const { database, engine, telemetry, verifying } = this.#deps;
    try {
      const found = await verifyIndex({ database, engine }, { ...verifying, isRepairing: true });
      const differences = telemetry.metrics.gauge('search_index_differences');
      differences.set({ kind: 'missing' }, found.missing);
      differences.set({ kind: 'surplus' }, found.surplus);
      if (found.missing + found.surplus > 0) telemetry.log.warn('search.index_repaired', { ...found });
      return INTERVAL_MS;
    } catch (error) {
      if (!verifying.signal.aborted) telemetry.log.error('search.verify_failed', { error });
      return RETRY_MS;
    }
  }
}

const INTERVAL_MS = 600_000;
const RETRY_MS = 2_000;

interface PeriodicVerificationDeps {
  readonly database: Database;
  readonly engine: SearchEngine;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly verifying: Pick<VerifyOptions, 'settled'> & { readonly signal: AbortSignal };
}
