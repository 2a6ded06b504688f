import { backoff } from '../../lib/backoff.ts';
import { pause } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { storableText } from '../database/storable.ts';
import { defineEvent } from '../telemetry/events.ts';
import { beginRetry, park, retryFailed, retrySucceeded } from './dead-letters.ts';
import {
  type HandlingDeps,
  handleEvents,
  inHandlingTransaction,
  isTransientFailure,
} from './handle-events.ts';
import {
  advance,
  confirm,
  countAttempt,
  enter,
  evict,
  markSuspect,
  noteFailure,
  type PartitionLease,
  PartitionLeaseLost,
  PreviousOwnerActive,
  positionOf,
} from './leases.ts';
import type { StoredEvent } from './port.ts';
import { readAfter } from './read-events.ts';
import type { Semaphore } from './semaphore.ts';
import { WakeSignal } from './wake-signal.ts';

/**
 * Handles one partition for one group, for as long as the lease holds.
 *
 *   waiting  --there is more--> handling a batch, while the next one is read ahead --> waiting
 *                                  | it threw
 *                                  v
 *   careful: one event at a time, each attempt counted durably before it is made, until the failed batch is done.
 *   An event that has failed five times is parked. A worker that takes over a partition from an owner that did not
 *   release it stores a note and handles batches, since most crashes have other causes and careful mode would delay all
 *   other events. A worker that finds such a note starts in careful mode, because one of these events may have ended
 *   both owners. When an event has seen that happen again, the worker also waits a random time first: partitions taken
 *   over together would otherwise be tried together, and an event that ends the process would be counted against the
 *   events of the other partitions.
 *
 * A failure that says nothing about the event (the database is unavailable) is waited out and never counted. When the
 * lease belongs to another member, the worker ends; nothing that it did after losing the lease was committed.
 */
export class PartitionWorker {
  readonly lease: PartitionLease;
  readonly ended: Promise<void>;
  readonly #deps: PartitionWorkerDeps;
  readonly #stopping = new AbortController();
  readonly #wakeSignal = new WakeSignal();
  readonly #retries = new Set<string>();
  #position: bigint;
  #end = 0n;
  #lastAt: Date | undefined;
  /** Read but not handled yet. */
  #buffered: StoredEvent[] = [];
  #nextBatch: Promise<StoredEvent[]> | undefined;
  #carefulUntil: bigint;
  #failures = 0;
  #call: Promise<void> = Promise.resolve();
  /** The last failure, until the committed position is read again. */
  #uncertainAfter: unknown;

  constructor(deps: PartitionWorkerDeps, lease: PartitionLease) {
    this.#deps = deps;
    this.lease = lease;
    this.#position = lease.position;
    this.#carefulUntil = lease.failingOffset ?? 0n;
    this.ended = this.#run();
  }

  advanceEnd(end: bigint): void {
    if (end <= this.#end) return;
    this.#end = end;
    this.#wakeSignal.wake();
  }

  retry(id: string): void {
    this.#retries.add(id);
    this.#wakeSignal.wake();
  }

  /** Resolves after the current handler call and its after-commit effects. */
  whenIdle(): Promise<void> {
    return this.#call;
  }

  /** Waits for the current handler call. */
  stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeSignal.wake();
    return this.ended;
  }

