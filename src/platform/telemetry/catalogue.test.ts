import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METRICS, type MetricDefinition } from '../../metrics.ts';

/** The metrics that operations rely on, with their labels. */
const REQUIRED = `
  articles_ingested_total{source,status} article_parse_latency_seconds{kind} crawl_fetch_error_rate
  crawl_fetch_total{status} sources_overdue_ratio log_consumer_lag{group,stream} queue_messages{queue,state}
  task_start_delay_seconds feed_api_latency_seconds{cache} feed_cache_hit_rate search_index_lag_seconds
  trending_score_freshness_seconds user_interest_update_lag_seconds cluster_assignments_total{action}
  read_event_dedup_rate events_dropped_total{rule} worker_restarts_total{role}
  circuit_breaker_open_total{name} classifier_latency_seconds
  http_request_duration_seconds{route,method,status}
`;

describe('OBS-2 the catalogue of metrics', () => {
  const catalogue = new Map(Object.entries<MetricDefinition>(METRICS));

  for (const [metric, name = '', labels = ''] of REQUIRED.matchAll(/(\w+)(?:\{([\w,]+)\})?/g)) {
    it(`has ${metric}`, () => {
      assert.deepEqual(catalogue.get(name)?.labels, labels === '' ? [] : labels.split(','));
    });
  }

  it('follows the naming of Prometheus: counters end in _total, and nothing else does', () => {
    for (const [name, { kind }] of catalogue) assert.equal(name.endsWith('_total'), kind === 'counter', name);
  });

  it('has names, labels and buckets that Prometheus accepts', () => {
    for (const [name, { labels, buckets = [] }] of catalogue) {
      assert.match(name, /^[a-z][a-z0-9_]*$/);
      for (const label of labels) assert.match(label, /^(?!__|le$)[a-z][a-z0-9_]*$/, name);
      assert.deepEqual(
        buckets,
        [...buckets].sort((a, b) => a - b),
        name,
      );
    }
  });
});
