/**
 * Counts the seconds that somebody gives to a page: while it is in sight, and for a minute after each sign of life at
 * most. A tab in the background, a sleeping machine and a desk that was left count nothing.
 */
export class Attention {
  #milliseconds = 0;
  #lookedAt = performance.now();
  #aliveAt = performance.now();

  constructor(onSecond: (seconds: number) => void) {
    for (const sign of ['scroll', 'pointermove', 'pointerdown', 'keydown', 'touchstart'])
      addEventListener(sign, () => this.#comeAlive(), { passive: true, capture: true });
    document.addEventListener('visibilitychange', () => {
      // What went before the change is of the state before it.
      this.#look(document.visibilityState === 'hidden');
      this.#comeAlive();
    });
    setInterval(() => {
      this.#look(document.visibilityState === 'visible');
      onSecond(this.seconds);
    }, TICK_MS);
  }

  get seconds(): number {
    return Math.floor(this.#milliseconds / 1_000);
  }

  #comeAlive(): void {
    this.#aliveAt = performance.now();
  }

  #look(wasVisible: boolean): void {
    const now = performance.now();
    const passed = now - this.#lookedAt;
    this.#lookedAt = now;
    // A pause between two looks that is much longer than it should be is one in which the machine slept.
    if (wasVisible && now - this.#aliveAt <= ALIVE_MS && passed <= 3 * TICK_MS) this.#milliseconds += passed;
  }
}

const TICK_MS = 1_000;
const ALIVE_MS = 60_000;
