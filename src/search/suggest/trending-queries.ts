import type { Clock } from '../../lib/clock.ts';
import { RefreshingValue } from '../../lib/refreshing-value.ts';
import type { Database } from '../../platform/database/port.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Logger } from '../../platform/telemetry/port.ts';

/**
 * SRCH-7: what many readers have searched for in the last day, the most frequent first. A query is trending only when
 * several different readers have searched for it, is shown in normalised form, and never when it looks like an
 * address, a personal number or a whole sentence: it must not reveal what one person typed.
 *
 * Cached and refreshed in the background (stale-while-revalidate); while the database is unavailable, the last list
 * stays.
 */
export class TrendingQueries {
  readonly #deps: TrendingQueriesDeps;
  readonly refreshing: RefreshingValue;
  #queries: readonly string[] = [];

  constructor(deps: TrendingQueriesDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.refreshing = new RefreshingValue({
      clock,
      maxAgeMs: FRESH_MS,
      load: () => this.#read(),
      onError: error => log.debug('search.trending_refresh_failed', { error }),
    });
  }

  /** Trending queries with this prefix. */
  async startingWith(typed: string, limit: number): Promise<string[]> {
    const { isUnloaded: isNew } = this.refreshing;
    const reading = this.refreshing.refreshIfStale();
    if (isNew) await reading;
    return this.#queries.filter(query => query.startsWith(typed)).slice(0, limit);
  }

  async #read(): Promise<void> {
    const { clock, database } = this.#deps;
    const now = clock.now();
    // A reader has one row per query, so rows are readers.
    const rows = await database.many(
      row({ key: text }),
      sql`
        select key from recent_searches
        where searched_at > ${new Date(now - WINDOW_MS)} and length(key) between 2 and ${MAX_LENGTH}
          and key !~ ${PERSONAL}
        group by key having count(*) >= ${MIN_READERS}
        order by count(*) desc, key limit ${MAX_QUERIES}
      `,
    );
    this.#queries = rows.map(({ key }) => key);
  }
}

/** Addresses, links, and numbers as long as those of phones, accounts and documents. */
const PERSONAL = '@|://|www\\.|([0-9][ ./-]?){6}';
export const MIN_READERS = 5;
const WINDOW_MS = 86_400_000;
const FRESH_MS = 60_000;
const MAX_LENGTH = 60;
const MAX_QUERIES = 500;

export interface TrendingQueriesDeps {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'debug'>;
}
