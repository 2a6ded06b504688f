import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { listSynonyms, SYNONYM_CHANNEL } from './store.ts';

/**
 * SRCH-3: keeps the synonyms of this process as in the database: immediately after a notification, and by polling in
 * case one was missed. While the database is unavailable, the last ones stay in use.
 */
export async function followSynonyms(deps: FollowSynonymsDeps, use: UseSynonyms): Promise<FollowedSynonyms> {
  const { database, clock, log, everyMs: intervalMs = REFRESH_INTERVAL_MS } = deps;
  const stopping = new AbortController();
  let known = '';
  let reading = Promise.resolve();
  const read = () => {
    reading = reading.then(async () => {
      const sets = (await listSynonyms(database))
        .filter(({ isActive }) => isActive)
        .map(({ words }) => words);
      const text = JSON.stringify(sets);
      if (text !== known) use(sets);
      known = text;
    });
    reading = reading.catch(error => log.warn('search.synonym_refresh_failed', { error }));
    return reading;
  };
  const changes = await database.listen(
    SYNONYM_CHANNEL,
    () => void read(),
    () => void read(),
  );
  await read();
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      await pause(clock, intervalMs, stopping.signal);
      if (!stopping.signal.aborted) await read();
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await changes.close();
      await polling;
      await reading;
    },
  };
}

const REFRESH_INTERVAL_MS = 20_000;

export type UseSynonyms = (sets: readonly (readonly string[])[]) => void;

export interface FollowSynonymsDeps {
  readonly database: Database;
  /** The machine's clock. */
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly everyMs?: number;
}

export interface FollowedSynonyms {
  stop(): Promise<void>;
}
