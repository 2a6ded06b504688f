import { backoff } from '../../../lib/backoff.ts';
import type { Random } from '../../../lib/random.ts';
import { EngineFailed } from './errors.ts';
import { findFreePort } from './free-port.ts';
import { stopOrphans } from './orphans.ts';
import { type Cluster, type Server, startServer, stopServer } from './server.ts';

/**
 * Keeps one PostgreSQL running until `stop`.
 *
 *   starting ──ready──> running ──exited unexpectedly──> recovering ──ready──> running
 *                          └────────────── stop ──────────────┴──> stopped
 *
 * While recovering it retries indefinitely, with pauses, on the same port: the pool reconnects to it,
 * and the cause of death (a full disk, memory) may pass. Only the very first start gives up with an error.
 */
export class Supervisor {
  readonly #cluster: Cluster;
  readonly #random: Random;
  readonly #onRestart: () => void;
  readonly #stopping = new AbortController();
  #server: Server;
  readonly port: number;
  #recovery: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #deaths = 0;
  #readyAt: number;

  static async start(cluster: Cluster, random: Random, onRestart: () => void): Promise<Supervisor> {
    await stopOrphans(cluster.cluster, cluster.clock, cluster.log);
    for (let attempt = 1; ; attempt++) {
      const port = await findFreePort(random);
      try {
        const server = await startServer(cluster, port, new AbortController().signal);
        return new Supervisor(cluster, random, onRestart, server, port);
      } catch (error) {
        if (attempt === 5 || !wasPortTaken(error)) throw error;
      }
    }
  }

  private constructor(cluster: Cluster, random: Random, onRestart: () => void, server: Server, port: number) {
    this.#cluster = cluster;
    this.#random = random;
    this.#onRestart = onRestart;
    this.#server = server;
    this.port = port;
    this.#readyAt = cluster.clock.now();
    this.#watch(server);
  }

  get pid(): number {
    return this.#server.process.pid;
  }

  get version(): string {
    return this.#server.version;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    await stopServer(this.#server.process, this.#cluster.clock);
    const { code } = await this.#server.process.ended;
    // Without its wrapper the server may still be shutting down, or not have noticed at all.
    if (code === undefined) await stopOrphans(this.#cluster.cluster, this.#cluster.clock, this.#cluster.log);
  }

  #watch(server: Server): void {
    void server.process.ended.then(({ code }) => {
      if (this.#stopping.signal.aborted) return;
      this.#cluster.log.error('postgres.exited', { code });
      this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    const { clock, log, cluster } = this.#cluster;
    const stop = this.#stopping.signal;
    if (clock.now() - this.#readyAt > STABLE_MS) this.#deaths = 0;
    while (!stop.aborted) {
      try {
        // Immediately the first time; a server that dies repeatedly must not use up the machine.
        if (this.#deaths++ > 0)
          await clock.sleep(backoff(this.#deaths - 1, this.#random, { firstMs: 100 }), stop);
        await stopOrphans(cluster, clock, log);
        this.#server = await startServer(this.#cluster, this.port, stop);
        this.#becomeReady();
        return;
      } catch (error) {
        if (!stop.aborted) log.error('postgres.restart_failed', { error });
      }
    }
  }

  #becomeReady(): void {
    this.#readyAt = this.#cluster.clock.now();
    this.#cluster.log.info('postgres.restarted', { port: this.port, pid: this.pid });
    this.#watch(this.#server);
    this.#onRestart();
  }
}

/** A server that has run this long did not die of the same cause as the one before. */
const STABLE_MS = 60_000;

function wasPortTaken(error: unknown): boolean {
  return (
    error instanceof EngineFailed && /could not bind|could not create any TCP\/IP sockets/.test(error.message)
  );
}
