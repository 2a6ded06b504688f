import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { nullable, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * SRCH-9: what answered saved searches. An article is noted for a search once, however often it is judged, and only
 * when it was stored after the search was saved. Answers those that are new.
 */
export function noteMatches(tx: Transaction, matches: readonly Match[], now: Date): Promise<NewMatch[]> {
  const column = <K extends keyof Match>(name: K) => matches.map(match => match[name]);
  return tx.many(
    NewMatchRow,
    sql`
      with noted as (
        insert into saved_search_matches (search_id, article_id, user_id, matched_at, is_to_be_mailed)
        select saved.id, found.article_id, saved.user_id, ${now}, saved.email <> 'none'
        from unnest(
          ${column('searchId')}::uuid[], ${column('articleId')}::uuid[], ${column('storedAt')}::timestamptz[]
        ) as found (search_id, article_id, stored_at)
        join saved_searches as saved on saved.id = found.search_id
        join users on users.id = saved.user_id and users.disabled_at is null and users.erased_at is null
        where saved.paused_at is null and saved.created_at <= found.stored_at
        order by saved.id, found.article_id
        on conflict on constraint saved_search_matches_are_announced_once do nothing
        returning search_id, article_id, user_id
      )
      select noted.search_id, noted.article_id, noted.user_id, saved.webhook_url
      from noted join saved_searches as saved on saved.id = noted.search_id
      order by noted.search_id, noted.article_id
    `,
  );
}

/** Newest first, from behind `after` on. */
export function listMatches(
  database: Queryable,
  searchId: string,
  { after, most }: { readonly after: MatchPlace | null; readonly most: number },
): Promise<MatchPlace[]> {
  return database.many(
    row({ article_id: uuid, matched_at: timestamptz }),
    sql`
      select article_id, matched_at from saved_search_matches
      where search_id = ${searchId}
        and (${after === null} or (matched_at, article_id) < (${after?.matchedAt ?? null}, ${after?.articleId ?? null}::uuid))
      order by matched_at desc, article_id desc
      limit ${most}
    `,
  );
}

/** A chore: matches are news, and nobody looks for them after a quarter of a year. In small lots. */
export function dropOldMatches(database: Queryable, now: Date): Promise<number> {
  return database.execute(sql`
    delete from saved_search_matches
    where (search_id, article_id) in (
      select search_id, article_id from saved_search_matches
      where matched_at < ${new Date(now.getTime() - KEPT_MS)} order by matched_at limit 5000
    )
  `);
}

const KEPT_MS = 90 * 86_400_000;

const NewMatchRow = row({
  search_id: uuid,
  article_id: uuid,
  user_id: uuid,
  webhook_url: nullable(text),
});
export type NewMatch = RowOf<typeof NewMatchRow>;

export interface Match {
  readonly searchId: string;
  readonly articleId: string;
  readonly storedAt: Date;
}

export interface MatchPlace {
  readonly articleId: string;
  readonly matchedAt: Date;
}
