import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import pg from 'pg';

/**
 * What a request costs, in things that take time: statements sent to PostgreSQL and runs of argon2. To be
 * imported before the program: it stands between the program and both, and passes everything on.
 */
export async function measureCost(
  work: () => Promise<unknown>,
): Promise<{ statements: string[]; hashes: number }> {
  statements.length = 0;
  hashes = 0;
  await work();
  return { statements: statements.filter(text => !PERIODIC_STATEMENTS.test(text)), hashes };
}

/** Whether there is a demo edition, how far the log goes and what is trending is looked at by the clock, not by a request. */
const PERIODIC_STATEMENTS = /\b(demo_edition|log_partitions|trending_lists)\b/;

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
    // The sign of life of a connection that listens comes when it comes.
    if (text !== 'select 1') statements.push(text.replace(/\s+/g, ' ').trim());
    return Reflect.apply(target, self, args);
  },
});

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
