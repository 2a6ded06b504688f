import { type Clock, pause } from '../../lib/clock.ts';
import { inBackground } from '../../platform/database/background.ts';
import type { Database } from '../../platform/database/port.ts';
import type { EventLog } from '../../platform/log/port.ts';
import { startSendingWebhooks, type WebhookTools } from './delivery/send-webhooks.ts';
import { webhookChannel } from './delivery/webhook-channel.ts';
import { startJudging } from './match-articles.ts';
import type { SavedQueries } from './saved-queries.ts';

/** SRCH-9: judges articles by the saved searches, and sends what goes out at once. Mails go by a task. */
export async function startAlerts(tools: AlertTools): Promise<Alerts> {
  const { broker, saved, telemetry, waitingClock } = tools;
  const database = inBackground(tools.database, { patienceMs: PATIENCE_MS });
  const judging = await startJudging({ ...tools, database, channels: [webhookChannel(broker)] });
  const sending = startSendingWebhooks({ ...tools, database });
  const stopping = new AbortController();
  const readingAgain = (async () => {
    while (!stopping.signal.aborted) {
      await pause(waitingClock, READ_AGAIN_MS, stopping.signal);
      if (!stopping.signal.aborted)
        await saved
          .readAgain()
          .catch(error => telemetry.log.warn('saved searches could not be read again', { error }));
    }
  })();
  return {
    drained: () => judging.drained(),
    stop: async () => {
      stopping.abort();
      await readingAgain;
      await judging.stop();
      await sending.stop();
    },
  };
}

const PATIENCE_MS = 30_000;
const READ_AGAIN_MS = 600_000;

export interface AlertTools extends WebhookTools {
  readonly database: Database;
  readonly log: EventLog;
  readonly saved: SavedQueries;
  /** Of the machine: for waits that have no hour of the day. */
  readonly waitingClock: Clock;
}

export interface Alerts {
  /** Resolves when everything that was committed before the call has been judged. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}
