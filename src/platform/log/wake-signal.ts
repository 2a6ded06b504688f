import { type Clock, pause } from '../../lib/clock.ts';

/** A wait that others can end early. A wake-up without a waiter applies to the next wait. */
export class WakeSignal {
  #woken = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  /** Returns when it is woken or `ms` have passed. */
  async wait(clock: Clock, ms: number): Promise<void> {
    if (!this.#woken) {
      const over = new AbortController();
      const woken = new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      await Promise.race([woken, pause(clock, ms, over.signal)]);
      over.abort();
      this.#wake = undefined;
    }
    this.#woken = false;
  }
}
