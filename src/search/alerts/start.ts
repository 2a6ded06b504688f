import { type Clock, pause } from '../../lib/clock.ts';
import { inBackground } from '../../platform/database/background.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { startWebhookWorker, type WebhookDeps } from './delivery/send-webhooks.ts';
import { webhookChannel } from './delivery/webhook-channel.ts';
import { startMatching } from './match-articles.ts';
import type { SavedQueries } from './saved-queries.ts';

/** SRCH-9: matches articles against saved searches and delivers webhooks. Mails are sent by a periodic task. */
export async function startAlerts(deps: AlertDeps): Promise<RunningAlerts> {
  const { broker, saved, telemetry, waitingClock } = deps;
  const database = inBackground(deps.database, { patienceMs: DATABASE_PATIENCE_MS });
  const matching = await startMatching({ ...deps, database, channels: [webhookChannel(broker)] });
  const sending = startWebhookWorker({ ...deps, database });
  const stopping = new AbortController();
  const reloading = (async () => {
    while (!stopping.signal.aborted) {
      await pause(waitingClock, RELOAD_INTERVAL_MS, stopping.signal);
      if (!stopping.signal.aborted)
        await saved.reload().catch(error => telemetry.log.warn('alert.reload_failed', { error }));
    }
  })();
  return {
    drained: () => matching.drained(),
    stop: async () => {
      stopping.abort();
      await reloading;
      await matching.stop();
      await sending.stop();
    },
  };
}

const DATABASE_PATIENCE_MS = 30_000;
const RELOAD_INTERVAL_MS = 600_000;

export interface AlertDeps extends WebhookDeps {
  readonly database: Database;
  readonly log: EventLog;
  readonly saved: SavedQueries;
  /** The machine's clock: for intervals, which no test moves. */
  readonly waitingClock: Clock;
}

export interface RunningAlerts {
  /** Resolves when everything that was committed before the call has been matched. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
