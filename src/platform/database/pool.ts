import type { PoolClient } from 'pg';
import pg from 'pg';
import { Problem } from '../../errors.ts';
import { backoff } from '../../lib/backoff.ts';
import { type Clock, pause, systemClock } from '../../lib/clock.ts';
import { type Random, systemRandom } from '../../lib/random.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { copyIn, copyOut } from './copy.ts';
import {
  classify,
  DatabaseUnreachable,
  databaseNotWritable,
  databaseUnavailable,
  readOnlyError,
} from './failures.ts';
import { type ConnectionWatch, watchConnections } from './half-open.ts';
import { Listener } from './listen.ts';
import type { Database, PoolState, Queryable, Transaction, TransactionOptions } from './port.ts';
import { createQueryable, runOn } from './query.ts';
import type { RowType } from './rows.ts';
import { type Statement, sql } from './sql.ts';
import { Writability } from './writability.ts';

/**
 * PG-4: the pool. Three rules:
 * - a caller waits at most `patienceMs` for a connection, then gets a Problem that becomes a 503; a connection that
 *    is being opened meanwhile is not abandoned with the caller: a busy machine that opens one slowly is not down;
 * - work that certainly did not happen (no connection, rolled back before COMMIT was sent) is retried within that
 *    patience, or after a conflict within ten seconds; work that may have happened (lost in mid-statement, lost
 *    during COMMIT) is never retried;
 * - while the server is unavailable one probe polls it and all callers fail immediately instead of queueing.
 * These waits are for a machine, not for a time of day, so they use the system clock even in tests that
 * advance time manually.
 */
export function createPool(options: PoolOptions): Database {
  return new Pool(options);
}

class Pool implements Database {
  readonly #pg: pg.Pool;
  readonly #queryable: Queryable;
  readonly #options: Required<PoolOptions>;
  /** Set while the server is unavailable; `over` resolves when it is back. */
  #absence: { since: number; over: Promise<void> } | null = null;
  readonly #closing = new AbortController();
  readonly #watch: ConnectionWatch;
  readonly #writability: Writability;
  readonly #listener: Listener;
  /** Sessions that may still have the read-only default of an earlier time are closed when they are next needed. */
  readonly #outdated = new WeakSet<pg.ClientBase>();
  readonly #sessions = new Set<pg.ClientBase>();

