import type { Client } from 'pg';
import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../telemetry/port.ts';
import type { Subscription } from './port.ts';

/**
 * LISTEN for all subscriptions of a pool, on one connection outside the pool that is open while there are any.
 *
 *   connecting -> listening -> (broken, or silent for 10 s) -> connecting ...
 *                    |-- the last subscription closes: the connection ends
 *
 * Each time it listens again notifications may have been missed, so it calls every `onGap`. A heartbeat detects
 * half-open connections: TCP alone would take minutes to notice.
 */
export class Listener {
  readonly #deps: ListenerDeps;
  readonly #channels = new Set<ListeningChannel>();
  /** Set while it listens. */
  #client: Client | null = null;
  #isRunning = false;
  #connection: Promise<boolean> | null = null;
  /** Ends the current connection when no subscription is left. */
  #closing = new AbortController();
  /** Ends the pause before the next attempt. */
  #waking = new AbortController();

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
  }

  /** Resolves when it listens, or after the first attempt that failed. */
  async listen(
    name: string,
    onPayload: (payload: string) => void,
    onGap: () => void = () => undefined,
  ): Promise<Subscription> {
    const { promise: tried, resolve: onTried } = Promise.withResolvers<void>();
    const channel: ListeningChannel = { name, onPayload, onGap, onTried, connected: false };
    this.#channels.add(channel);
    if (this.#client) await this.#open(channel, this.#client).catch(error => this.#logFailure(error));
    else {
      // A new subscription does not wait for the pause after a failure.
      this.#waking.abort();
      if (!this.#isRunning) void this.#run();
    }
    await tried;
    return {
      get connected() {
        return channel.connected;
      },
      close: () => this.#close(channel),
    };
  }

  async #close(channel: ListeningChannel): Promise<void> {
    this.#channels.delete(channel);
    channel.connected = false;
    if (this.#channels.size > 0) return;
    this.#closing.abort();
    this.#waking.abort();
    await this.#connection;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let attempt = 1; this.#channels.size > 0; attempt++) {
      this.#closing = new AbortController();
      this.#connection = this.#listenOnce(this.#closing.signal);
      if (await this.#connection) attempt = 0;
      if (this.#channels.size === 0) break;
      this.#waking = new AbortController();
      const wait = backoff(attempt + 1, this.#deps.random, { firstMs: 50, maxMs: 2_000 });
      await pause(this.#deps.clock, wait, this.#waking.signal);
    }
    this.#isRunning = false;
  }

  /** Returns when the connection ends: whether it had listened. */
  async #listenOnce(signal: AbortSignal): Promise<boolean> {
    const client = this.#deps.connect();
    const broken = new Promise<void>(resolve => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ channel, payload = '' }) => this.#deliver(channel, payload));
    try {
      await client.connect();
      const present = [...this.#channels];
      this.#client = client;
      for (const channel of present) await this.#open(channel, client);
      await Promise.race([broken, heartbeat(client, this.#deps.clock, signal)]);
      return true;
    } catch (error) {
      this.#logFailure(error);
      return false;
    } finally {
      this.#client = null;
      for (const channel of this.#channels) {
        channel.connected = false;
        channel.onTried();
      }
      await endQuietly(client, this.#deps.clock);
    }
  }

  async #open(channel: ListeningChannel, client: Client): Promise<void> {
    try {
      await client.query(`listen "${channel.name.replaceAll('"', '""')}"`);
      // It may have closed meanwhile, or the connection may be gone.
      if (!this.#channels.has(channel) || this.#client !== client) return;
      channel.connected = true;
      channel.onGap();
    } finally {
      channel.onTried();
    }
  }

  #deliver(name: string, payload: string): void {
    for (const channel of this.#channels) if (channel.name === name) channel.onPayload(payload);
  }

  #logFailure(error: unknown): void {
    this.#deps.log.debug('database.listen_failed', { error });
  }
}

/** Returns when the connection no longer answers or the subscriptions are closed. */
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

interface ListeningChannel {
  readonly name: string;
  readonly onPayload: (payload: string) => void;
  readonly onGap: () => void;
  readonly onTried: () => void;
  connected: boolean;
}

interface ListenerDeps {
  connect: () => Client;
  clock: Clock;
  random: Random;
  log: Logger;
}
