/**
 * Counts the seconds in which a reader looks at a page: while it is visible, for at most a minute after the
 * last input. Background tabs, sleeping machines and idle readers do not count.
 */
export class Attention {
  #milliseconds = 0;
  #countedAt = performance.now();
  #activeAt = performance.now();

  constructor(onSecond: (seconds: number) => void) {
    for (const input of ['scroll', 'pointermove', 'pointerdown', 'keydown', 'touchstart'])
      addEventListener(input, () => this.#markActive(), { passive: true, capture: true });
    document.addEventListener('visibilitychange', () => {
      // The time before the change belongs to the state before it.
      this.#count(document.visibilityState === 'hidden');
      this.#markActive();
    });
    setInterval(() => {
      this.#count(document.visibilityState === 'visible');
      onSecond(this.seconds);
    }, TICK_MS);
  }

  get seconds(): number {
    return Math.floor(this.#milliseconds / 1_000);
  }

  #markActive(): void {
    this.#activeAt = performance.now();
  }

  #count(wasVisible: boolean): void {
    const now = performance.now();
    const passed = now - this.#countedAt;
    this.#countedAt = now;
    // A much longer gap between two ticks means that the machine slept.
    if (wasVisible && now - this.#activeAt <= ACTIVE_MS && passed <= 3 * TICK_MS)
      this.#milliseconds += passed;
  }
}

const TICK_MS = 1_000;
const ACTIVE_MS = 60_000;
