import { type Clock, pause } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Logger } from '../../platform/telemetry/port.ts';
import { listSynonyms, SYNONYM_CHANGES } from './store.ts';

/**
 * SRCH-3: keeps the synonyms of this process as the database has them: at once when somebody tells of a change, and by
 * looking now and then in case nobody did. While the database is away the last ones known go on.
 */
export async function followSynonyms(tools: FollowTools, use: UseSynonyms): Promise<FollowedSynonyms> {
  const { database, clock, log, everyMs = LOOK_EVERY_MS } = tools;
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
    reading = reading.catch(error => log.warn('synonyms could not be read', { error }));
    return reading;
  };
  const changes = await database.listen(
    SYNONYM_CHANGES,
    () => void read(),
    () => void read(),
  );
  await read();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await pause(clock, everyMs, stopping.signal);
      if (!stopping.signal.aborted) await read();
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await changes.close();
      await looking;
      await reading;
    },
  };
}

const LOOK_EVERY_MS = 20_000;

export type UseSynonyms = (sets: readonly (readonly string[])[]) => void;

export interface FollowTools {
  readonly database: Database;
  /** Of the machine. */
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  readonly everyMs?: number;
}

export interface FollowedSynonyms {
  stop(): Promise<void>;
}
