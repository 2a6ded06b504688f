import type { Clock } from '../../lib/clock.ts';
import { timeOfId } from '../../lib/ids.ts';
import type { Queryable } from '../../platform/database/port.ts';
import { bool, row, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * RULE-1: finds the articles that a user published. The answer is stored with the signal when it is accepted, so that
 * rules applied to the same signals again decide the same. Few users publish; for all others one lookup a minute is enough.
 */
export class OwnArticles {
  readonly #database: Queryable;
  readonly #clock: Clock;
  readonly #publishes = new Map<string, { readonly until: number; readonly does: boolean }>();

  constructor(database: Queryable, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Synchronous for nearly every user. */
  among(
    userId: string | null,
    items: readonly ArticleItem[],
  ): Promise<ReadonlySet<string>> | ReadonlySet<string> {
    if (userId === null || items.length === 0) return NONE;
    const known = this.#publishes.get(userId);
    if (known && known.until > this.#clock.now()) return known.does ? this.#ownOf(userId, items) : NONE;
    return this.#doesPublish(userId).then(does => (does ? this.#ownOf(userId, items) : NONE));
  }

  async #ownOf(userId: string, items: readonly ArticleItem[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(items.map(({ item }) => item.articleId))];
    const found = await this.#database.many(
      row({ id: uuid }),
      sql`
        select articles.id
        from unnest(${ids}::uuid[], ${ids.flatMap(id => timeOfId(id) ?? [])}::timestamptz[]) as asked (id, stored_at)
        join articles on articles.id = asked.id and articles.stored_at = asked.stored_at
        join source_publishers on source_publishers.source_id = articles.source_id
        where source_publishers.user_id = ${userId}
      `,
    );
    return new Set(found.map(({ id }) => id));
  }

  async #doesPublish(userId: string): Promise<boolean> {
    const { does } = await this.#database.one(
      row({ does: bool }),
      sql`select exists (select from source_publishers where user_id = ${userId}) as does`,
    );
    if (this.#publishes.size >= MAX_CACHED) this.#publishes.clear();
    this.#publishes.set(userId, { until: this.#clock.now() + CACHED_FOR_MS, does });
    return does;
  }
}

const NONE: ReadonlySet<string> = new Set();
const CACHED_FOR_MS = 60_000;
const MAX_CACHED = 50_000;

interface ArticleItem {
  readonly item: { readonly articleId: string };
}
