/**
 * Every table and its owner. Only the owner writes a table; the modules in `readBy` may read it as well, because a join
 * costs less than a call per row. Other modules call the owner, or `app` composes the data.
 *
 * A table without personal data says why in `impersonal`. All others have an entry in the `personal-data.ts` of their
 * owner (AUTH-4). Tests compare this catalogue with the schema and with the SQL in the source.
 */
export const TABLES: Readonly<Record<string, TableEntry>> = {
  ...owned('platform/database', {
    schema_migrations: { impersonal: 'Applied migrations.' },
    installation_secret: { impersonal: 'The fingerprint of the secret that all processes share.' },
  }),
  ...owned('platform/cache', {
    rate_limits: {
      impersonal:
        'How much of each limit is used. Keys are hashes, and rows are deleted when their window has passed.',
    },
  }),
  ...owned('platform/log', {
    log_streams: { impersonal: 'Names and settings of streams.' },
    log_partitions: { impersonal: 'The newest offset of each partition.' },
    log_events: {
      impersonal:
        'Events name people by id only; the id leads to no one after an erasure. Accepted signals carry address and browser and are dropped after two days, all other events after the retention of their stream.',
    },
    log_positions: { impersonal: 'The position of each consumer group.' },
    log_members: { impersonal: 'The processes that consume partitions.' },
    log_archive: { impersonal: 'Where archived events are, by offset.' },
    log_dead_letters: { impersonal: 'Copies of events, which name people by id only.' },
  }),
  ...owned('platform/broker', {
    queues: { impersonal: 'Names and settings of queues.' },
    queue_messages: { impersonal: 'Messages name people by id only and are kept for eight days.' },
    queue_done: { impersonal: 'Outcomes of messages by number, kept for eight days.' },
    queue_heads: { impersonal: 'The read position of each queue.' },
    queue_holes: {
      impersonal: 'Message numbers that were not committed when the read position passed them.',
    },
    queue_returns: { impersonal: 'Messages to deliver again, by number, and why.' },
    queue_leases: { impersonal: 'Messages in flight, by number.' },
    queue_groups: { impersonal: 'Ordered groups of messages in flight; they name people by id only.' },
    queue_waiting: { impersonal: 'Messages that wait for their group, by number.' },
    queue_dedup: { impersonal: 'Deduplication keys of the last day; no key is derived from a person.' },
  }),
  ...owned('platform/tasks', {
    tasks: { impersonal: 'Scheduled tasks. A payload names things by id only.' },
    task_runs: { impersonal: 'When tasks ran and with what outcome.' },
  }),
  ...owned('accounts', {
    mail_counts: {},
    mail_stops: {},
    users: { readBy: ['feeds', 'ingest', 'search', 'signals', 'cli'] },
    sessions: {},
    passkeys: {},
    identities: {},
    api_tokens: {},
    one_time_links: {},
    sign_in_challenges: {},
    sign_in_places: {},
    second_factors: {},
    recovery_codes: {},
    audit_log: {},
    erasures: {},
    signing_keys: { impersonal: 'Keys of the installation.' },
  }),
  ...owned('app', {
    idempotency_keys: {},
  }),
  ...owned('ingest', {
    sources: {
      readBy: ['feeds', 'search', 'signals', 'stories', 'app', 'demo'],
      impersonal:
        'Publishers and their feeds. Who added a source is an id, which leads to no one after an erasure.',
    },
    source_publishers: { readBy: ['signals'] },
    source_schedule: { impersonal: 'When each source is due, and how its last fetches went.' },
    source_problems: { impersonal: 'Problems of sources.' },
    crawl_hosts: { impersonal: 'Hosts, their robots.txt and their rate limits.' },
    crawl_pages: { impersonal: 'Articles whose page is still to be fetched.' },
    fetches: { impersonal: 'Requests to publishers and their outcomes.' },
    articles: {
      readBy: ['search', 'signals', 'stories', 'cli', 'demo'],
      impersonal: 'Published articles, written by publishers and not by account holders.',
    },
    article_urls: { impersonal: 'The article behind each address.' },
    article_guids: { impersonal: 'The article behind each feed id.' },
    article_revisions: { readBy: ['stories'], impersonal: 'Earlier and later texts of articles.' },
    websub_subscriptions: { impersonal: 'Subscriptions of feeds at their hubs.' },
    demo_edition: { impersonal: 'Whether there is a demo edition.' },
  }),
  ...owned('stories', {
    topics: {
      readBy: ['feeds', 'search', 'signals', 'app'],
      impersonal: 'The topics that articles can have.',
    },
    topic_rules: {
      impersonal:
        'Keywords that assign topics. Who added a rule is an id, which leads to no one after an erasure.',
    },
    article_facts: {
      readBy: ['search', 'signals', 'demo'],
      impersonal: 'Language, topics, entities and fingerprints derived from published articles.',
    },
    entities: {
      readBy: ['feeds', 'search', 'signals'],
      impersonal: 'Names that occur in published articles: people in the news, not readers.',
    },
    stories: {
      readBy: ['feeds', 'search', 'signals', 'app', 'demo'],
      impersonal: 'Events, as publishers reported them.',
    },
    story_redirects: { readBy: ['feeds', 'signals', 'app'], impersonal: 'The successors of merged stories.' },
    story_articles: {
      readBy: ['feeds', 'search', 'signals', 'app', 'demo'],
      impersonal: 'The articles of each story.',
    },
    story_sources: { impersonal: 'The sources of each story.' },
    story_topics: { impersonal: 'The topics of each story.' },
    story_entities: { impersonal: 'The entities of each story.' },
    story_rulings: {
      impersonal:
        'Decisions of editors about stories. The editor is an id, which leads to no one after an erasure.',
    },
    story_orders: {
      impersonal: 'Commands of editors. The editor is an id, which leads to no one after an erasure.',
    },
    story_losses: { impersonal: 'Articles that were removed from stories.' },
    story_desks: { impersonal: 'The position up to which the stories of each language are clustered.' },
    breaking_episodes: { impersonal: 'When stories were breaking news.' },
  }),
  ...owned('signals', {
    signals: { readBy: ['feeds'] },
    user_reach: {},
    interests: {},
    signal_rules: {
      impersonal:
        'Rules that decide which signals count. Who changed a rule is an id, which leads to no one after an erasure.',
    },
    signal_keys: { impersonal: 'Hashes that recognise repeated signals, dropped after two days.' },
    signal_marks: { impersonal: 'The position up to which signals were judged and counted.' },
    signal_tallies: {
      impersonal:
        'How often addresses and articles were counted, each known by a hash of 64 bits, for twenty minutes at most.',
    },
    signal_checkpoints: {
      impersonal:
        'State of the rules for visitors, addresses and articles, each known by a hash of 64 bits. A checkpoint leaves out what is older than twice the window of a rule.',
    },
    article_counts: { impersonal: 'Views, reads and shares of each article.' },
    story_engagement: {
      readBy: ['stories'],
      impersonal: 'Reads and shares of stories by minute, kept for two days.',
    },
    trending_state: {
      impersonal: 'Share and read counts of articles, and the position up to which they count.',
    },
    trending_lists: { impersonal: 'What is trending now.' },
    trending_hours: { impersonal: 'Share and read counts of articles by hour.' },
    trending_snapshots: { impersonal: 'What was trending at each full hour.' },
    trending_entered: { impersonal: 'What has reached the top of a list.' },
  }),
  ...owned('search', {
    saved_searches: {},
    saved_search_matches: {},
    recent_searches: {},
    recent_search_repairs: {},
    article_vectors: { impersonal: 'Embeddings of published articles.' },
    search_synonyms: {
      impersonal: 'Synonyms. Who changed them is an id, which leads to no one after an erasure.',
    },
    search_orders: { impersonal: 'Commands to search indexes, such as a comparison with the articles.' },
    search_order_answers: { impersonal: 'The progress of each index on each command.' },
  }),
  ...owned('feeds', {
    story_visits: {},
    reader_settings: {},
    reader_stances: {},
    reader_muted_words: {},
    saved_stories: {},
    hidden_stories: {},
    read_batches: {},
    feed_tokens: {},
    digests: {},
    ranking_exposures: {},
    ranking_variants: {
      impersonal: 'Ranking settings. Who changed one is an id, which leads to no one after an erasure.',
    },
    ranking_experiments: {
      impersonal:
        'Experiments that compare rankings. Who started one is an id, which leads to no one after an erasure.',
    },
  }),
};

function owned(owner: string, tables: Readonly<Record<string, Omit<TableEntry, 'owner'>>>) {
  return Object.fromEntries(Object.entries(tables).map(([name, entry]) => [name, { owner, ...entry }]));
}

export interface TableEntry {
  /** A folder of `src`. */
  readonly owner: string;
  readonly readBy?: readonly string[];
  readonly impersonal?: string;
}
