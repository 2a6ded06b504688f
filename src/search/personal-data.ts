import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { type Statement, sql } from '../platform/database/sql.ts';

/** AUTH-4: what search stores about people, in the order of erasure. */
export const SEARCH_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'recent_searches',
    label: 'Searches',
    describe: 'What you have searched for, until you clear it, a year at most.',
    export: userId => sql`
      select query, searched_at, times from recent_searches
      where user_id = ${userId}
      order by searched_at, key
    `,
    withheld: { user_id: 'It is you.', key: 'The query again, as it is compared.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'recent_search_repairs',
    label: 'Searches to be shown',
    describe: 'Whether your list of recent searches was changed in this minute.',
    export: userId => sql`select at from recent_search_repairs where user_id = ${userId}`,
    withheld: { user_id: 'It is you.', change: 'A number that says nothing about you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'saved_search_matches',
    label: 'Matches of saved searches',
    describe: 'Articles of the last three months that answered searches which you saved.',
    export: userId => sql`
      select search_id, article_id, matched_at, is_to_be_mailed from saved_search_matches
      where ${belongsToOwnSearch(userId)} order by matched_at, search_id, article_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: belongsToOwnSearch },
  },
  {
    table: 'saved_searches',
    label: 'Saved searches',
    describe: 'Searches that you keep, and how you want to hear of what is new.',
    export: userId => sql`
      select id, name, query, filters, paused_at, email, emailed_at, webhook_url, webhook_failures, webhook_error,
        webhook_delivered_at, created_at, updated_at
      from saved_searches where user_id = ${userId} order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      webhook_key: 'Part of the secret by which your program knows our messages.',
      version: 'A number that says nothing about you.',
    },
    erase: { deleteWhere: isOwn },
  },
];

/** By the searches, whose ids order the matches. */
function belongsToOwnSearch(userId: string): Statement {
  return sql`search_id in (select id from saved_searches where user_id = ${userId})`;
}
