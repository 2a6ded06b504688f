import type { Clock } from '../../../lib/clock.ts';

/**
 * Time that never runs backwards: when the clock is set back, it pauses and then continues at the clock's pace.
 * Otherwise a lock of ten seconds would be held for an hour after a step of an hour.
 */
export function steadyTime(clock: Clock): () => number {
  let last = clock.now();
  let ahead = 0;
  return () => {
    const now = clock.now() + ahead;
    if (now < last) ahead += last - now;
    last = Math.max(last, now);
    return last;
  };
}
