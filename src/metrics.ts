/**
 * Every metric, in one table: its kind, its labels, what it says, and which role feeds it. A family without
 * samples is shown on `/metrics` with its help alone: a gauge that nothing has measured has no value, not 0.
 * `docs/reference/metrics.md` is generated from it and a test keeps the two equal.
 */
const LATENCY = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const DELAY = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900] as const;

export const METRICS = {
  // Ingestion
  articles_ingested_total: counter(
    ['source', 'status'],
    'Articles that came out of a fetch, by what became of them',
    'ingest',
  ),
  article_parse_latency_seconds: histogram(
    ['kind'],
    LATENCY,
    'Time to parse one feed document or page',
    'ingest',
  ),
  crawl_fetch_error_rate: gauge([], 'Share of fetches that failed, over the last five minutes', 'crawl'),
  crawl_fetch_total: counter(['status'], 'Fetches, by outcome', 'crawl'),
  sources_overdue_ratio: gauge(
    [],
    'Share of active sources not fetched within twice their interval',
    'crawl',
  ),
  // Travel of work
  log_consumer_lag: gauge(
    ['group', 'stream'],
    'Events that a consumer group has not handled yet',
    'every role with a consumer',
  ),
  log_partition_lag: gauge(
    ['group', 'stream', 'partition'],
    'Events of one partition that a consumer group has not handled yet',
    'every role with a consumer',
  ),
  log_appended_total: counter(['stream'], 'Events appended to the log', 'every role'),
  log_handler_seconds: histogram(
    ['group', 'stream'],
    LATENCY,
    'Time to handle one batch of events, its transaction included',
    'every role with a consumer',
  ),
  log_dead_letters_total: counter(
    ['group', 'stream'],
    'Events that were parked after their last attempt',
    'every role with a consumer',
  ),
  queue_messages: gauge(['queue', 'state'], 'Messages in a queue, by state', 'tasks'),
  queue_published_total: counter(['queue'], 'Messages published to a queue', 'every role'),
  queue_oldest_seconds: gauge(['queue'], 'Age of the oldest message that is to be delivered', 'tasks'),
  queue_time_to_delete_seconds: histogram(
    ['queue'],
    DELAY,
    'Time from the delivery of messages to their deletion, once for all that were deleted together',
    'every role',
  ),
  task_start_delay_seconds: histogram([], DELAY, 'How long after its time a task started', 'tasks'),
  task_runs_total: counter(['kind', 'outcome'], 'Runs of tasks that ended, by outcome', 'tasks'),
  tasks_forecast: gauge(
    ['minute'],
    'Tasks that come due in each of the next ten minutes; minute 0 is the present one with all that is overdue',
    'tasks',
  ),
  task_executor_rate: gauge(
    [],
    'Runs that ended in the busiest of the last ten minutes; without a value while too few ran to tell',
    'tasks',
  ),
  // Readers
  feed_api_latency_seconds: histogram(
    ['cache'],
    LATENCY,
    'Time to answer a feed page, from cache or computed',
    'web',
  ),
  feed_cache_hit_rate: gauge(
    [],
    'Share of feed pages answered from cache, over the last five minutes',
    'web',
  ),
  breaking_delivery_seconds: histogram(
    [],
    DELAY,
    'Time from the article that made a story breaking news until it is on the pages of this process',
    'web',
  ),
  search_index_lag_seconds: gauge([], 'Age of the oldest change that is not searchable yet', 'index'),
  search_index_articles: gauge([], 'Articles that can be found in the index of this process', 'index'),
  search_matches_total: counter([], 'New articles that answered saved searches', 'index'),
  search_webhooks_total: counter(
    ['outcome'],
    'Webhooks of saved searches: delivered, failed (and tried again) or given up',
    'index',
  ),
  search_index_differences: gauge(
    ['kind'],
    'Articles that were missing in the index, or were in it and should not be, when it was last compared',
    'index',
  ),
  trending_score_freshness_seconds: gauge([], 'Age of the trending lists that are served', 'count'),
  user_interest_update_lag_seconds: gauge(
    [],
    'Age of the oldest read that interests do not reflect yet',
    'count',
  ),
  cluster_assignments_total: counter(['action'], 'Articles put into stories, by what was done', 'stories'),
  read_event_dedup_rate: gauge(
    [],
    'Share of read events that were repeats, over the last five minutes',
    'count',
  ),
  events_dropped_total: counter(['rule'], 'Events that a rule dropped', 'signals'),
  classifier_latency_seconds: histogram([], LATENCY, 'Time to classify one article', 'stories'),
  signals_count_differences: gauge(
    [],
    'Counts of articles that differ from a recount, at the last one',
    'tasks',
  ),
  trending_recount_difference: gauge(
    [],
    'How far the last recounted hour was from what had been counted, as a part of its sum',
    'signals',
  ),
  live_connections: gauge([], 'Readers connected to live streams', 'web'),
  drop_units: gauge(['drop', 'state'], 'Units of a drop, by state', 'web'),
  // The program
  worker_restarts_total: counter(
    ['role'],
    'Times a role, worker or child process was started again after it died',
    'every role',
  ),
  circuit_breaker_open_total: counter(['name'], 'Times a circuit breaker opened', 'every role'),
  circuit_breaker_open: gauge(
    ['name'],
    '1 while a circuit breaker refuses calls, 0 while it lets them through',
    'every role',
  ),
  http_request_duration_seconds: histogram(
    ['route', 'method', 'status'],
    LATENCY,
    'Time to answer a request',
    'web',
  ),
  http_requests_in_flight: gauge([], 'Requests being answered', 'web'),
  rate_limited_total: counter(['limit'], 'Requests refused by a rate limit', 'web'),
  sign_ins_total: counter(['method', 'outcome'], 'Sign-ins tried, by method and outcome', 'web'),
  image_requests_total: counter(
    ['outcome'],
    'Pictures that readers asked for, by where they came from (cache, publisher) or why none was shown',
    'web',
  ),
  image_bytes_total: counter(['from'], 'Bytes of pictures shown to readers, by where they came from', 'web'),
  image_refused_total: counter(['reason'], 'Pictures that were not shown, by reason', 'web'),
  archive_failures_total: counter(
    ['operation'],
    'Archive operations that failed, timed out or were refused by the breaker',
    'every role',
  ),
  erasures_pending: gauge([], 'Accounts whose erasure was asked for and is not finished', 'tasks'),
  // PostgreSQL
  database_pool_connections: gauge(
    ['state'],
    'Connections of the pool: open, idle, and callers waiting',
    'every role',
  ),
  database_retries_total: counter(
    ['reason'],
    'Transactions and statements that were run again',
    'every role',
  ),
  database_up: gauge([], '1 while the database answers, 0 while it is away', 'every role'),
  postgres_backends: gauge([], 'Connections that PostgreSQL has to this database', 'every role'),
  postgres_commits: gauge(
    [],
    'Transactions committed in this database since its statistics began',
    'every role',
  ),
  postgres_rollbacks: gauge(
    [],
    'Transactions rolled back in this database since its statistics began',
    'every role',
  ),
  postgres_deadlocks: gauge([], 'Deadlocks in this database since its statistics began', 'every role'),
  postgres_cache_hit_ratio: gauge(
    [],
    'Share of blocks found in shared buffers since statistics began',
    'every role',
  ),
  postgres_database_bytes: gauge([], 'Size of this database on disk', 'every role'),
  postgres_oldest_transaction_seconds: gauge(
    [],
    'Age of the oldest open transaction, which holds back cleaning up',
    'every role',
  ),
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;
export type CounterName = NamesOfKind<'counter'>;
export type GaugeName = NamesOfKind<'gauge'>;
export type HistogramName = NamesOfKind<'histogram'>;
export type LabelsOf<N> = N extends MetricName
  ? { readonly [L in (typeof METRICS)[N]['labels'][number]]: string }
  : never;

export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  readonly fedBy: string;
  readonly buckets?: readonly number[];
}

type NamesOfKind<K> = { [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never }[MetricName];

function counter<const L extends readonly string[]>(labels: L, help: string, fedBy: string) {
  return { kind: 'counter', labels, help, fedBy } as const;
}

function gauge<const L extends readonly string[]>(labels: L, help: string, fedBy: string) {
  return { kind: 'gauge', labels, help, fedBy } as const;
}

function histogram<const L extends readonly string[]>(
  labels: L,
  buckets: readonly number[],
  help: string,
  fedBy: string,
) {
  return { kind: 'histogram', labels, help, fedBy, buckets } as const;
}
