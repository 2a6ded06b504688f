import type { Clock } from '../../lib/clock.ts';
import { RecentShare } from '../../lib/recent-share.ts';
import { setOrClear } from '../../platform/telemetry/gauges.ts';
import type { Histogram, Metrics } from '../../platform/telemetry/port.ts';

/** OBS-2: how long the feed API takes to answer, and how many of its answers need no new ranking. */
export class FeedAnswers {
  readonly #latency: Histogram<'feed_api_latency_seconds'>;
  readonly #hits: RecentShare;

  constructor(metrics: Metrics, clock: Clock) {
    this.#latency = metrics.histogram('feed_api_latency_seconds');
    this.#hits = new RecentShare(clock);
    metrics.onScrape(() => setOrClear(metrics.gauge('feed_cache_hit_rate'), this.#hits.value()));
  }

  record({ isCached, seconds }: FeedAnswerTime): void {
    this.#latency.observe({ cache: isCached ? 'hit' : 'miss' }, seconds);
    this.#hits.add(isCached ? 1 : 0, 1);
  }
}

interface FeedAnswerTime {
  /** Whether the ranking or the whole page came from a cache. */
  readonly isCached: boolean;
  readonly seconds: number;
}
