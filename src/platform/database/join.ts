import type { Database, Transaction } from './port.ts';

/**
 * A database that lives inside a transaction already under way: whoever asks it for a transaction joins that
 * one. So a function that opens its own transaction can also be made part of a larger one without knowing.
 * Options of the inner transaction (timeouts, isolation) are those of the outer.
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
    close: () => Promise.reject(new Error('a joined transaction does not close the pool')),
  };
}
