import type { Queryable } from '../../../platform/database/port.ts';
import { type RowOf, row, text, textArray, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';

/**
 * SRCH-9: mails that are due, each with all articles waiting for it. `soon` is sent with the first match, and matches
 * of the following 15 minutes go into the next mail; `daily` is sent once a day.
 */
export function dueMails(
  database: Queryable,
  { now, after, limit }: { readonly now: Date; readonly after: string | null; readonly limit: number },
): Promise<DueMail[]> {
  return database.many(
    MailRow,
    sql`
      select saved.id, saved.user_id, saved.name, saved.query, mailable_users.email,
        array(
          select article_id::text from saved_search_matches
          where search_id = saved.id and is_to_be_mailed order by matched_at desc, article_id desc limit ${MAX_ARTICLES}
        ) as article_ids
      from saved_searches as saved
      join mailable_users on mailable_users.user_id = saved.user_id
      where saved.email <> 'none' and saved.paused_at is null
        and (${after}::uuid is null or saved.id > ${after}::uuid)
        and (saved.emailed_at is null or saved.emailed_at <= ${now}::timestamptz
          - case saved.email when 'soon' then interval '15 minutes' else interval '23 hours 45 minutes' end)
        and exists (select from saved_search_matches where search_id = saved.id and is_to_be_mailed)
      order by saved.id limit ${limit}
    `,
  );
}

/** What waited while mail was stopped is not sent when it is allowed again. */
export async function clearWaitingMails(database: Queryable, userId: string): Promise<void> {
  await database.execute(sql`
    update saved_search_matches set is_to_be_mailed = false where user_id = ${userId} and is_to_be_mailed
  `);
}

/** Clears the articles of the mail, and earlier ones that exceeded its size. */
export async function markMailed(
  database: Queryable,
  { id, articleIds }: Pick<DueMail, 'id' | 'articleIds'>,
  now: Date,
): Promise<void> {
  await database.execute(sql`
    with sent as (update saved_searches set emailed_at = ${now} where id = ${id}),
      mailed as (select matched_at from saved_search_matches
        where search_id = ${id} and article_id = any (${articleIds}::uuid[]))
    update saved_search_matches set is_to_be_mailed = false
    where search_id = ${id} and is_to_be_mailed
      and (article_id = any (${articleIds}::uuid[]) or matched_at < (select min(matched_at) from mailed))
  `);
}

const MAX_ARTICLES = 30;
const MailRow = row({
  id: uuid,
  user_id: uuid,
  name: text,
  query: text,
  email: text,
  article_ids: textArray,
});
export type DueMail = RowOf<typeof MailRow>;
