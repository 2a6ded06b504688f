import { ValueList } from '../../lib/value-list.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { int4, nullable, row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { type Statement, sql } from '../../platform/database/sql.ts';

/**
 * SRCH-9: matches of saved searches. An article is recorded once for a search, however often it is matched, and only
 * when it was stored after the search was saved. Returns how many are new, and which of them need an announcement.
 *
 * Searches and articles are sent once and their pairs as numbers. A batch of two hundred articles may have thousands
 * of pairs, and most of them need no announcement and are not returned.
 */
export async function recordMatches(
  tx: Transaction,
  matches: readonly PercolatorMatch[],
  now: Date,
): Promise<RecordedMatches> {
  const [searches, articles] = [new ValueList(), new ValueList()];
  const storedAt: Date[] = [];
  const pairs = matches.map(match => {
    const pair = [searches.numberOf(match.searchId), articles.numberOf(match.articleId)] as const;
    storedAt[pair[1]] = match.storedAt;
    return pair;
  });
  const rows = await tx.many(RecordedRow, insertMatches({ searches, articles, storedAt, pairs, now }));
  return {
    count: rows[0]?.number ?? 0,
    toAnnounce: rows.flatMap(({ searchId, articleId, userId }) =>
      searchId === null || articleId === null || userId === null ? [] : [{ searchId, articleId, userId }],
    ),
  };
}

function insertMatches({ searches, articles, storedAt, pairs, now }: NumberedMatches): Statement {
  return sql`
    with searches as materialized (
      -- Locked until the commit, each once: deleting a search waits, and then deletes its new matches too.
      select saved.id, saved.user_id, saved.created_at, saved.email <> 'none' as is_mailed
      from saved_searches as saved
      join users on users.id = saved.user_id and users.disabled_at is null and users.erased_at is null
      where saved.id = any (${searches.values}::uuid[]) and saved.paused_at is null
      order by saved.id
      for key share of saved
    ),
    recorded as (
      insert into saved_search_matches (search_id, article_id, user_id, matched_at, is_to_be_mailed)
      select searches.id, found.article_id, searches.user_id, ${now}, searches.is_mailed
      from (
        select (${searches.values}::uuid[])[search + 1] as search_id, (${articles.values}::uuid[])[article + 1] as article_id,
          (${storedAt}::timestamptz[])[article + 1] as stored_at
        from unnest(${pairs.map(([search]) => search)}::int[], ${pairs.map(([, article]) => article)}::int[])
          as pair (search, article)
      ) as found
      join searches on searches.id = found.search_id
      where searches.created_at <= found.stored_at
      order by searches.id, found.article_id
      on conflict on constraint saved_search_matches_are_announced_once do nothing
      returning search_id, article_id
    )
    select counted.number, announced.search_id, announced.article_id, announced.user_id
    from (select count(*)::int as number from recorded) as counted
    left join (
      select recorded.search_id, recorded.article_id, saved.user_id
      from recorded join saved_searches as saved on saved.id = recorded.search_id
      where saved.webhook_url is not null and saved.webhook_state is distinct from 'failed'
    ) as announced on true
    order by announced.search_id, announced.article_id
  `;
}

/** Newest first, after the cursor. */
export function listMatches(
  database: Queryable,
  searchId: string,
  { after, limit }: { readonly after: MatchCursor | null; readonly limit: number },
): Promise<MatchCursor[]> {
  return database.many(
    row({ article_id: uuid, matched_at: timestamptz }),
    sql`
      select article_id, matched_at from saved_search_matches
      where search_id = ${searchId}
        and (${after === null} or (matched_at, article_id) < (${after?.matchedAt ?? null}, ${after?.articleId ?? null}::uuid))
      order by matched_at desc, article_id desc
      limit ${limit}
    `,
  );
}

/** Periodic task: deletes matches older than 90 days, in small batches. */
export function deleteOldMatches(database: Queryable, now: Date): Promise<number> {
  return database.execute(sql`
    delete from saved_search_matches
    where (search_id, article_id) in (
      select search_id, article_id from saved_search_matches
      where matched_at < ${new Date(now.getTime() - RETENTION_MS)} limit 5000
    )
  `);
}

const RETENTION_MS = 90 * 86_400_000;

const RecordedRow = row({
  number: int4,
  search_id: nullable(uuid),
  article_id: nullable(uuid),
  user_id: nullable(uuid),
});

interface NumberedMatches {
  readonly searches: ValueList;
  readonly articles: ValueList;
  readonly storedAt: readonly Date[];
  readonly pairs: readonly (readonly [search: number, article: number])[];
  readonly now: Date;
}

export interface RecordedMatches {
  readonly count: number;
  readonly toAnnounce: readonly NewMatch[];
}

/** Of a search with a webhook. */
export interface NewMatch {
  readonly searchId: string;
  readonly articleId: string;
  readonly userId: string;
}

export interface PercolatorMatch {
  readonly searchId: string;
  readonly articleId: string;
  readonly storedAt: Date;
}

export interface MatchCursor {
  readonly articleId: string;
  readonly matchedAt: Date;
}
