import { type Clock, pause } from './clock.ts';

/**
 * Collects garbage while the process has nothing else to do. Node collects when a heap is full, so what a burst of work
 * leaves behind stays in memory until the next burst.
 *
 *   every ten seconds: busy, or little more than after the last collection -> nothing; otherwise -> collect
 */
export async function collectWhenIdle(signal: AbortSignal, deps: IdleMemoryDeps): Promise<void> {
  const { clock, heapBytes, busyShare, collect } = deps;
  let floor = 0;
  while (!signal.aborted) {
    await pause(clock, CHECK_MS, signal);
    if (signal.aborted) return;
    if (busyShare() > BUSY_SHARE || heapBytes() < floor * WORTHWHILE + MIN_BYTES) continue;
    collect();
    floor = heapBytes();
  }
}

/** The share of the time since the last call in which the event loop was busy. */
export function busyShareOfEventLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

const CHECK_MS = 10_000;
const BUSY_SHARE = 0.1;
/** A collection takes a tenth of a second; an idle process allocates so much in a quarter of an hour. */
const WORTHWHILE = 1.1;
const MIN_BYTES = 16_777_216;

export interface IdleMemoryDeps {
  readonly clock: Clock;
  /** Bytes in use, with garbage. */
  readonly heapBytes: () => number;
  readonly busyShare: () => number;
  readonly collect: () => void;
}
