import { type Statement, sql } from '../../platform/database/sql.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * AUTH-4: every table with something about people in it, in one list. Export writes a file for each;
 * erasure goes through them in this order, the person's own row last. A test holds the list against the
 * schema: a new table is either here or among IMPERSONAL_TABLES, and every column of a table that is here is
 * either exported or withheld for a reason.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  {
    table: 'sessions',
    label: 'Sessions',
    describe: 'Where you are signed in, from which browser and address.',
    export: userId => sql`
      select id, method, user_agent, address, created_at, last_used_at, proven_at, rotated_at, expires_at
      from sessions
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      secret_hash: 'Part of the proof that a session is yours.',
      previous_secret_hash: 'Part of the proof that a session is yours.',
      rotation_seen: 'Whether your browser has taken over its newest secret.',
    },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'passkeys',
    label: 'Passkeys',
    describe: 'The passkeys you sign in with.',
    export: userId => sql`
      select id, name, transports, backed_up, counter, created_at, last_used_at
      from passkeys
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: {
      user_id: 'It is you.',
      credential_id: 'Only good for signing in; your device has it.',
      public_key: 'Only good for signing in; your device has its other half.',
    },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'identities',
    label: 'Connected sign-ins',
    describe: 'Accounts elsewhere with which you sign in here.',
    export: userId => sql`
      select issuer, subject, created_at, last_used_at
      from identities
      where user_id = ${userId}
      order by created_at, issuer, subject
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'api_tokens',
    label: 'API tokens',
    describe: 'Tokens that you made for programs that act for you.',
    export: userId => sql`
      select id, name, scopes, created_at, last_used_at, expires_at
      from api_tokens
      where user_id = ${userId}
      order by created_at, id
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that a token is yours.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'one_time_links',
    label: 'One-time links',
    describe: 'Links that were made for you and have not been used, such as to choose a new password.',
    export: userId => sql`
      select purpose, created_at, expires_at
      from one_time_links
      where user_id = ${userId}
      order by created_at
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that a link is the right one.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'sign_in_challenges',
    label: 'Sign-ins under way',
    describe: 'Sign-ins that you began minutes ago and have not finished.',
    export: userId => sql`
      select id, purpose, expires_at
      from sign_in_challenges
      where user_id = ${userId}
      order by id
    `,
    withheld: { user_id: 'It is you.', detail: 'Part of the proof that the sign-in is yours.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'idempotency_keys',
    label: 'Repeated requests',
    describe: 'Requests of the last two days that a program of yours may repeat without effect.',
    export: userId => sql`
      select day, key, created_at
      from idempotency_keys
      where owner = ${`user ${userId}`}
      order by created_at, key
    `,
    withheld: {
      owner: 'It is you.',
      request_hash: 'A fingerprint, to tell a repeat from another request.',
      sealed_answer: 'The answer you got, sealed because it may hold a secret that is shown once.',
    },
    erase: { deleteWhere: userId => sql`owner = ${`user ${userId}`}` },
  },
  {
    table: 'audit_log',
    label: 'Security log',
    describe: 'What was done by you or to your account that matters for its security.',
    export: userId => sql`
      select
        id, at, action, detail,
        case when actor_id = ${userId} then 'you' else actor_kind end as actor_kind,
        case when subject_id = ${userId} then 'you' else subject_kind end as subject_kind,
        case when actor_id = ${userId} or actor_kind = 'visitor' then network end as network
      from audit_log
      where actor_id = ${userId}
        or subject_id = ${userId}
        or subject_id in (
          select id::text from sessions where user_id = ${userId}
          union all select id::text from passkeys where user_id = ${userId}
          union all select id::text from api_tokens where user_id = ${userId}
        )
      order by at, id
    `,
    withheld: {
      actor_id: 'It is you, or somebody else whose business it is.',
      subject_id: 'It is you or something of yours, or somebody else whose business it is.',
      trace_id: 'Leads to technical logs that hold nothing about you.',
    },
    erase: {
      keep: 'The security log is append-only. It names people by an id alone, which leads to nobody once your account is erased, and the network of a request instead of its address. Entries are dropped after two years.',
    },
  },
  {
    table: 'erasures',
    label: 'Erasure',
    describe: 'Whether you asked to be erased, and when it is done.',
    export: userId => sql`
      select requested_at, due_at, finished_at from erasures where user_id = ${userId}
    `,
    withheld: { user_id: 'It is you.' },
    erase: { keep: 'Shows that you were erased and when, by an id that leads to nobody.' },
  },
  {
    table: 'source_publishers',
    label: 'Publishing',
    describe: 'Sources to which you may submit articles.',
    export: userId => sql`
      select source_publishers.source_id, sources.name as source, source_publishers.verified_at
      from source_publishers
      join sources on sources.id = source_publishers.source_id
      where source_publishers.user_id = ${userId}
      order by source_publishers.verified_at, source_publishers.source_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'story_visits',
    label: 'Stories read',
    describe: 'Stories that you have read, so that you are shown what is new in them.',
    export: userId => sql`
      select story_visits.story_id, stories.headline, story_visits.seen_at, story_visits.seen_articles
      from story_visits left join stories on stories.id = story_visits.story_id
      where story_visits.user_id = ${userId}
      order by story_visits.seen_at, story_visits.story_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
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
    erase: { deleteWhere: isTheirs },
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
    erase: { deleteWhere: isTheirs },
  },
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
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'recent_search_repairs',
    label: 'Searches to be shown',
    describe: 'Whether your list of recent searches was changed in this minute.',
    export: userId => sql`select at from recent_search_repairs where user_id = ${userId}`,
    withheld: { user_id: 'It is you.', change: 'A number that says nothing about you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'reader_settings',
    label: 'Settings of your feeds',
    describe:
      'Your language and country, what is left out, ranked up and folded away for you, and whether you get a digest.',
    export: userId => sql`
      select language, country, hides_paywalled, lifts_rare, folds_seen, digest, updated_at from reader_settings
      where user_id = ${userId}
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'reader_stances',
    label: 'What you follow, prefer and block',
    describe: 'Topics, names and sources that you follow, sources that you prefer or block.',
    export: userId => sql`
      select subject, id, stance, since from reader_stances where user_id = ${userId} order by since, subject, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'reader_muted_words',
    label: 'Muted words',
    describe: 'Words and phrases that you do not want to see.',
    export: userId => sql`
      select id, words, until, created_at from reader_muted_words where user_id = ${userId} order by created_at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
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
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'read_batches',
    label: 'Marked as read at once',
    describe: 'When you marked many stories as read, so that it could be taken back.',
    export: userId => sql`
      select id, at, story_ids, undone_at from read_batches where user_id = ${userId} order by at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'ranking_exposures',
    label: 'Experiments',
    describe: 'What your feed showed in the last 30 days while ways of ranking it were compared.',
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
    table: 'saved_search_matches',
    label: 'Matches of saved searches',
    describe: 'Articles of the last three months that answered searches which you saved.',
    export: userId => sql`
      select search_id, article_id, matched_at, is_to_be_mailed from saved_search_matches
      where ${isOfTheirSearches(userId)} order by matched_at, search_id, article_id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isOfTheirSearches },
  },
  {
    table: 'feed_tokens',
    label: 'Private feeds',
    describe: 'Addresses under which other programs read your feeds.',
    export: userId => sql`
      select id, feed, saved_search_id, created_at, last_used_at from feed_tokens
      where user_id = ${userId} order by created_at, id
    `,
    withheld: { user_id: 'It is you.', secret_hash: 'Part of the proof that an address is yours.' },
    erase: { deleteWhere: isTheirs },
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
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'digests',
    label: 'Digests',
    describe: 'What was put together for you by day or by week.',
    export: userId => sql`
      select id, period, day, story_ids, made_at, sent_at, failure from digests
      where user_id = ${userId} order by made_at, id
    `,
    withheld: { user_id: 'It is you.' },
    erase: { deleteWhere: isTheirs },
  },
  {
    table: 'users',
    label: 'Account',
    describe: 'Your account itself.',
    export: userId => sql`
      select
        id, email, display_name, roles, password_hash is not null as has_password,
        created_at, updated_at, disabled_at, erased_at
      from users
      where id = ${userId}
    `,
    withheld: { password_hash: 'Part of the proof that you know your password.' },
    erase: {
      anonymise: (userId, at) => sql`
        update users
        set email = null, display_name = 'Erased reader', roles = '{reader}', password_hash = null,
            updated_at = ${at}, erased_at = ${at}, disabled_at = coalesce(disabled_at, ${at})
        where id = ${userId} and erased_at is null
      `,
    },
  },
];

