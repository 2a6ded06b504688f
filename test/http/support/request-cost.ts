import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/**
 * Counts what makes a request slow: statements sent to PostgreSQL and runs of argon2. Must be
 * imported before the program, because it wraps both.
 */
export async function measureCost(
  work: () => Promise<unknown>,
): Promise<{ statements: string[]; hashes: number }> {
  statements.length = 0;
  hashes = 0;
  await work();
  return { statements: statements.filter(text => !PERIODIC_STATEMENTS.test(text)), hashes };
}

/**
 * Statements of periodic work, not of requests: demo edition, log offsets and trending lists; and wake-ups of workers, which
 * the broker sends in batches after the commit.
 */
const PERIODIC_STATEMENTS = /\b(demo_edition|log_partitions|trending_lists|pg_notify\(\$1, payload\))/;

const statements: string[] = [];
let hashes = 0;

crypto.argon2 = new Proxy(crypto.argon2, {
  apply(target, self, args) {
    hashes++;
    return Reflect.apply(target, self, args);
  },
});
syncBuiltinESMExports();

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(target, self, args: unknown[]) {
    const text = textOf(args[0]);
    // Heartbeats of listening connections come at any time.
    if (text !== 'select 1') statements.push(text.replace(/\s+/g, ' ').trim());
    return Reflect.apply(target, self, args);
  },
});

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
