import { isOwn, type PersonalData } from '../platform/database/personal-data.ts';
import { sql } from '../platform/database/sql.ts';

/** AUTH-4: personal data in the tables of this module, in the order of erasure. */
export const FEEDS_PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'story_visits',
    label: 'Stories read',
    describe: 'Stories that you have read, to show you what is new in them.',
    export: userId => sql`
      select story_visits.story_id, stories.headline, story_visits.seen_at, story_visits.seen_articles
      from story_visits left join stories on stories.id = story_visits.story_id
      where story_visits.user_id = ${userId}
      order by story_visits.seen_at, story_visits.story_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'reader_settings',
    label: 'Feed settings',
    describe:
      'Your language and country, what is hidden, promoted or collapsed for you, and whether you get a digest.',
    export: userId => sql`
      select language, country, hides_paywalled, lifts_rare, folds_seen, digest, updated_at from reader_settings
      where user_id = ${userId}
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'reader_stances',
    label: 'What you follow, prefer and block',
    describe: 'Topics, people and sources that you follow, and sources that you prefer or block.',
    export: userId => sql`
      select subject, id, stance, since from reader_stances where user_id = ${userId} order by since, subject, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'reader_muted_words',
    label: 'Muted words',
    describe: 'Words and phrases that you muted.',
    export: userId => sql`
      select id, words, until, created_at from reader_muted_words where user_id = ${userId} order by created_at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'saved_stories',
    label: 'Saved stories',
    describe: 'Stories that you saved for later.',
    export: userId => sql`
      select saved_stories.story_id, stories.headline, saved_stories.saved_at
      from saved_stories left join stories on stories.id = saved_stories.story_id
      where saved_stories.user_id = ${userId}
      order by saved_stories.saved_at, saved_stories.story_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'hidden_stories',
    label: 'Hidden stories',
    describe: 'Stories that you hid from your feeds.',
    export: userId => sql`
      select hidden_stories.story_id, stories.headline, hidden_stories.hidden_at
      from hidden_stories left join stories on stories.id = hidden_stories.story_id
      where hidden_stories.user_id = ${userId}
      order by hidden_stories.hidden_at, hidden_stories.story_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'read_batches',
    label: 'Marked as read',
    describe: 'When you marked many stories as read, so that you can undo it.',
    export: userId => sql`
      select id, at, story_ids, undone_at from read_batches where user_id = ${userId} order by at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'ranking_exposures',
    label: 'Experiments',
    describe: 'What your feed showed in the last 30 days while rankings were compared.',
    export: userId => sql`
      select at, experiment_id, arm, feed, story_ids, shadow_ids from ranking_exposures
      where user_id = ${userId} order by at
    `,
    withheld: { user_id: 'It is you.' },
    erase: {
      anonymise: userId => sql`update ranking_exposures set user_id = null where user_id = ${userId}`,
    },
  },
  {
    table: 'feed_tokens',
    label: 'Private feeds',
    describe: 'Addresses at which other programs read your feeds.',
    export: userId => sql`
      select id, feed, saved_search_id, created_at, last_used_at from feed_tokens
      where user_id = ${userId} order by created_at, id
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that the address is yours.' },
    erase: { deleteWhere: isOwn },
  },
  {
    table: 'digests',
    label: 'Digests',
    describe: 'Your daily and weekly digests.',
    export: userId => sql`
      select id, period, day, story_ids, made_at, sent_at, failure from digests
      where user_id = ${userId} order by made_at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOwn },
  },
];
