import type { Transaction } from '../database/port.ts';

/**
 * Messages for one worker each. A message is delivered at least once and takes effect exactly once when its effect and
 * its `deleteIn` commit in one transaction.
 *
 *   published -> (due) -> in flight under a receipt -> deleted
 *                 ^                 |  released, or its visibility timeout ended
 *                 +-----------------+  ... and after `maxReceives` deliveries -> dead-letter queue
 */
export interface Broker {
  /** Creates the queue if missing and applies `settings`. Publishing creates the queue, too. */
  declare(queue: string, settings?: Partial<QueueSettings>): Promise<QueueSettings>;
  declareIn(tx: Transaction, queue: string, settings?: Partial<QueueSettings>): Promise<QueueSettings>;
  /** Concurrent calls are sent in one statement. */
  publish(queue: string, message: NewMessage): Promise<Published>;
  publishMany(queue: string, messages: readonly NewMessage[]): Promise<Published[]>;
  /** As part of the caller's transaction: the messages appear when it commits. */
  publishIn(tx: Transaction, queue: string, messages: readonly NewMessage[]): Promise<Published[]>;
  /**
   * Up to `max` messages, oldest first, hidden from other consumers until their visibility timeout ends. Waits up to
   * `waitMs` for the first one. One claim serves concurrent calls. Throws `queue-not-found` for a queue that was never
   * created, as do the calls below that name a queue.
   */
  receive(queue: string, options: ReceiveOptions): Promise<Delivery[]>;
  /** Counted from now, by the database's clock. Throws `receipt-expired`. */
  extend(receipt: string, visibilityMs: number): Promise<void>;
  /** Returns for each receipt whether it was still valid; otherwise the message is left to the next consumer. */
  delete(receipts: readonly string[]): Promise<boolean[]>;
  /** As part of the caller's transaction. Throws `receipt-expired`, so that a stale effect is rolled back. */
  deleteIn(tx: Transaction, receipts: readonly string[]): Promise<void>;
  /** Returns the message before its visibility timeout ends, with a delay and the error, if any. */
  release(receipt: string, options?: { delayMs?: number; error?: string }): Promise<void>;
  /** Moves the message to the dead-letter queue now, whatever its count of deliveries. */
  deadLetter(receipt: string, error: string): Promise<void>;
  /** Removes every message that is not in flight; returns how many. Refuses internal queues. */
  purge(queue: string): Promise<number>;
  purgeIn(tx: Transaction, queue: string): Promise<number>;
  /** Pending messages, oldest first, without receiving them. */
  peek(queue: string, options?: PeekOptions): Promise<PeekedMessage[]>;
  /** Moves messages of a dead-letter queue back to the queue they came from; returns how many. */
  redrive(deadLetterQueue: string, options?: RedriveOptions): Promise<number>;
  redriveIn(tx: Transaction, deadLetterQueue: string, options?: RedriveOptions): Promise<number>;
  queues(): Promise<QueueState[]>;
  /** Handles messages until it is stopped. Creates the queue if missing. */
  work(queue: string, options: WorkOptions, handle: MessageHandler): Worker;
  close(): Promise<void>;
}

export interface QueueSettings {
  /** How long a delivered message is hidden from other consumers, unless `receive` sets another time. */
  readonly visibilityMs: number;
  /** Deliveries after which a message that was not deleted is dead-lettered. */
  readonly maxReceives: number;
  /** Null: `<queue>.dead`. */
  readonly deadLetterQueue: string | null;
  readonly paused: boolean;
}

export interface NewMessage {
  /** Any JSON value. */
  readonly body: unknown;
  /** Not delivered before this time, at most the year 2200. */
  readonly dueAt?: Date;
  readonly delayMs?: number;
  /** Messages of one group are delivered strictly one after the other. */
  readonly group?: string;
  /** A second message with the same key within a day is not stored; its publisher gets the id of the first. */
  readonly dedupKey?: string;
}

export interface Published {
  readonly id: string;
  /** False when a message with this dedup key existed already. */
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
  /** New at every delivery; older ones are void. */
  readonly receipt: string;
  /** 1 at the first delivery. */
  readonly receives: number;
  readonly group: string | null;
  readonly publishedAt: Date;
  /** By the database's clock. */
  readonly visibleUntil: Date;
}

export interface PeekOptions {
  /** The id of the last message of the previous page. */
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

/** MQ-7. `stuck`: delivered more than once, or in flight beyond its visibility timeout. */
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
  /** How many messages the handler gets in one call; 1 by default. */
  readonly batch?: number;
  /**
   * Claims so many messages at a time under one lease and handles them one by one, without waiting for each deletion:
   * for many small messages. Handlers that use their transaction would wait for one another's commits, so they should
   * not use it. Not together with `batch`.
   */
  readonly prefetch?: number;
}

/**
 * Effects through `tx` and the deletion of the messages commit together after it resolves. When it throws, its effects
 * are rolled back and the messages are redelivered after a pause. Visibility is extended while it runs.
 */
export type MessageHandler = (tx: Transaction, messages: readonly Delivery[]) => Promise<void>;

export interface Worker {
  /** Claims no more, lets running handlers finish within `graceMs`, and returns the other messages. */
  stop(graceMs?: number): Promise<void>;
}
