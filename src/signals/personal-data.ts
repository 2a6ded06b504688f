import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { sql } from '../platform/database/sql.ts';

/** AUTH-4: what signals stores about people, in the order of erasure. */
export const SIGNALS_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'signals',
    label: 'What you did with articles',
    describe:
      'What you viewed, read, shared and thought of in the last 30 days, and which rule kept it from counting, if one did.',
    export: userId => sql`
      select at, kind, detail, article_id, seconds, country, reach, dropped_by from signals
      where user_id = ${userId}
      order by at, kind, article_id
    `,
    withheld: { user_id: 'It is you.', visitor: 'It is you.' },
    // What was counted stays counted, and belongs to nobody.
    erase: {
      anonymise: userId => sql`update signals set user_id = null, visitor = '' where user_id = ${userId}`,
    },
  },
  {
    table: 'user_reach',
    label: 'Your reach',
    describe: 'How many people you reach, as an operator has set it: what you share weighs more by it.',
    export: userId => sql`select reach, set_at from user_reach where user_id = ${userId}`,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'interests',
    label: 'Interests',
    describe: 'What you care for, as it was learned from what you read and as you set it.',
    export: userId => sql`select updated_at from interests where user_id = ${userId}`,
    withheld: {
      user_id: 'It is you.',
      state: 'Bytes that only the program reads. As a list it is under GET /api/v1/account/interests.',
    },
    erase: { deleteWhere: isOwn },
  },
];
