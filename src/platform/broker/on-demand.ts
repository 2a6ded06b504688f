import type { Database, Transaction } from '../database/port.ts';

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
    await work(standIn(begin));
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

function standIn(begin: () => Promise<Transaction>): Transaction {
  const registered = (register: (tx: Transaction) => void) => {
    // A transaction that cannot begin says so where the work is awaited.
    begin().then(register, () => undefined);
  };
  return {
    many: async (type, statement) => (await begin()).many(type, statement),
    one: async (type, statement) => (await begin()).one(type, statement),
    maybe: async (type, statement) => (await begin()).maybe(type, statement),
    execute: async statement => (await begin()).execute(statement),
    beforeCommit: effect => registered(tx => tx.beforeCommit(effect)),
    afterCommit: effect => registered(tx => tx.afterCommit(effect)),
    script: async text => (await begin()).script(text),
    copyOut: async function* (statement) {
      yield* (await begin()).copyOut(statement);
    },
    copyIn: async (statement, chunks) => (await begin()).copyIn(statement, chunks),
  };
}
