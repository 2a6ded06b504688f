import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Logger } from '../../platform/telemetry/port.ts';

/**
 * SRCH-7: what many readers have searched for in the last day, most of them first. A query is told only when several
 * different people have asked it, in the form in which all of them are compared, and never when it looks like an
 * address, a number of somebody or a whole sentence: nobody is to find in it what one person typed.
 *
 * Kept in memory and read again behind what is asked; while the database is away the last list goes on.
 */
export class TrendingQueries {
  readonly #tools: TrendingQueriesTools;
  #queries: readonly string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(tools: TrendingQueriesTools) {
    this.#tools = tools;
  }

  /** Those that begin so. */
  async startingWith(typed: string, most: number): Promise<string[]> {
    const isFirst = this.#readAt === Number.NEGATIVE_INFINITY;
    const reading = this.#keepFresh();
    if (isFirst) await reading;
    return this.#queries.filter(query => query.startsWith(typed)).slice(0, most);
  }

  /** Resolves when nothing is being read: for the end of the process. */
  async settled(): Promise<void> {
    await this.#reading;
  }

  #keepFresh(): Promise<void> {
    const { clock, log } = this.#tools;
    if (this.#reading) return this.#reading;
    if (Math.abs(clock.now() - this.#readAt) < FRESH_MS) return Promise.resolve();
    this.#reading = this.#read()
      .catch(error => log.debug('trending queries could not be read', { error }))
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { clock, database } = this.#tools;
    const now = clock.now();
    // Readers have one row for a query, so rows are readers.
    const rows = await database.many(
      row({ key: text }),
      sql`
        select key from recent_searches
        where searched_at > ${new Date(now - WINDOW_MS)} and length(key) between 2 and ${LONGEST}
          and key !~ ${PERSONAL}
        group by key having count(*) >= ${LEAST_READERS}
        order by count(*) desc, key limit ${MOST}
      `,
    );
    this.#queries = rows.map(({ key }) => key);
    this.#readAt = now;
  }
}

/** Addresses, links, and numbers as long as those of telephones, accounts and papers. */
const PERSONAL = '@|://|www\\.|([0-9][ ./-]?){6}';
export const LEAST_READERS = 5;
const WINDOW_MS = 86_400_000;
const FRESH_MS = 60_000;
const LONGEST = 60;
const MOST = 500;

export interface TrendingQueriesTools {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'debug'>;
}
