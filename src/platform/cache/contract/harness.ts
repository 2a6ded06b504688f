import assert from 'node:assert/strict';
import { type Clock, type ManualClock, systemClock } from '../../../lib/clock.ts';
import { type CacheKey, cacheKey } from '../keys.ts';
import type { SharedCache } from '../port.ts';

/** What an adapter provides to the contract. */
export interface CacheHarness {
  readonly store: SharedCache;
  /** A second client of the same state, as in another process. */
  readonly peer: SharedCache;
  /** Given when the store uses this clock; without it lifetimes are short and the tests wait. */
  readonly clock?: ManualClock;
  /** Number of random histories to compare with the model. */
  readonly histories: number;
  /** Deletes everything at once. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export type CreateHarness = () => Promise<CacheHarness>;

/** Runs one test body against its own store. */
export function using(create: CreateHarness, body: (harness: CacheHarness) => Promise<void>) {
  return async () => {
    const harness = await create();
    try {
      await body(harness);
    } finally {
      await harness.close();
    }
  };
}

let keys = 0;

/** A key that no other test uses, even when runs share a server. */
export function freshKey(...parts: readonly string[]): CacheKey {
  keys += 1;
  return cacheKey(
    'contract',
    1,
    String(process.pid),
    performance.timeOrigin.toString(36),
    String(keys),
    ...parts,
  );
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function text(value: Uint8Array | null): string | null {
  return value === null ? null : new TextDecoder().decode(value);
}

/** Fails unless what `begin` starts exists for `ttlMs` and ends soon after. */
export async function assertEnds(
  harness: CacheHarness,
  ttlMs: number,
  begin: () => Promise<unknown>,
  isThere: () => Promise<boolean>,
): Promise<void> {
  const beganAt = performance.now();
  await begin();
  if (harness.clock) {
    await harness.clock.advance(ttlMs - 1);
    assert.equal(await isThere(), true, 'it ended early');
    await harness.clock.advance(1);
    assert.equal(await isThere(), false, 'it did not end');
    return;
  }
  await until(async () => !(await isThere()), ttlMs + PATIENCE_MS);
  assert.ok(performance.now() - beganAt >= ttlMs - CLOCK_GRAIN_MS, 'it ended early');
}

/** Lets `ms` of the store's time pass. */
export async function pass(harness: CacheHarness, ms: number): Promise<void> {
  if (harness.clock) return harness.clock.advance(ms);
  const end = performance.now() + ms;
  await until(async () => performance.now() >= end, ms + PATIENCE_MS);
}

/** The store's time, or a clock that runs beside it. */
export function now(harness: CacheHarness): number {
  return harness.clock?.now() ?? performance.now();
}

/** Waits for `work`, advancing the clock when it is a manual one. */
export async function drive<T>(harness: CacheHarness, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (harness.clock && !isOver) await harness.clock.advance(5);
  return over;
}

export async function until(holds: () => Promise<boolean>, patienceMs = PATIENCE_MS): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    assert.ok(performance.now() < end, 'timed out');
    await systemClock.sleep(3);
  }
}

export function clockOf(harness: CacheHarness): Clock {
  return harness.clock ?? systemClock;
}

/** Both clients alternately. */
export function clients(harness: CacheHarness, calls: number): SharedCache[] {
  return Array.from({ length: calls }, (_, n) => (n % 2 === 0 ? harness.store : harness.peer));
}

/** Only guards against hanging. */
const PATIENCE_MS = 60_000;
/** Two clocks that count whole milliseconds may differ by this much on one lifetime. */
export const CLOCK_GRAIN_MS = 2;
