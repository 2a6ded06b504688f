import { systemClock } from '../../src/lib/clock.ts';

/** Looks for articles that were stored until they are found, and notes how long that took while somebody answered. */
export class SearchWatch {
  readonly #url: string;
  readonly #limitMs: number;
  readonly #looking = new Set<Promise<void>>();
  readonly #times: number[] = [];
  #isUp = true;
  #backAt = 0;
  expected = 0;
  late = 0;

  constructor(url: string, limitMs: number) {
    this.#url = url;
    this.#limitMs = limitMs;
  }

  expect(marker: string): void {
    this.expected++;
    const looking = this.#lookFor(marker, performance.now());
    this.#looking.add(looking);
    void looking.finally(() => this.#looking.delete(looking));
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

  /** Resolves when all were found, or nobody hopes any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#looking);
  }

  summary(): string {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, at most ${at(1)} ms, ${this.late} late`;
  }

  async #lookFor(marker: string, storedAt: number): Promise<void> {
    while (performance.now() - Math.max(storedAt, this.#backAt) < this.#limitMs * 6) {
      if (this.#isUp && (await this.#isFound(marker))) {
        const tookMs = performance.now() - Math.max(storedAt, this.#backAt);
        this.#times.push(tookMs);
        if (tookMs > this.#limitMs) this.late++;
        return;
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
