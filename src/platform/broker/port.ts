import type { Transaction } from '../database/port.ts';

/**
 * Work that is for exactly one worker. A message is delivered at least once and takes effect exactly once when
 * its effect and its `deleteIn` commit in one transaction.
 *
 *   published -> (due) -> in flight under a receipt -> deleted
 *                 ^                 |  released, or its visibility ran out
 *                 +-----------------+  ... and after `maxReceives` deliveries -> dead-letter queue
 */
export interface Broker {
  /** Makes the queue if there is none, and changes what is named in `settings`; a queue that is published to exists. */
  declare(queue: string, settings?: Partial<QueueSettings>): Promise<QueueSettings>;
  declareIn(tx: Transaction, queue: string, settings?: Partial<QueueSettings>): Promise<QueueSettings>;
  /** Calls that come at the same moment leave in one statement. */
  publish(queue: string, message: NewMessage): Promise<Published>;
  publishMany(queue: string, messages: readonly NewMessage[]): Promise<Published[]>;
  /** As part of the caller's transaction: the messages are there when it has committed, and not otherwise. */
  publishIn(tx: Transaction, queue: string, messages: readonly NewMessage[]): Promise<Published[]>;
  /**
   * Up to `most` messages, oldest first, which nobody else gets until their visibility has run out. Waits up to
   * `waitMs` for the first one. Calls that come at the same moment are answered by one claim. Throws
   * `queue-not-found` for a queue that nobody has made or published to, as do the calls below that name a queue.
   */
  receive(queue: string, options: ReceiveOptions): Promise<Delivery[]>;
  /** Counted from now, by the database's clock. Throws `receipt-expired` for a receipt that is not good any more. */
  extend(receipt: string, visibilityMs: number): Promise<void>;
  /** Done. For each receipt whether it was still good; one that was not leaves the message to the next consumer. */
  delete(receipts: readonly string[]): Promise<boolean[]>;
  /** As part of the caller's transaction. Throws `receipt-expired`, so that a stale effect is rolled back. */
  deleteIn(tx: Transaction, receipts: readonly string[]): Promise<void>;
  /** Gives the message back before its time, with a delay and the reason, if any. */
  release(receipt: string, options?: { delayMs?: number; error?: string }): Promise<void>;
  /** Puts the message aside now, whatever its count of deliveries. */
  deadLetter(receipt: string, error: string): Promise<void>;
  /** Removes every message that is not in flight; returns how many. The program's own queues are refused. */
  purge(queue: string): Promise<number>;
  purgeIn(tx: Transaction, queue: string): Promise<number>;
  /** Messages as they stand, without taking them: pending ones, oldest first. */
  peek(queue: string, options?: PeekOptions): Promise<PeekedMessage[]>;
  /** Moves messages of a dead-letter queue back to the queue they came from; returns how many. */
  redrive(deadLetterQueue: string, options?: RedriveOptions): Promise<number>;
  redriveIn(tx: Transaction, deadLetterQueue: string, options?: RedriveOptions): Promise<number>;
  queues(): Promise<QueueState[]>;
  /** Handles messages as they come until it is stopped. Makes the queue if there is none. */
  work(queue: string, options: WorkOptions, handle: MessageHandler): Worker;
  close(): Promise<void>;
}

export interface QueueSettings {
  /** How long a delivered message is hidden from others, unless `receive` says otherwise. */
  readonly visibilityMs: number;
  /** Deliveries after which a message that was not deleted is put aside. */
  readonly maxReceives: number;
  /** Null: `<queue>.dead`. */
  readonly deadLetterQueue: string | null;
  readonly paused: boolean;
}

export interface NewMessage {
  /** Any JSON value. */
  readonly body: unknown;
  /** Not delivered before. Any moment up to the year 2200. */
  readonly dueAt?: Date;
  readonly delayMs?: number;
  /** Messages of one group are delivered strictly one after the other. */
  readonly group?: string;
  /** A second message with the same key within a day is not stored; the first one's id is answered. */
  readonly dedupKey?: string;
}

export interface Published {
  readonly id: string;
  /** False when a message with this dedup key was there already. */
  readonly isNew: boolean;
}

export interface ReceiveOptions {
  readonly max: number;
  readonly visibilityMs?: number;
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

export interface Delivery {
  readonly id: string;
  readonly queue: string;
  readonly body: unknown;
  /** New at every delivery; whoever holds an old one can do nothing with it. */
  readonly receipt: string;
  /** 1 at the first delivery. */
  readonly receives: number;
  readonly group: string | null;
  readonly publishedAt: Date;
  /** By the database's clock. */
  readonly visibleUntil: Date;
}

export interface PeekOptions {
  /** The last message that was seen; those behind it are shown. */
  readonly after?: string;
  readonly limit?: number;
}

export interface RedriveOptions {
  readonly limit?: number;
  readonly ids?: readonly string[];
}

export interface PeekedMessage {
  readonly id: string;
  readonly body: unknown;
  readonly group: string | null;
  readonly publishedAt: Date;
  readonly dueAt: Date | null;
  readonly receives: number;
  readonly lastError: string | null;
}

/** MQ-7. `stuck`: delivered more than once, or in flight beyond its visibility. */
export interface QueueState {
  readonly name: string;
  readonly settings: QueueSettings;
  readonly pending: number;
  readonly delayed: number;
  readonly inFlight: number;
  readonly stuck: number;
  readonly oldestPendingAt: Date | null;
  readonly publishedLastMinute: number;
}

export interface WorkOptions {
  /** Messages handled at the same time in this process. */
  readonly concurrency: number;
  readonly visibilityMs?: number;
  /** How many the handler gets in one call; 1 unless said otherwise. */
  readonly batch?: number;
  /**
   * Takes so many messages at a time under one lease and hands them to the handler one by one, going on while
   * deletions are on their way: for many small pieces of work. Handlers that use their transaction wait for
   * one another within a lot, so they are better off without. Not together with `batch`.
   */
  readonly ahead?: number;
}

/**
 * Effects that go through `tx` and the deletion of the messages commit together, after it resolves. When it
 * throws, nothing of it stays, and the messages come again after a pause. Visibility is extended while it runs.
 */
export type MessageHandler = (tx: Transaction, messages: readonly Delivery[]) => Promise<void>;

export interface Worker {
  /** Takes nothing new, finishes what is running within `graceMs`, gives the rest back. */
  stop(graceMs?: number): Promise<void>;
}
