import { type Clock, pause } from '../../lib/clock.ts';
import type { Logger } from '../telemetry/port.ts';
import type { Database } from './port.ts';
import { sql } from './sql.ts';

/**
 * Tells other processes by NOTIFY, which takes a lock that every other one in the database waits for: so it is sent
 * outside of anybody's transaction and at most once in 10 ms, the last one carrying all that came meanwhile. What is
 * told may get lost with this process, so whoever listens also looks by itself now and then.
 */
export function createNotifier({ database, clock, log, channel }: NotifierOptions): Notifier {
  const unsent = new Map<string, string>();
  const closing = new AbortController();
  let sending: Promise<void> | undefined;

  const send = async () => {
    while (unsent.size > 0) {
      const payloads = [...unsent.values()];
      unsent.clear();
      await database
        .execute(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`)
        .catch(error => log.debug('database.notify_failed', { channel, error }));
      await pause(clock, BETWEEN_NOTIFICATIONS_MS, closing.signal);
    }
    sending = undefined;
  };
  return {
    tell: (subject, payload) => {
      unsent.set(subject, payload);
      sending ??= send();
    },
    unsent: subject => unsent.get(subject),
    close: async () => {
      closing.abort();
      await sending;
    },
  };
}

const BETWEEN_NOTIFICATIONS_MS = 10;

export interface Notifier {
  /** A later payload on the same subject takes the place of one that has not left yet. */
  tell(subject: string, payload: string): void;
  /** What waits to leave on a subject. */
  unsent(subject: string): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

interface NotifierOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly channel: string;
}
