import type { Database, Transaction } from '../database/port.ts';
import type { RowType } from '../database/rows.ts';
import type { Statement } from '../database/sql.ts';

/**
 * Runs `work` with a transaction that begins when it is first used, so that work without a transaction costs no
 * round trip. `finish` runs the transaction's last statements; `ifUnused` runs instead of it.
 *
 *   work uses tx -> begin ... work ends -> finish -> commit
 *   work does not                       -> ifUnused
 *
 * When PostgreSQL asks for a retry of the transaction, work runs again inside it, from the start.
 */
export async function transactionOnDemand(
  database: Database,
  work: (tx: Transaction) => Promise<void>,
  finish: (tx: Transaction) => Promise<void>,
  ifUnused: () => Promise<void>,
): Promise<void> {
  const worked = Promise.withResolvers<void>();
  // Unhandled when the transaction was not used.
  worked.promise.catch(() => undefined);
  let begun: { tx: Promise<Transaction>; committed: Promise<void> } | undefined;
  const begin = () => {
    begun ??= beginWith(database, worked.promise, work, finish);
    return begun.tx;
  };
  try {
    await work(new LazyTransaction(begin));
    worked.resolve();
  } catch (error) {
    worked.reject(error);
    if (!begun) throw error;
  }
  await (begun ? begun.committed : ifUnused());
}

function beginWith(
  database: Database,
  worked: Promise<void>,
  work: (tx: Transaction) => Promise<void>,
  finish: (tx: Transaction) => Promise<void>,
) {
  const started = Promise.withResolvers<Transaction>();
  let first = true;
  const committed = database.transaction(async tx => {
    if (first) {
      first = false;
      started.resolve(tx);
      await worked;
    } else {
      await work(tx);
    }
    await finish(tx);
  });
  committed.catch(started.reject);
  started.promise.catch(() => undefined);
  return { tx: started.promise, committed };
}

/** A class: nine closures for each message would cost more than the rest of its delivery. */
class LazyTransaction implements Transaction {
  readonly #begin: () => Promise<Transaction>;

  constructor(begin: () => Promise<Transaction>) {
    this.#begin = begin;
  }

  async many<T>(type: RowType<T>, statement: Statement): Promise<T[]> {
    return (await this.#begin()).many(type, statement);
  }

  async one<T>(type: RowType<T>, statement: Statement): Promise<T> {
    return (await this.#begin()).one(type, statement);
  }

  async maybe<T>(type: RowType<T>, statement: Statement): Promise<T | null> {
    return (await this.#begin()).maybe(type, statement);
  }

  async execute(statement: Statement): Promise<number> {
    return (await this.#begin()).execute(statement);
  }

  beforeCommit(work: () => Promise<void>): void {
    this.#register(tx => tx.beforeCommit(work));
  }

  afterCommit(effect: () => void): void {
    this.#register(tx => tx.afterCommit(effect));
  }

  async script(text: string): Promise<void> {
    await (await this.#begin()).script(text);
  }

  async *copyOut(statement: Statement): AsyncIterable<Buffer> {
    yield* (await this.#begin()).copyOut(statement);
  }

  async copyIn(statement: Statement, chunks: AsyncIterable<Buffer>): Promise<void> {
    await (await this.#begin()).copyIn(statement, chunks);
  }

  /** A failed begin is reported where the work is awaited. */
  #register(register: (tx: Transaction) => void): void {
    this.#begin().then(register, () => undefined);
  }
}
