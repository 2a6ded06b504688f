import type { Database, Transaction } from '../database/port.ts';
import type { RowType } from '../database/rows.ts';
import type { Statement } from '../database/sql.ts';

/**
 * Runs `work` with a transaction that begins when it is first used. Work that never uses it costs no round
 * trip: `otherwise` then takes the place of `atEnd`, which is for the transaction's last statements.
 *
 *   work uses tx -> begin ... work ends -> atEnd -> commit
 *   work does not                       -> otherwise
 *
 * When PostgreSQL asks for the transaction to be run again, work runs again inside it, from the start.
 */
export async function transactionOnDemand(
  database: Database,
  work: (tx: Transaction) => Promise<void>,
  atEnd: (tx: Transaction) => Promise<void>,
  otherwise: () => Promise<void>,
): Promise<void> {
  const worked = Promise.withResolvers<void>();
  // Nobody waits for it when the transaction was not used.
  worked.promise.catch(() => undefined);
  let begun: { tx: Promise<Transaction>; committed: Promise<void> } | undefined;
  const begin = () => {
    begun ??= beginWith(database, worked.promise, work, atEnd);
    return begun.tx;
  };
  try {
    await work(new StandIn(begin));
    worked.resolve();
  } catch (error) {
    worked.reject(error);
    if (!begun) throw error;
  }
  await (begun ? begun.committed : otherwise());
}

function beginWith(
  database: Database,
  worked: Promise<void>,
  work: (tx: Transaction) => Promise<void>,
  atEnd: (tx: Transaction) => Promise<void>,
) {
  const handedOver = Promise.withResolvers<Transaction>();
  let first = true;
  const committed = database.transaction(async tx => {
    if (first) {
      first = false;
      handedOver.resolve(tx);
      await worked;
    } else {
      await work(tx);
    }
    await atEnd(tx);
  });
  committed.catch(handedOver.reject);
  handedOver.promise.catch(() => undefined);
  return { tx: handedOver.promise, committed };
}

/** A class, because nine functions for each message cost more than all the rest of handing it out. */
class StandIn implements Transaction {
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

  /** A transaction that cannot begin says so where the work is awaited. */
  #register(register: (tx: Transaction) => void): void {
    this.#begin().then(register, () => undefined);
  }
}