/** By the searches, which matches are sorted by. */
function isOfTheirSearches(userId: string): Statement {
  return sql`search_id in (select id from saved_searches where user_id = ${userId})`;
}

function isTheirs(userId: string): Statement {
  return sql`user_id = ${userId}`;
}

/** Tables with nothing about people in them, and why one can be sure of that. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  schema_migrations: 'Which changes of the schema were made.',
  signing_keys: 'Keys of the installation.',
  queues: 'Names and settings of queues.',
  queue_messages: 'Work to do, which names people by ids alone and is kept for eight days.',
  queue_done: 'What became of messages, by their numbers, kept for eight days.',
  queue_heads: 'How far each queue has been read.',
  queue_holes: 'Numbers of messages that may still come.',
  queue_returns: 'Messages to deliver again, by their numbers, and why.',
  queue_leases: 'Messages being handled, by their numbers.',
  queue_groups: 'Groups of messages that are handled one after the other; no group is named after a person.',
  queue_waiting: 'Messages that wait for their group, by their numbers.',
  queue_dedup: 'Keys of messages of the last day; no key is made of what identifies a person.',
  log_streams: 'Names and sizes of streams.',
  log_partitions: 'How far each partition of a stream goes.',
  log_events:
    'Events name people by an id alone, which leads to nobody once the account is erased, and are dropped when their days are over. What readers did comes with address and browser, by which it is judged; these days are over after two.',
  log_positions: 'How far each consumer group has read.',
  log_members: 'Which processes handle events.',
  log_dead_letters: 'Copies of events, which name people by an id alone.',
  tasks: 'What the program has to do and when. A payload names things by id alone.',
  task_runs: 'When tasks ran and how it went.',
  sources:
    'Who publishes what where. Who added a source is an id alone, which leads to nobody once it is erased.',
  source_schedule: 'When each source is visited next, and how it went.',
  source_problems: 'What is wrong with sources.',
  crawl_hosts: 'Which hosts are visited, and what their robots.txt says.',
  crawl_pages: 'Articles whose page is still to be read, as they were published.',
  fetches: 'What was asked of publishers, and what came of it.',
  articles: 'What was published, by publishers and not by people who have an account here.',
  article_urls: 'Which address belongs to which article.',
  article_guids: 'Which name belongs to which article.',
  article_revisions: 'What was published later at the same address.',
  topics: 'What articles can be about.',
  topic_rules:
    'Words that speak for a topic. Who added a rule is an id alone, which leads to nobody once it is erased.',
  article_vectors: 'What articles mean, as numbers, read off what was published.',
  article_facts: 'What articles are about, read off what was published.',
  entities: 'Names that appear in what was published, of people in the news and not of readers.',
  stories: 'What happened, as publishers told it.',
  story_redirects: 'Which stories became part of which.',
  story_articles: 'Which articles belong to which story.',
  story_sources: 'Who reported on which story.',
  story_topics: 'What stories are about.',
  story_entities: 'Which names appear in which story.',
  story_rulings:
    'What editors decided about stories. Who it was is an id alone, which leads to nobody once it is erased.',
  story_orders: 'What editors asked for. Who it was is an id alone, which leads to nobody once it is erased.',
  story_losses: 'Articles that were taken out of stories.',
  story_desks: 'How far the stories of each language are decided.',
  breaking_episodes: 'When stories were breaking news.',
  story_engagement: 'How often stories were read and shared in a minute, for two days.',
  signal_rules:
    'What does not count. Who changed a rule is an id alone, which leads to nobody once it is erased.',
  signal_keys: 'Hashes by which what is sent again is known, dropped after two days.',
  signal_marks: 'How far what readers did has been judged and counted.',
  trending_state: 'How often articles were shared and read, and how far that was counted.',
  trending_lists: 'What is trending now.',
  trending_hours: 'How often articles were shared and read in each hour.',
  trending_snapshots: 'What was trending at each full hour.',
  trending_entered: 'What has been at the top of a list.',
  signal_tallies:
    'How often addresses and articles were counted, each known by a hash of 64 bits, for twenty minutes at most.',
  signal_checkpoints:
    'What the rules remember of visitors, addresses and articles, each known by a hash of 64 bits. What is older than twice the time that a rule looks back goes when they are stored next.',
  article_counts: 'How often articles were viewed, read and shared.',
  ranking_variants:
    'Ways to rank feeds. Who changed one is an id alone, which leads to nobody once it is erased.',
  ranking_experiments:
    'Which ways to rank are compared. Who began it is an id alone, which leads to nobody once it is erased.',
  search_synonyms:
    'Words that mean the same. Who changed them is an id alone, which leads to nobody once it is erased.',
  search_orders: 'What was asked of search indexes, such as comparing them with the articles.',
  search_order_answers: 'How far each search index is with what was asked of it.',
  websub_subscriptions: 'Which hubs tell of which feeds.',
  demo_edition: 'Whether there is a demo edition.',
};
