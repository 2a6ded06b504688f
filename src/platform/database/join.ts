import type { Database, Transaction } from './port.ts';

/**
 * A database inside a transaction already in progress: a caller that opens a transaction joins that one. So a
 * function that opens its own transaction can become part of a larger one unchanged. Options of the inner transaction
 * (timeouts, isolation) are those of the outer.
 */
export function joinTransaction(database: Database, tx: Transaction): Database {
  return {
    many: tx.many,
    one: tx.one,
    maybe: tx.maybe,
    execute: tx.execute,
    transaction: work => work(tx),
    listen: (...args) => database.listen(...args),
    ping: () => database.ping(),
    state: () => database.state(),
    close: () => Promise.reject(new Error('a joined transaction must not close the pool')),
  };
}