  constructor(options: PoolOptions) {
    this.#options = { ...DEFAULTS, ...options };
    this.#pg = new pg.Pool({
      ...connectionSettings(this.#options),
      max: this.#options.maxConnections,
      connectionTimeoutMillis: Math.max(OPENING_MS, 2 * this.#options.patienceMs),
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: false,
    });
    // An idle or checked-out connection that breaks raises 'error'; without a listener the process would end.
    this.#pg.on('error', error => this.#lost(error));
    this.#pg.on('connect', client => client.on('error', error => this.#lost(error)));
    const { clock, random, telemetry } = this.#options;
    this.#watch = watchConnections({ connect: () => this.#client(2_000), clock, log: telemetry.log });
    this.#pg.on('connect', client => this.#watch.add(client));
    this.#pg.on('remove', client => this.#watch.remove(client));
    this.#writability = new Writability({
      connect: () => this.#client(2_000, PROBE_MS),
      clock,
      random,
      log: telemetry.log,
      onWritable: () => this.#renewSessions(),
    });
    this.#listener = new Listener({ connect: () => this.#client(2_000), clock, random, log: telemetry.log });
    this.#pg.on('connect', client => this.#sessions.add(client));
    this.#pg.on('remove', client => this.#sessions.delete(client));
    this.#queryable = createQueryable(statement => this.#runOnce(statement));
  }

  many<T>(type: RowType<T>, statement: Statement): Promise<T[]> {
    return this.#queryable.many(type, statement);
  }
  one<T>(type: RowType<T>, statement: Statement): Promise<T> {
    return this.#queryable.one(type, statement);
  }
  maybe<T>(type: RowType<T>, statement: Statement): Promise<T | null> {
    return this.#queryable.maybe(type, statement);
  }
  execute(statement: Statement): Promise<number> {
    return this.#queryable.execute(statement);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const began = this.#options.clock.now();
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(work, options);
      if (outcome.kind === 'done') return outcome.value;
      // PostgreSQL detects a deadlock after a second, so one would use up the patience for a connection.
      const patienceMs = classify(outcome.error) === 'away' ? this.#options.patienceMs : CONFLICT_PATIENCE_MS;
      const mayRetry =
        outcome.kind === 'again' && attempt < MAX_ATTEMPTS && this.#options.clock.now() < began + patienceMs;
      if (!mayRetry) throw this.#explain(outcome.error);
      this.#count(classify(outcome.error));
      await this.#options.clock.sleep(backoff(attempt, this.#options.random, { firstMs: 10, maxMs: 500 }));
    }
  }

  /** One attempt at a transaction. Returns 'again' only when nothing of it can have been committed. */
  async #attempt<T>(
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions,
  ): Promise<AttemptResult<T>> {
    const client = await this.#connect();
    const before: (() => Promise<void>)[] = [];
    const effects: (() => void)[] = [];
    let committing = false;
    try {
      await client.query(beginStatement(options));
      const value = await work(transactionOn(client, before, effects));
      for (let next = before.shift(); next; next = before.shift()) await next();
      committing = true;
      await client.query('commit');
      client.release();
      for (const effect of effects) effect();
      return { kind: 'done', value };
    } catch (error) {
      const failure = classify(error);
      await rollBack(client, failure === 'away' || failure === 'not-writable' ? error : undefined);
      const nothingHappened = failure === 'try-again' || (failure === 'away' && !committing);
      return nothingHappened ? { kind: 'again', error } : { kind: 'failed', error };
    }
  }

  async #runOnce(statement: Statement) {
    const client = await this.#connect();
    try {
      const result = await runOn(client, statement);
      client.release();
      return result;
    } catch (error) {
      const failure = classify(error);
      client.release(failure === 'away' || failure === 'not-writable');
      throw this.#explain(error);
    }
  }

  /** A connection within the caller's patience; rejects immediately when the server is known to be unavailable. */
  async #connect(): Promise<PoolClient> {
    const { clock, patienceMs, random } = this.#options;
    const giveUpAt = clock.now() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      if (this.#closing.signal.aborted) throw new Problem('stopping');
      await this.#awaitReturn(giveUpAt);
      try {
        return await this.#currentClientBy(giveUpAt);
      } catch (error) {
        if (classify(error) !== 'away') throw error;
        this.#lost(error);
        if (clock.now() >= giveUpAt) throw new DatabaseUnreachable('database-away', error);
        this.#count('connect');
        await clock.sleep(backoff(attempt, random, { firstMs: 20, maxMs: 300 }));
      }
    }
  }

  async #currentClientBy(giveUpAt: number): Promise<PoolClient> {
    for (;;) {
      const client = await this.#clientBy(giveUpAt);
      if (!this.#outdated.has(client)) return client;
      client.release(true);
    }
  }

  #renewSessions(): void {
    for (const client of this.#sessions) this.#outdated.add(client);
  }

  /** A caller that gives up leaves the connection, when it arrives, to the others. */
  async #clientBy(giveUpAt: number): Promise<PoolClient> {
    const { clock } = this.#options;
    const connecting = this.#pg.connect();
    // An idle connection is available for every waiting caller, so no timer is needed.
    if (this.#pg.idleCount > 0 && this.#pg.idleCount >= this.#pg.waitingCount) return connecting;
    const settled = new AbortController();
    const waiting = connecting.finally(() => settled.abort());
    const first = await Promise.race([waiting, outOfPatience(clock, giveUpAt - clock.now(), settled.signal)]);
    if (first !== null) return first;
    connecting.then(
      client => client.release(),
      error => classify(error) === 'away' && this.#lost(error),
    );
    throw new DatabaseUnreachable('overloaded');
  }

  /** Waits for the server to return, unless it has been unavailable for longer than the patience. */
  async #awaitReturn(giveUpAt: number): Promise<void> {
    const absence = this.#absence;
    if (!absence) return;
    const { clock, patienceMs } = this.#options;
    const left = Math.min(giveUpAt, absence.since + patienceMs) - clock.now();
    if (left <= 0) throw new DatabaseUnreachable('database-away');
    const settled = new AbortController();
    await Promise.race([absence.over, pause(clock, left, settled.signal)]);
    settled.abort();
    if (this.#absence === absence) throw new DatabaseUnreachable('database-away');
  }

  /** Records a broken connection and finds out whether the server or only that connection is gone. */
  #lost(error: unknown): void {
    if (this.#absence || this.#closing.signal.aborted) return;
    const since = this.#options.clock.now();
    const over = this.#probeUntilBack(since, error);
    this.#absence = { since, over };
  }

  async #probeUntilBack(since: number, error: unknown): Promise<void> {
    const { clock, random, telemetry } = this.#options;
    let isLogged = false;
    for (let attempt = 1; !this.#closing.signal.aborted; attempt++) {
      if (await this.#answers()) {
        if (isLogged) telemetry.log.info('database.available', { awayForMs: clock.now() - since });
        break;
      }
      if (!isLogged) telemetry.log.warn('database.unavailable', { reason: reasonOf(error) });
      isLogged = true;
      telemetry.metrics.gauge('database_up').set({}, 0);
      await clock
        .sleep(backoff(attempt, random, { firstMs: 50, maxMs: 1_000 }), this.#closing.signal)
        .catch(() => {
          // Closing: the loop's condition ends it.
        });
    }
    telemetry.metrics.gauge('database_up').set({}, 1);
    this.#absence = null;
  }

  /** Probes on its own connection: those of the pool may all be broken without knowing it. */
  async #answers(): Promise<boolean> {
    const client = this.#client(PROBE_MS);
    client.on('error', () => {
      // The query below reports the failure.
    });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #explain(error: unknown): unknown {
    switch (classify(error)) {
      case 'away':
        this.#lost(error);
        return databaseUnavailable(error);
      case 'not-writable':
        this.#writability.refused(error);
        return databaseNotWritable(error);
      case 'too-slow':
        return new Problem('timed-out', undefined, { retryAfterSeconds: 2, cause: error });
      case 'try-again':
        return new Problem('overloaded', undefined, { retryAfterSeconds: 1, cause: error });
      case 'unstorable':
        return new Problem(
          'validation-failed',
          'The input contains a text or a date that cannot be stored.',
          {
            cause: error,
          },
        );
      case 'refused':
        return error;
    }
  }

  #count(reason: string): void {
    this.#options.telemetry.metrics.counter('database_retries_total').add({ reason });
  }

  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void) {
    return this.#listener.listen(channel, onPayload, onGap);
  }

  /** A connection outside the pool. */
  #client(connectionTimeoutMillis: number, queryTimeoutMs?: number): pg.Client {
    const limits = {
      connectionTimeoutMillis,
      ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    };
    return new pg.Client({ ...connectionSettings(this.#options), ...limits });
  }

  async ping(): Promise<void> {
    const isReadOnly = sql`select 1 where current_setting('transaction_read_only') = 'on'`;
    if ((await this.execute(isReadOnly)) > 0) this.#writability.refused(readOnlyError());
  }

  state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pg;
    return {
      ...{ open: totalCount, idle: idleCount, waiting: waitingCount, limit: this.#options.maxConnections },
      writable: this.#writability.isWritable,
    };
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new Problem('stopping'));
    this.#watch.close();
    await this.#writability.close();
    await this.#absence?.over;
    await this.#pg.end();
  }
}

