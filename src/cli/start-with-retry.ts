import type { Config } from '../config.ts';
import { isTransient } from '../errors.ts';
import { type Clock, pause } from '../lib/clock.ts';
import { explain } from './explain.ts';

/**
 * Retries a start that needs the database for up to `database-wait`: the database may be recovering from a crash, or may
 * have been started at the same time. Null when `stop` fires meanwhile.
 */
export async function startWithRetry<T>(start: () => Promise<T>, deps: StartRetryDeps): Promise<T | null> {
  const { clock, config, say, stop } = deps;
  const giveUpAt = clock.now() + config.databaseWait;
  let hasReported = false;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (stop.aborted) return null;
      if (!isTransient(error) || clock.now() + PAUSE_MS >= giveUpAt) throw error;
      if (!hasReported) say(`${explain(error, config).message}; waiting for it.`);
      hasReported = true;
    }
    await pause(clock, PAUSE_MS, stop);
    if (stop.aborted) return null;
  }
}

/** Each attempt has waited for a connection already. */
const PAUSE_MS = 250;

interface StartRetryDeps {
  readonly clock: Clock;
  readonly config: Config;
  readonly say: (text: string) => void;
  readonly stop: AbortSignal;
}
