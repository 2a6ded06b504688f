import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { type Statement, sql } from '../platform/database/sql.ts';

/** AUTH-4: personal data in the tables of this module, in the order of erasure. */
export const SEARCH_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'recent_searches',
    label: 'Searches',
    describe: 'Your searches, until you clear them, for a year at most.',
    export: userId => sql`
      select query, searched_at, times from recent_searches
      where user_id = ${userId}
      order by searched_at, key
    `,
    withheld: { user_id: 'It is you.', key: 'The query again, normalised for comparison.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'recent_search_repairs',
    label: 'Pending updates of your searches',
    describe: 'Whether your list of recent searches is being updated.',
    export: userId => sql`select at from recent_search_repairs where user_id = ${userId}`,
    withheld: { user_id: 'It is you.', change: 'An internal number that says nothing about you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'saved_search_matches',
    label: 'Matches of saved searches',
    describe: 'Articles of the last three months that matched your saved searches.',
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
    describe: 'Your saved searches, and how you are notified of new matches.',
    export: userId => sql`
      select id, name, query, filters, paused_at, email, emailed_at, webhook_url, webhook_state, webhook_failures, webhook_error,
        webhook_delivered_at, created_at, updated_at
      from saved_searches where user_id = ${userId} order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      webhook_key: 'Part of the secret with which your program verifies our messages.',
      webhook_challenge: 'An internal number that says nothing about you.',
      version: 'An internal number that says nothing about you.',
    },
    erase: { deleteWhere: isOwn },
  },
];

/** By the searches, whose ids order the matches. */
function belongsToOwnSearch(userId: string): Statement {
  return sql`search_id in (select id from saved_searches where user_id = ${userId})`;
}