/** Settings of every session. Time zone and statement timeout come with the connection, not with a round trip. */
function connectionSettings(options: Required<PoolOptions>): pg.ClientConfig {
  const { url, statementTimeoutMs, applicationName, searchPath } = options;
  return {
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000 -c search_path=${searchPath}`,
  };
}

function transactionOn(
  client: PoolClient,
  before: (() => Promise<void>)[],
  effects: (() => void)[],
): Transaction {
  return {
    ...createQueryable(statement => runOn(client, statement)),
    beforeCommit: work => {
      before.push(work);
    },
    afterCommit: effect => {
      effects.push(effect);
    },
    script: async text => {
      await client.query(text);
    },
    copyOut: statement => copyOut(client, statement),
    copyIn: (statement, chunks) => copyIn(client, statement, chunks),
  };
}

/** BEGIN and its settings in one round trip. The values are our own numbers and keywords, never input. */
function beginStatement(options: TransactionOptions): string {
  const statements = [
    `begin isolation level ${options.isolation ?? 'read committed'}${options.readOnly ? ' read only' : ''}`,
  ];
  if (options.lockTimeoutMs !== undefined)
    statements.push(`set local lock_timeout = ${Math.floor(options.lockTimeoutMs)}`);
  if (options.statementTimeoutMs !== undefined)
    statements.push(`set local statement_timeout = ${Math.floor(options.statementTimeoutMs)}`);
  return statements.join('; ');
}

/** Returns the connection clean, or discards it when it is broken or cannot be rolled back. */
async function rollBack(client: PoolClient, broken: unknown): Promise<void> {
  if (broken !== undefined) return client.release(true);
  try {
    await client.query('rollback');
    client.release();
  } catch {
    client.release(true);
  }
}

/** Null when the time is up. A process that was itself delayed first reads what has arrived meanwhile. */
async function outOfPatience(clock: Clock, ms: number, settled: AbortSignal): Promise<null> {
  await pause(clock, Math.max(0, ms), settled);
  await new Promise(resolve => setImmediate(resolve));
  return null;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const MAX_ATTEMPTS = 8;
/** Much longer than any caller waits: a longer attempt is not slow but lost. */
const OPENING_MS = 10_000;
const PROBE_MS = 3_000;
const CONFLICT_PATIENCE_MS = 10_000;

const DEFAULTS = {
  maxConnections: 10,
  patienceMs: 1_500,
  statementTimeoutMs: 15_000,
  applicationName: 'broadsheet',
  searchPath: 'public',
  clock: systemClock as Clock,
  random: systemRandom as Random,
};

export interface PoolOptions {
  url: string;
  telemetry: Telemetry;
  maxConnections?: number;
  /** How long a caller waits for a connection, whatever the cause. */
  patienceMs?: number;
  statementTimeoutMs?: number;
  applicationName?: string;
  /** The schema of unqualified names; the server's default is `public`. */
  searchPath?: string;
  clock?: Clock;
  random?: Random;
}

type AttemptResult<T> = { kind: 'done'; value: T } | { kind: 'again' | 'failed'; error: unknown };
