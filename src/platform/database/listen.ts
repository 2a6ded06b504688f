import type { Client } from 'pg';
import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../telemetry/port.ts';
import type { Subscription } from './port.ts';

/**
 * LISTEN on its own connection, for as long as the subscription is open.
 *
 *   connecting -> listening -> (broken, or silent for 10 s) -> connecting ...
 *
 * Each time it listens again notifications may have been missed, so it calls `onGap`. A heartbeat detects
 * half-open connections: TCP alone would take minutes to notice.
 */
export async function listen(
  deps: ListenDeps,
  channel: string,
  onPayload: (payload: string) => void,
  onGap: () => void = () => undefined,
): Promise<Subscription> {
  const closing = new AbortController();
  const state = { connected: false };
  let firstTry: (() => void) | undefined;
  const tried = new Promise<void>(resolve => {
    firstTry = resolve;
  });

  const loop = async () => {
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      const client = deps.connect();
      const broken = new Promise<void>(resolve => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
      });
      try {
        await client.connect();
        client.on('notification', message => onPayload(message.payload ?? ''));
        await client.query(`listen "${channel.replaceAll('"', '""')}"`);
        state.connected = true;
        onGap();
        firstTry?.();
        attempt = 0;
        await Promise.race([broken, heartbeat(client, deps.clock, closing.signal)]);
      } catch (error) {
        deps.log.debug('database.listen_failed', { channel, error });
      } finally {
        state.connected = false;
        firstTry?.();
        await endQuietly(client, deps.clock);
      }
      if (closing.signal.aborted) break;
      await deps.clock
        .sleep(backoff(attempt + 1, deps.random, { firstMs: 50, maxMs: 2_000 }), closing.signal)
        .catch(() => undefined);
    }
  };
  const running = loop();
  await tried;
  return {
    get connected() {
      return state.connected;
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Returns when the connection no longer answers or the subscription is closed. */
async function heartbeat(client: Client, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, signal);
      const limit = new AbortController();
      const late = clock
        .sleep(HEARTBEAT_MS, limit.signal)
        .then(() => Promise.reject(new Error('no answer to the heartbeat')));
      await Promise.race([client.query('select 1'), late]).finally(() => limit.abort());
    }
  } catch {
    // Closed or silent: both end this connection.
  }
}

/** A half-open connection never confirms its end, so the wait for it is short. */
async function endQuietly(client: Client, clock: Clock): Promise<void> {
  const limit = new AbortController();
  await Promise.race([client.end().catch(() => undefined), pause(clock, 1_000, limit.signal)]).finally(() =>
    limit.abort(),
  );
}

const HEARTBEAT_MS = 5_000;

interface ListenDeps {
  connect: () => Client;
  clock: Clock;
  random: Random;
  log: Logger;
}
