import type { Clock } from '../../../lib/clock.ts';

/** Did `work` settle in time? Its error, when it comes in time, is the caller's. */
export async function settlesWithin(work: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const alarm = new AbortController();
  try {
    return await Promise.race([work.then(() => true), clock.sleep(ms, alarm.signal).then(() => false)]);
  } finally {
    alarm.abort();
  }
}

/**
 * Asks again and again until `answer` is there; undefined when it did not come in `most` milliseconds.
 * The waits are counted instead of reading the time, so that a clock that jumps does not cut them short.
 */
export async function poll<T>(
  ask: () => Promise<T | undefined>,
  { clock, every, most, signal }: Patience,
): Promise<T | undefined> {
  for (let waited = 0; ; waited += every) {
    const answer = await ask();
    if (answer !== undefined || waited >= most) return answer;
    await clock.sleep(every, signal);
  }
}

interface Patience {
  clock: Clock;
  every: number;
  most: number;
  signal?: AbortSignal;
}
