import { HashTable } from './hash-table.ts';
import type { RuleKey } from './key.ts';

/**
 * Numbers by key, stored for at least `span` milliseconds and at most twice as long, in two generations that
 * are swapped at multiples of the span:
 *
 *   | previous: read only | current: read and written | -> time
 *
 * When there are more keys than `maxEntries`, the generations are swapped early: memory stays bounded, and
 * `evictedEarly` counts the entries lost before their time.
 */
export class ExpiringMap {
  readonly span: number;
  readonly maxEntries: number;
  evictedEarly = 0;
  #current = new HashTable();
  #previous = new HashTable();
  #period = Number.NEGATIVE_INFINITY;
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(span: number, maxEntries: number) {
    this.span = span;
    this.maxEntries = maxEntries;
  }

  /** NaN for a missing key. A time before the newest one seen counts as the newest. */
  get(key: RuleKey, now: number): number {
    if (now >= this.#endsAt) this.#advance(now);
    return this.peek(key);
  }

  /** Like `get`, without advancing time. */
  peek(key: RuleKey): number {
    const value = this.#current.get(key);
    return Number.isNaN(value) ? this.#previous.get(key) : value;
  }

  set(key: RuleKey, value: number, now: number): void {
    if (now >= this.#endsAt) this.#advance(now);
    if (this.#current.used >= this.maxEntries) this.#swapEarly();
    this.#current.set(key, value);
  }

  get entries(): number {
    return this.#current.used + this.#previous.used;
  }

  get bytes(): number {
    return this.#current.bytes + this.#previous.bytes;
  }

  /**
   * span (8) | max entries (8) | period (8) | evicted early (8) | length of current (4) | current | previous
   */
  toBytes(): Uint8Array {
    const [current, previous] = [this.#current.toBytes(), this.#previous.toBytes()];
    const bytes = new Uint8Array(HEAD + current.length + previous.length);
    const view = new DataView(bytes.buffer);
    for (const [index, value] of [this.span, this.maxEntries, this.#period, this.evictedEarly].entries())
      view.setFloat64(8 * index, value, true);
    view.setUint32(32, current.length, true);
    bytes.set(current, HEAD);
    bytes.set(previous, HEAD + current.length);
    return bytes;
  }

  static fromBytes(bytes: Uint8Array): ExpiringMap {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const memory = new ExpiringMap(view.getFloat64(0, true), view.getFloat64(8, true));
    memory.#begin(view.getFloat64(16, true));
    memory.evictedEarly = view.getFloat64(24, true);
    const border = HEAD + view.getUint32(32, true);
    memory.#current = HashTable.fromBytes(bytes.subarray(HEAD, border));
    memory.#previous = HashTable.fromBytes(bytes.subarray(border));
    return memory;
  }

  #advance(now: number): void {
    const period = Math.floor(now / this.span);
    if (period === this.#period + 1) this.#swap();
    else {
      this.#current.clear();
      this.#previous.clear();
    }
    this.#begin(period);
  }

  #begin(period: number): void {
    this.#period = period;
    this.#endsAt = (period + 1) * this.span;
  }

  #swapEarly(): void {
    this.evictedEarly += this.#previous.used;
    this.#swap();
  }

  #swap(): void {
    [this.#current, this.#previous] = [this.#previous, this.#current];
    this.#current.clear();
  }
}

const HEAD = 36;
