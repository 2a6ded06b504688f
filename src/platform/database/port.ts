import type { RowType } from './rows.ts';
import type { Statement } from './sql.ts';

/** What can run a statement: the database itself (each statement its own transaction) or a transaction. */
export interface Queryable {
  /** Every row. */
  many<T>(type: RowType<T>, statement: Statement): Promise<T[]>;
  /** The one row; more or fewer are an error of ours. */
  one<T>(type: RowType<T>, statement: Statement): Promise<T>;
  /** The row or null; more than one is an error of ours. */
  maybe<T>(type: RowType<T>, statement: Statement): Promise<T | null>;
  /** Runs a statement for its effect; returns the number of rows it touched. */
  execute(statement: Statement): Promise<number>;
}

export interface Transaction extends Queryable {
  /**
   * Runs as the last thing before this transaction commits, in the order of the calls; may call it again. For
   * what takes locks that others wait for, and so should hold them for a moment only.
   */
  beforeCommit(work: () => Promise<void>): void;
  /** Runs after this transaction has been committed, never when it was rolled back: to wake, evict, notify. */
  afterCommit(effect: () => void): void;
  /** Several statements without values in one go: a migration. */
  script(text: string): Promise<void>;
  /** The rows of a `copy ... to stdout` as they come over the wire, and the way back for `copy ... from stdin`. */
  copyOut(statement: Statement): AsyncIterable<Buffer>;
  copyIn(statement: Statement, chunks: AsyncIterable<Buffer>): Promise<void>;
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readOnly?: boolean;
  /** How long a lock may be waited for. */
  lockTimeoutMs?: number;
  /** Instead of the pool's statement timeout, for a long piece of work. */
  statementTimeoutMs?: number;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction and commits when it resolves. When PostgreSQL asks for a retry
   * (serialization failure, deadlock) the whole of `work` runs again, so it must have no effect outside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /** Calls `onPayload` for each NOTIFY on the channel, and `onGap` whenever notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<Subscription>;

  /** Resolves when the database answers; rejects with a Problem `database-away` when it does not. */
  ping(): Promise<void>;
  state(): PoolState;
  close(): Promise<void>;
}

export interface Subscription {
  /** False while the connection is lost: what was cached on the strength of notifications is then not to be trusted. */
  readonly connected: boolean;
  close(): Promise<void>;
}

export interface PoolState {
  open: number;
  idle: number;
  waiting: number;
  limit: number;
}
