import type { Stream, StreamSettings } from '../../streams.ts';
import type { Transaction } from '../database/port.ts';

/**
 * Facts for many readers. Events are appended in the transaction that makes them true, lie in partitions by key
 * in the order in which those transactions committed, and are handled by each consumer group exactly once: what
 * a handler does through its transaction and the group's new position commit together.
 */
export interface EventLog {
  /** Makes the stream if there is none. The number of partitions is fixed by whoever makes it first. */
  declare(stream: StreamSettings): Promise<void>;
  /** Same key, same partition. Written at the end of the transaction, so that partitions are held for a moment only. */
  append<T>(tx: Transaction, stream: Stream<T>, events: readonly T[]): void;
  /**
   * Appends what tells of nothing but itself, in a transaction of its own and, when it is not much, in one round trip;
   * resolves when it is durable. It is not tried again: when the connection breaks it may have happened.
   */
  appendNow<T>(stream: Stream<T>, events: readonly T[]): Promise<void>;
  /**
   * Handles the stream for the group until it is stopped, sharing partitions with other processes of the group. An event
   * that cannot be decoded is treated like one that its handler refuses: it ends as a dead letter.
   */
  consume<T>(options: ConsumeOptions<T>, handle: EventHandler<T> | PreparingHandler<T>): Promise<Consumer>;
  /**
   * Hands every event that commits from now on to this process, whatever others do: for state kept in memory. At least
   * once, in order within a partition, one call at a time; when the handler throws it is called again. Events that cannot
   * be decoded are logged and skipped.
   */
  tail<T>(stream: Stream<T>, handle: TailHandler<T>): Promise<Tail>;
  /** Events from an offset on, without consuming them. Throws when one cannot be decoded. */
  read<T>(stream: Stream<T>, partition: number, from: bigint, most: number): Promise<LogEvent<T>[]>;
  /** When the first event after the position was committed; null at the end of the partition. */
  waitingSince(position: Pick<GroupState, 'stream' | 'partition' | 'position'>): Promise<Date | null>;
  groups(): Promise<GroupState[]>;
  streams(): Promise<StreamState[]>;
  /** Sets a group back (or forward) to the first event at or after `from`: its views are built again from there. */
  replay(group: string, from: Date): Promise<void>;
  replayIn(tx: Transaction, group: string, from: Date): Promise<void>;
  /** Newest first. */
  deadLetters(query?: DeadLetterQuery): Promise<DeadLetter[]>;
  deadLetter(id: string): Promise<DeadLetter | null>;
  /**
   * Hands the event to its group again, now, ahead of the others; true when it was handled. What `alongside`
   * writes commits with the request.
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

/** An event as it lies in the log, not decoded. */
export interface StoredEvent extends LogEvent<unknown> {
  readonly stream: string;
}

export interface ConsumeOptions<T> {
  readonly group: string;
  readonly stream: Stream<T>;
  /** Most events in one call of the handler. */
  readonly batch?: number;
  /** Where a new group begins. */
  readonly from?: 'beginning' | 'end';
  /** All partitions go to one process, that which has been there longest: for what is kept in one memory. */
  readonly isUndivided?: boolean;
}

/** Never more than one call at a time for a partition. When it throws, nothing of it stays and it is called again. */
export type EventHandler<T> = (tx: Transaction, events: readonly LogEvent<T>[]) => Promise<void>;

/**
 * A handler with slow work that needs no transaction, such as reading texts in threads: that is done first, holding
 * no connection, and what it returns is then called with the transaction, a second time when that has to be repeated.
 */
export interface PreparingHandler<T> {
  prepare(events: readonly LogEvent<T>[]): Promise<(tx: Transaction) => Promise<void>>;
}

export type TailHandler<T> = (events: readonly LogEvent<T>[]) => Promise<void>;

export interface Tail {
  /** Resolves when everything that was committed before the call was handed over. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export interface Consumer {
  /** Partitions that this process handles now. */
  readonly partitions: readonly number[];
  /** Whether events of this key are handled by this process now. */
  holds(key: string): boolean;
  /** Resolves when the group has handled everything that was committed before the call. For tests. */
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
  /** The last one that was seen; older ones are listed. */
  readonly before?: Pick<DeadLetter, 'failedAt' | 'id'>;
  readonly most?: number;
}

export interface DeadLetter {
  readonly id: string;
  readonly group: string;
  readonly event: StoredEvent;
  readonly error: string;
  readonly failedAt: Date;
  readonly attempts: number;
}
