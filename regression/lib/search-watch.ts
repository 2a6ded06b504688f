import { systemClock } from '../../src/lib/clock.ts';

/**
 * Searches for each stored article until it is found, and measures how long that took while the program was
 * up. One search at a time, oldest article first: dozens of searches ten times a second would leave a small
 * machine no time to index.
 */
export class SearchWatch {
  readonly #url: string;
  readonly #maxWaitMs: number;
  readonly #waiting = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #polling: Promise<void>;
  #isUp = true;
  #isOver = false;
  #killedAt = 0;
  #backAt = 0;
  expected = 0;

  /**
   * An article not found within `maxWaitMs` counts as lost; the comparison with the index shows whether it is.
   */
  constructor(url: string, maxWaitMs: number) {
    this.#url = url;
    this.#maxWaitMs = maxWaitMs;
    this.#polling = this.#poll();
  }

  expect(marker: string): void {
    this.expected++;
    this.#waiting.set(marker, performance.now());
  }

  isDown(): void {
    this.#isUp = false;
    this.#killedAt = performance.now();
  }

  isBack(): void {
    this.#isUp = true;
    this.#backAt = Math.max(performance.now(), this.#killedAt + MIN_DOWN_MS);
  }

  get found(): number {
    return this.#times.length;
  }

  /** No more articles follow. Resolves when all were found or given up. */
  async settled(): Promise<void> {
    this.#isOver = true;
    await this.#polling;
  }

  /** How many articles took longer than the limit. */
  late(limitMs: number): number {
    return this.#times.filter(tookMs => tookMs > limitMs).length;
  }

  summary(): string {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`;
  }

  async #poll(): Promise<void> {
    while (!this.#isOver || this.#waiting.size > 0) {
      for (const [marker, storedAt] of [...this.#waiting]) {
        if (!this.#isUp) break;
        const isFound = await this.#isFound(marker);
        const tookMs = performance.now() - Math.max(storedAt, this.#backAt);
        if (isFound) this.#times.push(tookMs);
        if (isFound || tookMs > this.#maxWaitMs) this.#waiting.delete(marker);
      }
      await systemClock.sleep(100);
    }
  }

  /** A process killed during a search does not answer it. */
  async #isFound(marker: string): Promise<boolean> {
    const response = await fetch(`${this.#url}/api/v1/search?q=${marker}%20`).catch(() => null);
    if (!response?.ok) return false;
    const { total, correction } = (await response.json()) as { total: number; correction: unknown };
    return total > 0 && correction === null;
  }
}

/**
 * A successor takes over when the lease of the killed process ends, six seconds after its last heartbeat, however fast it
 * starts. With the five seconds from its return, an article is found within seven of the kill.
 */
const MIN_DOWN_MS = 2_000;
