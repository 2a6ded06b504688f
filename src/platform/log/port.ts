import type { Stream, StreamSettings } from '../../streams.ts';
import type { Archive } from '../archive/port.ts';
import type { Queryable, Transaction } from '../database/port.ts';

/**
 * The event log. Events are appended in the transaction that makes them true, are stored in partitions by key in the order of
 * those commits, and take effect exactly once per consumer group: a handler's writes through its transaction and the
 * group's new position commit together.
 */
export interface EventLog {
  /** Creates the stream unless it exists. The number of partitions is fixed at creation. */
  declare(stream: StreamSettings): Promise<void>;
  /** Events are written at the end of the transaction, so that partitions are locked for a moment only. */
  append<T>(tx: Transaction, stream: Stream<T>, events: readonly T[]): void;
  /**
   * Appends in a separate transaction, few events in one round trip; resolves when they are durable. There is no retry:
   * when the connection breaks, the events may have been stored.
   */
  appendNow<T>(stream: Stream<T>, events: readonly T[]): Promise<void>;
  /**
   * Handles the stream for the group until it is stopped, sharing partitions with other processes of the group. An event
   * that cannot be decoded is treated like one that its handler refuses: it ends as a dead letter.
   */
  consume<T>(options: ConsumeOptions<T>, handle: EventHandler<T> | PreparingHandler<T>): Promise<Consumer>;
  /**
   * Delivers every event that commits from now on to this process, regardless of others: for state kept in memory. At least
   * once, in order within a partition, one call at a time; when the handler throws it is called again. Events that cannot
   * be decoded are logged and skipped.
   */
  tail<T>(stream: Stream<T>, handle: TailHandler<T>): Promise<Tail>;
  /** Events from an offset on, without consuming them. Throws when one cannot be decoded. */
  read<T>(stream: Stream<T>, partition: number, from: bigint, limit: number): Promise<LogEvent<T>[]>;
  /**
   * EVT-5: every event of a partition after an offset, in order, from the archive where the log has dropped them. The
   * first event has a larger offset than expected when events were dropped before the stream was archived; throws when
   * later ones are missing.
   */
  history<T>(stream: Stream<T>, partition: number, after?: bigint): AsyncIterable<readonly LogEvent<T>[]>;
  /** The offset of the newest event of each partition, in the snapshot of the transaction. */
  ends(tx: Queryable, stream: StreamSettings): Promise<ReadonlyMap<number, bigint>>;
  /** When the first event after the position was committed; null at the end of the partition. */
  waitingSince(position: Pick<GroupState, 'stream' | 'partition' | 'position'>): Promise<Date | null>;
  groups(): Promise<GroupState[]>;
  streams(): Promise<StreamState[]>;
  /** Moves a group back (or forward) to the first event at or after `from`. */
  replay(group: string, from: Date): Promise<void>;
  replayIn(tx: Transaction, group: string, from: Date): Promise<void>;
  /** Newest first. */
  deadLetters(query?: DeadLetterQuery): Promise<DeadLetter[]>;
  deadLetter(id: string): Promise<DeadLetter | null>;
  /**
   * Gives the event to its group again, ahead of others; true when it was handled. Writes of `alongside` commit with the
   * request.
   */
  retryDeadLetter(id: string, alongside?: (tx: Transaction) => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

export interface LogEvent<T> {
  readonly partition: number;
  /** Without gaps within a partition, from 1. */
  readonly offset: bigint;
  readonly key: string;
  readonly data: T;
  readonly at: Date;
}

/** An event as stored, not decoded. */
export interface StoredEvent extends LogEvent<unknown> {
  readonly stream: string;
}

export interface ConsumeOptions<T> {
  readonly group: string;
  readonly stream: Stream<T>;
  /** The maximum number of events in one call of the handler. */
  readonly batch?: number;
  /** Where a new group starts. */
  readonly from?: 'beginning' | 'end';
  /** All partitions go to the oldest member: for state that one process keeps in memory. */
  readonly isUndivided?: boolean;
}

/** One call at a time per partition. When it throws, its writes are rolled back and it is called again. */
export type EventHandler<T> = (tx: Transaction, events: readonly LogEvent<T>[]) => Promise<void>;

/**
 * A handler with slow work that needs no transaction, such as parsing in threads. `prepare` runs first without a
 * connection; the function that it returns runs in the transaction, again when the transaction is repeated.
 */
export interface PreparingHandler<T> {
  prepare(events: readonly LogEvent<T>[]): Promise<(tx: Transaction) => Promise<void>>;
}

export type TailHandler<T> = (events: readonly LogEvent<T>[]) => Promise<void>;

export interface Tail {
  /** Resolves when every event committed before the call was handled. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface Consumer {
  /** Partitions that this process handles now. */
  readonly partitions: readonly number[];
  /** Whether this process handles events of this key now. */
  holds(key: string): boolean;
  /** Resolves when the group has handled every event committed before the call. For tests. */
  drained(): Promise<void>;
  stop(): Promise<void>;
}

export interface GroupState {
  readonly group: string;
  readonly stream: string;
  readonly partition: number;
  readonly position: bigint;
  readonly end: bigint;
  readonly owner: string | null;
  readonly failures: number;
}

export interface StreamState extends StreamSettings {
  readonly events: bigint;
  readonly oldestAt: Date | null;
}

export interface DeadLetterQuery {
  readonly group?: string;
  /** The last letter of the previous page. */
  readonly before?: Pick<DeadLetter, 'failedAt' | 'id'>;
  readonly limit?: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  readonly event: StoredEvent;
  readonly error: string;
  readonly failedAt: Date;
  readonly attempts: number;
}

/** Where the events of archived streams are stored. */
export type EventArchive = Pick<Archive, 'put' | 'get'>;
