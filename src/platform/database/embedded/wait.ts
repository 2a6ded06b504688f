import type { Clock } from '../../../lib/clock.ts';

/** Whether `work` settles in time. If it rejects in time, so does this. */
export async function settlesWithin(work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const alarm = new AbortController();
  try {
    return await Promise.race([work.then(() => true), clock.sleep(ms, alarm.signal).then(() => false)]);
  } finally {
    alarm.abort();
  }
}

/**
 * Calls `check` until it returns a value; undefined when it returned none within `maxMs`. Counts the waits instead of
 * reading the time, so that a clock that jumps does not cut them short.
 */
export async function poll<T>(
  check: () => Promise<T | undefined>,
  { clock, every, maxMs, signal }: PollOptions,
): Promise<T | undefined> {
  for (let waited = 0; ; waited += every) {
    const value = await check();
    if (value !== undefined || waited >= maxMs) return value;
    await clock.sleep(every, signal);
  }
}

interface PollOptions {
  clock: Clock;
  every: number;
  maxMs: number;
  signal?: AbortSignal;
}
