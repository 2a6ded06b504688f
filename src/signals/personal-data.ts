import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { sql } from '../platform/database/sql.ts';

/** AUTH-4: personal data in the tables of this module, in the order of erasure. */
export const SIGNALS_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'signals',
    label: 'Your activity',
    describe:
      'What you viewed, read, shared and rated in the last 30 days, and the rule that excluded it from counts, if any.',
    export: userId => sql`
      select at, kind, detail, article_id, seconds, country, reach, dropped_by from signals
      where user_id = ${userId}
      order by at, kind, article_id
    `,
    withheld: { user_id: 'It is you.', visitor: 'It is you.' },
    // Counts stay as they are and belong to no one.
    erase: {
      anonymise: userId => sql`update signals set user_id = null, visitor = '' where user_id = ${userId}`,
    },
  },
  {
    table: 'user_reach',
    label: 'Your reach',
    describe: 'How many people you reach, as set by an operator: it gives your shares more weight.',
    export: userId => sql`select reach, set_at from user_reach where user_id = ${userId}`,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'interests',
    label: 'Interests',
    describe: 'Your interests, learned from what you read or set by you.',
    export: userId => sql`select updated_at from interests where user_id = ${userId}`,
    withheld: {
      user_id: 'It is you.',
      state: 'An internal format. GET /api/v1/account/interests returns it as a list.',
    },
    erase: { deleteWhere: isOwn },
  },
];
