import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
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
  readonly kept: RefreshingValue;
  #queries: readonly string[] = [];

  constructor(tools: TrendingQueriesTools) {
    this.#tools = tools;
    const { clock, log } = tools;
    this.kept = new RefreshingValue({
      clock,
      maxAgeMs: FRESH_MS,
      load: () => this.#read(),
      onError: error => log.debug('trending queries could not be read', { error }),
    });
  }

  /** Those that begin so. */
  async startingWith(typed: string, most: number): Promise<string[]> {
    const { isUnloaded: isNew } = this.kept;
    const reading = this.kept.refreshIfStale();
    if (isNew) await reading;
    return this.#queries.filter(query => query.startsWith(typed)).slice(0, most);
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
