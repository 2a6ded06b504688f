import { backoff } from '../../../lib/backoff.ts';
import type { Random } from '../../../lib/random.ts';
import { EngineFailed } from './errors.ts';
import { endLeftovers } from './leftovers.ts';
import { freePort } from './ports.ts';
import { type Cluster, type Server, startServer, stopServer } from './server.ts';

/**
 * Keeps one PostgreSQL running until it is told to stop.
 *
 *   starting ──ready──> running ──ended by itself──> recovering ──ready──> running
 *                          └────────── stop ──────────────┴──> stopped
 *
 * While recovering it tries for ever, with pauses, on the port it had: the pool reconnects to where it was,
 * and what made it die (a full disk, memory) may pass. Only the very first start gives up with an error.
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
    await endLeftovers(cluster.cluster, cluster.clock, cluster.log);
    for (let attempt = 1; ; attempt++) {
      const port = await freePort(random);
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
    return this.#server.kept.pid;
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
    await stopServer(this.#server.kept, this.#cluster.clock);
    const { code } = await this.#server.kept.ended;
    // Without its keeper the server may still be on its way out, or not have noticed at all.
    if (code === undefined) await endLeftovers(this.#cluster.cluster, this.#cluster.clock, this.#cluster.log);
  }

  #watch(server: Server): void {
    void server.kept.ended.then(({ code }) => {
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
        // At once the first time; a server that dies over and over must not use up the machine.
        if (this.#deaths++ > 0)
          await clock.sleep(backoff(this.#deaths - 1, this.#random, { firstMs: 100 }), stop);
        await endLeftovers(cluster, clock, log);
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

/** A server that has run this long did not die of what killed the one before. */
const STABLE_MS = 60_000;

function wasPortTaken(error: unknown): boolean {
  return (
    error instanceof EngineFailed && /could not bind|could not create any TCP\/IP sockets/.test(error.message)
  );
}
