/**
 * ALL-4: code gets the time from an injected clock, so that a test can run a day in a millisecond.
 * Code outside this file never calls Date.now(), setTimeout or setInterval where the time matters.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Returns when the time is over or the signal fires, whichever is first. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return clock.sleep(ms, signal).catch(() => undefined);
}

/** A clock that advances only when a test calls `advance`. Sleepers wake in the order of their due times. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  constructor(startsAt = Date.UTC(2026, 0, 1)) {
    this.#now = startsAt;
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper: Sleeper = { dueAt: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener(
        'abort',
        () => {
          this.#sleepers = this.#sleepers.filter(other => other !== sleeper);
          reject(signal.reason);
        },
        { once: true },
      );
    });
  }

  /** Moves time forward and wakes due sleepers, one due time after the other. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#sleepers.filter(s => s.dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)[0];
      if (!next) break;
      this.#now = Math.max(this.#now, next.dueAt);
      this.#sleepers = this.#sleepers.filter(s => s !== next);
      next.wake();
      await yieldToEventLoop();
    }
    this.#now = end;
    await yieldToEventLoop();
  }
}

/** One turn of the event loop: all code that was ready to run has run after it. */
function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

interface Sleeper {
  dueAt: number;
  wake: () => void;
}
