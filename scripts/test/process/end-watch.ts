import { reportAlive } from '../../../src/lib/alive.ts';
import { type Limits, send } from './messages.ts';

/**
 * Reports a process that does not end after its last test. The tests are over once no top-level test is open; then their
 * hooks run, and then nothing may keep the process alive. The timer is unreferenced: it only fires when something else
 * keeps the process alive.
 */
class EndWatch {
  #limits: Limits | undefined;
  #open = 0;
  /** Test events are delayed and may arrive after the hooks have ended. */
  #hooksEnded = false;
  #timer: NodeJS.Timeout | undefined;

  begin(limits: Limits): void {
    this.#limits = limits;
  }

  testBegan(): void {
    this.#open++;
    if (!this.#hooksEnded) clearTimeout(this.#timer);
  }

  testEnded(): void {
    this.#open--;
    if (this.#open === 0 && !this.#hooksEnded)
      this.#arm(this.#limits?.cleanupMs, 'the hooks after its last test have not ended');
  }

  hooksEnded(): void {
    this.#hooksEnded = true;
    this.#arm(this.#limits?.exitMs, 'something keeps it alive after its last test');
  }

  #arm(ms: number | undefined, reason: string): void {
    clearTimeout(this.#timer);
    if (ms === undefined) return;
    this.#timer = setTimeout(async () => {
      send({ type: 'alive', report: `${reason} (${ms / 1_000} s)\n${await reportAlive()}` });
    }, ms).unref();
  }
}

/** Shared by the entry of the process and its reporter. */
export const endWatch = new EndWatch();
