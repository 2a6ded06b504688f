import type { RowType } from './rows.ts';
import type { Statement } from './sql.ts';

/**
 * Anything that can run a statement: the database itself (each statement in its own transaction) or a transaction.
 */
export interface Queryable {
  /** All rows. */
  many<T>(type: RowType<T>, statement: Statement): Promise<T[]>;
  /** The one row; more or fewer are a programming error. */
  one<T>(type: RowType<T>, statement: Statement): Promise<T>;
  /** The row or null; more than one is a programming error. */
  maybe<T>(type: RowType<T>, statement: Statement): Promise<T | null>;
  /** Runs a statement for its effect; returns the number of affected rows. */
  execute(statement: Statement): Promise<number>;
}

export interface Transaction extends Queryable {
  /**
   * Runs last before this transaction commits, in the order of the calls; may register more. For work that takes
   * contended locks, which should be held only briefly.
   */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs after this transaction has committed, never after a rollback: to wake, evict, notify. */
  afterCommit(effect: () => void): void;
  /** Several statements without values in one round trip: a migration. */
  script(text: string): Promise<void>;
  /** The rows of `copy ... to stdout` as they arrive, and the counterpart for `copy ... from stdin`. */
  copyOut(statement: Statement): AsyncIterable<Buffer>;
  copyIn(statement: Statement, chunks: AsyncIterable<Buffer>): Promise<void>;
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  /** Maximum wait for a lock. */
  lockTimeoutMs?: number;
  /** Overrides the pool's statement timeout for a long operation. */
  statementTimeoutMs?: number;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction and commits when it resolves. When PostgreSQL asks for a retry (serialization
   * failure, deadlock) the whole of `work` runs again, so it must have no effect outside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /** Calls `onPayload` for each NOTIFY on the channel, and `onGap` whenever notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<Subscription>;

  /**
   * Resolves when the database answers; rejects with a Problem `database-away` when it does not. A read-only session
   * makes `state().writable` false.
   */
  ping(): Promise<void>;
  state(): PoolState;
  close(): Promise<void>;
}

export interface Subscription {
  /** False while the connection is lost: caches that rely on notifications must not be trusted then. */
  readonly connected: boolean;
  close(): Promise<void>;
}

export interface PoolState {
  open: number;
  idle: number;
  waiting: number;
  limit: number;
  /** False from the first refused change until one is stored again. */
  writable: boolean;
}
