import { type Clock, pause } from '../../lib/clock.ts';

/** Something to wait for that others can hurry along. A nudge that comes while nobody waits is kept for the next. */
export class WakeSignal {
  #nudged = false;
  #wake: (() => void) | undefined;

  wake(): void {
    this.#nudged = true;
    this.#wake?.();
  }

  /** Until it is nudged, or `ms` have passed. */
  async wait(clock: Clock, ms: number): Promise<void> {
    if (!this.#nudged) {
      const over = new AbortController();
      const nudged = new Promise<void>(resolve => {
        this.#wake = resolve;
      });
      await Promise.race([nudged, pause(clock, ms, over.signal)]);
      over.abort();
      this.#wake = undefined;
    }
    this.#nudged = false;
  }
}
