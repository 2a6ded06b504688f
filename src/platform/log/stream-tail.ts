import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Database } from '../database/port.ts';
import { int4, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Logger } from '../telemetry/port.ts';
import type { LogNotifications } from './notifications.ts';
import type { StoredEvent, Tail } from './port.ts';
import { readAfter } from './read-events.ts';
import { bigint } from './rows.ts';
import type { DeclaredStream } from './streams.ts';
import { WakeSignal } from './wake-signal.ts';

/**
 * Follows a stream for state that this process keeps in memory. It starts at the end of the stream and keeps its position
 * in memory only: a restarted process loads its state first.
 *
 *   waiting --a partition grows--> reading it batch by batch; each batch is handled before the next is read
 *   the handler fails, or the database is unavailable --> the same batch again after a pause; none is skipped
 */
export class StreamTail implements Tail {
  readonly #deps: TailDeps;
  readonly #positions = new Map<number, bigint>();
  readonly #ends = new Map<number, bigint>();
  readonly #wakeSignal = new WakeSignal();
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<() => void>();
  #unsubscribe: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: TailDeps) {
    this.#deps = deps;
  }

  /** Every event that commits after this has resolved is handled. */
  async start(): Promise<void> {
    const { notifications, stream } = this.#deps;
    for (const { partition, lastOffset } of await this.#readEnds())
      this.#positions.set(partition, lastOffset);
    this.#unsubscribe = await notifications.subscribe({
      streamId: stream.id,
      receive: notification =>
        notification.kind === 'end' && this.#advanceEnd(notification.partition, notification.end),
    });
    this.#loop = this.#run();
  }

  async caughtUp(): Promise<void> {
    const ends = await this.#readEnds();
    for (const { partition, lastOffset } of ends) this.#advanceEnd(partition, lastOffset);
    const isThere = () =>
      ends.every(({ partition, lastOffset }) => (this.#positions.get(partition) ?? 0n) >= lastOffset);
    while (!isThere() && !this.#stopping.signal.aborted)
      await new Promise<void>(resolve => this.#waiting.add(resolve));
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    this.#wakeSignal.wake();
    await this.#loop;
    this.#wakeAll();
  }

  #advanceEnd(partition: number, end: bigint): void {
    if (end <= (this.#ends.get(partition) ?? 0n)) return;
    this.#ends.set(partition, end);
    this.#wakeSignal.wake();
  }

  async #run(): Promise<void> {
    const { clock, random, log, stream } = this.#deps;
    for (let failures = 0; !this.#stopping.signal.aborted; ) {
      try {
        await this.#wakeSignal.wait(clock, IDLE_MS);
        await this.#readNew();
        failures = 0;
      } catch (error) {
        failures++;
        log.debug('log.tail_delayed', { stream: stream.name, error });
        await pause(clock, backoff(failures, random, { firstMs: 100, maxMs: 5_000 }), this.#stopping.signal);
        this.#wakeSignal.wake();
      }
    }
  }

  async #readNew(): Promise<void> {
    const { database, stream, batch, handle } = this.#deps;
    for (const [partition, end] of this.#ends) {
      for (
        let position = this.#positions.get(partition) ?? 0n;
        position < end && !this.#stopping.signal.aborted;
      ) {
        const events = await readAfter(database, stream, partition, { after: position, limit: batch });
        if (events.length > 0) await handle(events);
        // No events up to a known end: their days were dropped.
        position = events.at(-1)?.offset ?? end;
        this.#positions.set(partition, position);
        this.#wakeAll();
      }
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #readEnds() {
    const { database, stream } = this.#deps;
    return database.many(
      row({ partition: int4, last_offset: bigint }),
      sql`select partition, last_offset from log_partitions where stream_id = ${stream.id}`,
    );
  }
}

const IDLE_MS = 5_000;

interface TailDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly notifications: LogNotifications;
  readonly stream: DeclaredStream;
  readonly batch: number;
  readonly handle: (events: readonly StoredEvent[]) => Promise<void>;
}
