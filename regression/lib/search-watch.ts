import { systemClock } from '../../src/lib/clock.ts';

/**
 * Looks for articles that were stored until they are found, and notes how long that took while somebody answered. One
 * question at a time, those that wait longest first: who asks for dozens of articles at once, ten times a second, leaves
 * a small machine no time to index them.
 */
export class SearchWatch {
  readonly #url: string;
  readonly #hopeMs: number;
  readonly #waiting = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #looking: Promise<void>;
  #isUp = true;
  #isOver = false;
  #backAt = 0;
  expected = 0;

  /** Whoever is not found after `hopeMs` is taken for lost; the comparison tells whether it is. */
  constructor(url: string, maxWaitMs: number) {
    this.#url = url;
    this.#hopeMs = maxWaitMs;
    this.#looking = this.#look();
  }

  expect(marker: string): void {
    this.expected++;
    this.#waiting.set(marker, performance.now());
  }

  isDown(): void {
    this.#isUp = false;
  }

  isBack(): void {
    this.#isUp = true;
    this.#backAt = performance.now();
  }

  get found(): number {
    return this.#times.length;
  }

  /** No more are expected. Resolves when all were found, or nobody hopes any more. */
  async settled(): Promise<void> {
    this.#isOver = true;
    await this.#looking;
  }

  /** How many took longer. */
  late(limitMs: number): number {
    return this.#times.filter(tookMs => tookMs > limitMs).length;
  }

  summary(): string {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms`;
  }

  async #look(): Promise<void> {
    while (!this.#isOver || this.#waiting.size > 0) {
      for (const [marker, storedAt] of [...this.#waiting]) {
        if (!this.#isUp) break;
        const isFound = await this.#isFound(marker);
        const tookMs = performance.now() - Math.max(storedAt, this.#backAt);
        if (isFound) this.#times.push(tookMs);
        if (isFound || tookMs > this.#hopeMs) this.#waiting.delete(marker);
      }
      await systemClock.sleep(100);
    }
  }

  /** A process that is killed while it is asked has not answered. */
  async #isFound(marker: string): Promise<boolean> {
    const response = await fetch(`${this.#url}/api/v1/search?q=${marker}%20`).catch(() => null);
    if (!response?.ok) return false;
    const { total, correction } = (await response.json()) as { total: number; correction: unknown };
    return total > 0 && correction === null;
  }
}
