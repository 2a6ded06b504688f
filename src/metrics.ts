/**
 * Every metric, in one table: its kind, labels, help text, and the role that reports it. A family without samples
 * appears on `/metrics` with its help text alone: an unmeasured gauge has no value, not 0.
 * `docs/reference/metrics.md` is generated from this table, and a test compares the two.
 */
const LATENCY = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const DELAY = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900] as const;

export const METRICS = {
  // Ingestion
  articles_ingested_total: counter(
    ['source', 'status'],
    'Articles found in fetched documents, by outcome',
    'crawl',
  ),
  article_parse_latency_seconds: histogram(
    ['kind'],
    LATENCY,
    'Time to parse one feed document or page',
    'crawl',
  ),
  crawl_fetch_error_rate: gauge([], 'Share of fetches that failed in the last five minutes', 'crawl'),
  crawl_fetch_total: counter(['status'], 'Fetches, by outcome', 'crawl'),
  sources_overdue_ratio: gauge(
    [],
    'Share of active sources not fetched within twice their interval',
    'crawl',
  ),
  // Streams, queues and tasks
  log_consumer_lag: gauge(
    ['group', 'stream'],
    'Events that a consumer group has not processed yet',
    'every role with a consumer',
  ),
  log_partition_lag: gauge(
    ['group', 'stream', 'partition'],
    'Events of one partition that a consumer group has not processed yet',
    'every role with a consumer',
  ),
  log_appended_total: counter(['stream'], 'Events appended to the log', 'every role'),
  log_unarchived_days: gauge(
    ['stream'],
    'Ended days with events that are not archived yet; above the retention of the stream, the log grows',
    'tasks',
  ),
  log_handler_seconds: histogram(
    ['group', 'stream'],
    LATENCY,
    'Time to process one batch of events, including its transaction',
    'every role with a consumer',
  ),
  log_dead_letters_total: counter(
    ['group', 'stream'],
    'Events dead-lettered after their last attempt',
    'every role with a consumer',
  ),
  queue_messages: gauge(['queue', 'state'], 'Messages in a queue, by state', 'tasks'),
  queue_published_total: counter(['queue'], 'Messages published to a queue', 'every role'),
  queue_oldest_seconds: gauge(['queue'], 'Age of the oldest message that is due for delivery', 'tasks'),
  queue_time_to_delete_seconds: histogram(
    ['queue'],
    DELAY,
    'Time from delivery to deletion of messages, observed once per deleted batch',
    'every role',
  ),
  task_start_delay_seconds: histogram(
    [],
    DELAY,
    'Delay between the due time and the start of a task',
    'tasks',
  ),
  task_runs_total: counter(['kind', 'outcome'], 'Completed task runs, by outcome', 'tasks'),
  tasks_forecast: gauge(
    ['minute'],
    'Tasks due in each of the next ten minutes; minute 0 is the current one and includes overdue tasks',
    'tasks',
  ),
  task_executor_rate: gauge(
    [],
    'Runs completed in the busiest of the last ten minutes; no value while there are too few runs',
    'tasks',
  ),
  // Readers
  feed_api_latency_seconds: histogram(
    ['cache'],
    LATENCY,
    'Time to answer a page of a feed over the API: hit when its ranking was cached, miss when the feed was ranked for it',
    'web',
  ),
  feed_cache_hit_rate: gauge(
    [],
    'Share of the feed pages of the API whose ranking was cached, in the last five minutes',
    'web',
  ),
  breaking_delivery_seconds: histogram(
    [],
    DELAY,
    'Time from the article that triggered a breaking story until the story is on the pages of this process',
    'web',
  ),
  search_index_lag_seconds: gauge([], 'Age of the oldest change that is not searchable yet', 'index'),
  search_index_articles: gauge([], 'Articles in the search index of this process', 'index'),
  search_matches_total: counter([], 'New articles that matched saved searches', 'index'),
  search_webhooks_total: counter(
    ['outcome'],
    'Webhook deliveries of saved searches: delivered, failed (and retried) or abandoned',
    'index',
  ),
  search_index_differences: gauge(
    ['kind'],
    'Articles missing from the index or wrongly in it, at the last comparison',
    'index',
  ),
  trending_score_freshness_seconds: gauge(
    [],
    'Age of the newest trending list that readers get; unchanged lists are renewed every 20 seconds',
    'web',
  ),
  user_interest_update_lag_seconds: gauge(
    [],
    'Age of the oldest signal that is not reflected in interests yet; 0 when all are',
    'signals',
  ),
  cluster_assignments_total: counter(
    ['action'],
    'Articles assigned to stories: opened one, joined one, or moved by a merge, a split or an editor',
    'stories',
  ),
  read_event_dedup_rate: gauge(
    [],
    'Share of repeated reads, shares and feedback among those validated in the last five minutes',
    'signals',
  ),
  events_dropped_total: counter(['rule'], 'Events dropped by a rule', 'signals'),
  classifier_latency_seconds: histogram(
    [],
    LATENCY,
    'Time to classify one article; of a batch sent to an external classifier, the mean',
    'stories',
  ),
  signals_count_differences: gauge(
    [],
    'Article counters that differed from a recount, at the last recount',
    'tasks',
  ),
  trending_recount_difference: gauge(
    [],
    'Relative difference between the recount of the last checked hour and its counters',
    'signals',
  ),
  // Process
  worker_restarts_total: counter(
    ['role'],
    'Threads and child processes that died or hung and are replaced: parser, describer, archive, search, postgres',
    'every role',
  ),
  circuit_breaker_open_total: counter(['name'], 'Times a circuit breaker opened', 'every role'),
  circuit_breaker_open: gauge(
    ['name'],
    '1 while a circuit breaker rejects calls, 0 while it is closed',
    'every role',
  ),
  http_request_duration_seconds: histogram(
    ['route', 'method', 'status'],
    LATENCY,
    'Time to answer a request',
    'web',
  ),
  http_requests_in_flight: gauge([], 'Requests in progress', 'web'),
  rate_limited_total: counter(['limit'], 'Requests rejected by a rate limit', 'web'),
  sign_ins_total: counter(['method', 'outcome'], 'Sign-in attempts, by method and outcome', 'web'),
  sign_ins_slowed_total: counter(
    [],
    'Sign-in attempts that waited because the account is under attack',
    'web',
  ),
  image_requests_total: counter(
    ['outcome'],
    'Images requested by readers, by origin (cache, publisher) or reason for not being shown',
    'web',
  ),
  image_bytes_total: counter(['from'], 'Bytes of images served to readers, by origin', 'web'),
  image_refused_total: counter(['reason'], 'Images not served, by reason', 'web'),
  archive_failures_total: counter(
    ['operation'],
    'Archive operations that failed, timed out or were rejected by the circuit breaker',
    'every role',
  ),
  erasures_pending: gauge([], 'Accounts whose deletion was requested and is not complete', 'tasks'),
  // PostgreSQL
  database_pool_connections: gauge(
    ['state'],
    'Pool connections: open and idle, and callers waiting',
    'every role',
  ),
  database_retries_total: counter(['reason'], 'Retried transactions and statements', 'every role'),
  database_up: gauge([], '1 while the database answers, 0 while it is unavailable', 'every role'),
  postgres_backends: gauge([], 'Open PostgreSQL connections to this database', 'every role'),
  postgres_commits: gauge(
    [],
    'Transactions committed in this database since its statistics were reset',
    'every role',
  ),
  postgres_rollbacks: gauge(
    [],
    'Transactions rolled back in this database since its statistics were reset',
    'every role',
  ),
  postgres_deadlocks: gauge([], 'Deadlocks in this database since its statistics were reset', 'every role'),
  postgres_cache_hit_ratio: gauge(
    [],
    'Share of blocks found in shared buffers since statistics were reset',
    'every role',
  ),
  postgres_database_bytes: gauge([], 'Size of this database on disk', 'every role'),
  postgres_oldest_transaction_seconds: gauge(
    [],
    'Age of the oldest open transaction, which prevents vacuum from removing dead rows',
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
