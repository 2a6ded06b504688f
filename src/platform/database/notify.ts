import { type Clock, pause } from '../../lib/clock.ts';
import type { Logger } from '../telemetry/port.ts';
import type { Database } from './port.ts';
import { sql } from './sql.ts';

/**
 * Notifies other processes by NOTIFY. Its lock blocks every other NOTIFY in the database, so it runs outside of
 * callers' transactions and at most once in 10 ms, with everything that arrived meanwhile. A notification may get
 * lost with this process, so listeners also poll now and then.
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
    notify: (subject, payload) => {
      unsent.set(subject, payload);
      sending ??= send();
    },
    pending: subject => unsent.get(subject),
    close: async () => {
      closing.abort();
      await sending;
    },
  };
}

const BETWEEN_NOTIFICATIONS_MS = 10;

export interface Notifier {
  /** A later payload on the same subject replaces one that has not been sent yet. */
  notify(subject: string, payload: string): void;
  /** The pending payload of a subject. */
  pending(subject: string): string | undefined;
  /** Sends the pending payloads. */
  close(): Promise<void>;
}

interface NotifierOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly channel: string;
}