  async #run(): Promise<void> {
    const { clock, random } = this.#deps;
    if (this.lease.unclean && this.lease.attempts > 1)
      await pause(clock, random.fraction() * MAX_JITTER_MS, this.#stopping.signal);
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#step();
        this.#failures = 0;
      } catch (error) {
        if (error instanceof PartitionLeaseLost) return;
        await this.#recover(error);
      }
    }
  }

  async #step(): Promise<void> {
    if (this.#uncertainAfter !== undefined) await this.#findPosition();
    const [retry] = this.#retries;
    if (retry !== undefined) return this.#runHandler(() => this.#retry(retry));
    await this.#fill();
    const [first] = this.#buffered;
    if (!first) return this.#wakeSignal.wait(this.#deps.clock, IDLE_MS);
    await this.#runHandler(async () => {
      if (this.#stopping.signal.aborted) return;
      await (first.offset <= this.#carefulUntil ? this.#tryOne(first) : this.#tryBatch());
    });
  }

  /** The previous owner crashed within the events that start here; it cannot have read beyond those read now. */
  get #followsCrash(): boolean {
    return this.lease.unclean && this.#position === this.lease.position;
  }

  #runHandler(work: () => Promise<void>): Promise<void> {
    const call = this.#deps.slots.use(work);
    this.#call = call.catch(() => undefined);
    return call;
  }

  async #fill(): Promise<void> {
    if (this.#buffered.length > 0) return;
    const end = this.#end;
    if (this.#position >= end && !this.#nextBatch) return;
    const readAhead = this.#nextBatch;
    this.#nextBatch = undefined;
    this.#buffered = await (readAhead ?? this.#read(this.#position));
    if (this.#followsCrash && this.lease.failingOffset !== null)
      this.#carefulUntil = this.#buffered.at(-1)?.offset ?? this.#carefulUntil;
    // Events and the partition's end become visible together: no events up to a known end means that their days
    // were dropped.
    if (this.#buffered.length === 0 && !readAhead && this.#position < end) await this.#skipTo(end);
  }

  #read(after: bigint): Promise<StoredEvent[]> {
    const { database, stream, streamId, batch } = this.#deps;
    return readAfter(database, { id: streamId, name: stream }, this.lease.partition, {
      after,
      limit: batch,
      since: this.#lastAt,
    });
  }

  async #tryBatch(): Promise<void> {
    const events = this.#buffered;
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last) return;
    if (last.offset < this.#end) this.#readAhead(last);
    if (this.#followsCrash) await markSuspect(this.#deps.database, this.lease, first.offset);
    try {
      await handleEvents(this.#deps, this.lease, this.#position, events);
    } catch (error) {
      if (!(error instanceof PartitionLeaseLost) && !isTransientFailure(error))
        await this.#startCarefulMode(error, events, last);
      throw error;
    }
    this.#moveTo(events, last);
  }

  /** A batch of one event identifies the failing event at once. */
  async #startCarefulMode(error: unknown, events: readonly StoredEvent[], last: StoredEvent): Promise<void> {
    this.#carefulUntil = last.offset;
    if (events.length > 1) return;
    await countAttempt(this.#deps.database, this.lease, last.offset);
    await noteFailure(this.#deps.database, this.lease, describe(error), true);
  }

  async #tryOne(event: StoredEvent): Promise<void> {
    const { database } = this.#deps;
    const { attempts, lastError } = await countAttempt(database, this.lease, event.offset);
    if (attempts > MAX_ATTEMPTS)
      return this.#park(event, lastError ?? 'The process ended while it handled this event.');
    try {
      await handleEvents(this.#deps, this.lease, this.#position, [event]);
    } catch (error) {
      if (error instanceof PartitionLeaseLost) throw error;
      const counts = !isTransientFailure(error);
      await noteFailure(database, this.lease, describe(error), counts);
      if (counts && attempts === MAX_ATTEMPTS) return this.#park(event, describe(error));
      if (counts) this.#failures = attempts - 1;
      throw error;
    }
    this.#moveTo([event], event);
  }

  async #park(event: StoredEvent, error: string): Promise<void> {
    const { database, newId, telemetry, stream } = this.#deps;
    const id = newId();
    await database.transaction(async tx => {
      await enter(tx, this.lease, this.#position);
      await park(tx, this.lease, event, { id, error, attempts: MAX_ATTEMPTS });
      await advance(tx, this.lease, this.#position, event.offset);
    });
    const { partition, offset } = event;
    telemetry.event(parked, {
      group: this.lease.groupName,
      stream,
      id,
      partition,
      offset: String(offset),
      error,
    });
    this.#moveTo([event], event);
  }

  async #retry(id: string): Promise<void> {
    this.#retries.delete(id);
    const { database } = this.#deps;
    const letter = await beginRetry(database, id);
    if (!letter) return;
    try {
      await inHandlingTransaction(this.#deps, this.lease, this.#position, [letter.event], async tx => {
        await retrySucceeded(tx, id);
        await confirm(tx, this.lease);
      });
    } catch (error) {
      await retryFailed(database, id, describe(error));
      throw error;
    }
  }

  #moveTo(events: readonly StoredEvent[], last: StoredEvent): void {
    this.#position = last.offset;
    this.#lastAt = last.at;
    this.#buffered = this.#buffered.slice(events.length);
  }

  async #skipTo(end: bigint): Promise<void> {
    const from = this.#position;
    await this.#deps.database.transaction(tx => advance(tx, this.lease, from, end));
    this.#position = end;
  }

  #readAhead(last: StoredEvent): void {
    this.#lastAt = last.at;
    this.#nextBatch = this.#read(last.offset);
    this.#nextBatch.catch(() => undefined);
  }

  async #recover(error: unknown): Promise<void> {
    const { clock, random, telemetry, stream, retryDelay } = this.#deps;
    const transient = isTransientFailure(error);
    const { groupName: group, partition } = this.lease;
    const fields = { group, stream, partition, error };
    if (transient) telemetry.log.debug('log.batch_delayed', fields);
    else telemetry.log.warn('log.batch_failed', fields);
    this.#uncertainAfter = error;
    const wait = backoff(++this.#failures, random, transient ? TRANSIENT_DELAY : retryDelay);
    await pause(clock, wait, this.#stopping.signal);
  }

  /** After some failures it is unknown what was committed, so the position is read again. */
  async #findPosition(): Promise<void> {
    const { database } = this.#deps;
    if (this.#uncertainAfter instanceof PreviousOwnerActive) await evict(database, [this.lease.id]);
    this.#buffered = [];
    this.#nextBatch = undefined;
    this.#lastAt = undefined;
    this.#position = await positionOf(database, this.lease);
    this.#uncertainAfter = undefined;
  }
}

function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  return storableText(text, MAX_ERROR_LENGTH);
}

const parked = defineEvent('log_dead_letters_total', 'error', 'log.event_parked');

const MAX_ATTEMPTS = 5;
const MAX_ERROR_LENGTH = 8_000;
/** The wait for a notification that may be lost. */
const IDLE_MS = 30_000;
const MAX_JITTER_MS = 3_000;
const TRANSIENT_DELAY = { firstMs: 50, maxMs: 1_000 };

export interface PartitionWorkerDeps extends HandlingDeps {
  readonly streamId: number;
  readonly batch: number;
  readonly random: Random;
  readonly newId: () => string;
  readonly slots: Semaphore;
  readonly retryDelay: { readonly firstMs: number; readonly maxMs: number };
}
