import { type Clock, pause } from '../../../lib/clock.ts';
import { type HistogramName, METRICS } from '../../../metrics.ts';
import type { Metrics } from '../../../platform/telemetry/port.ts';

/**
 * Quantiles of the last hour, for the overview: histograms count since the start of the process. Their counts are sampled
 * every minute, and what was counted an hour ago is subtracted from the present counts.
 */
export class LastHour {
  readonly #clock: Clock;
  readonly #metrics: Metrics;
  /** Oldest first. The first one is the base that is subtracted. */
  readonly #samples: CountSample[] = [];

  constructor({ clock, telemetry }: LastHourDeps) {
    this.#clock = clock;
    this.#metrics = telemetry.metrics;
    this.sample();
  }

  /** Samples until the signal is aborted. */
  async run(stopping: AbortSignal, ticks: Clock): Promise<void> {
    while (!stopping.aborted) {
      await pause(ticks, SAMPLE_INTERVAL_MS, stopping);
      this.sample();
    }
  }

  sample(): void {
    const counts = new Map(Object.keys(SERIES).map(name => [name, this.#countsOf(name as SeriesName)]));
    this.#samples.push({ at: this.#clock.now(), counts });
    this.#removeOld();
  }

  /** The upper bound of the bucket that contains the quantile; undefined when nothing was counted. */
  quantile(name: SeriesName, share: number): number | undefined {
    this.#removeOld();
    const base = this.#samples[0]?.counts.get(name);
    const counts = this.#countsOf(name).map((count, bucket) => count - (base?.[bucket] ?? 0));
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return undefined;
    let upTo = 0;
    const bucket = counts.findIndex(count => {
      upTo += count;
      return upTo >= total * share;
    });
    return METRICS[SERIES[name].metric].buckets[bucket] ?? Number.POSITIVE_INFINITY;
  }

  #countsOf(name: SeriesName): Float64Array {
    const { metric, accepts }: LatencySeries = SERIES[name];
    return this.#metrics.histogram(metric).counts(accepts);
  }

  /** The newest sample that is an hour old becomes the base. The limit holds also when the clock is set back. */
  #removeOld(): void {
    const hourAgo = this.#clock.now() - HOUR_MS;
    while (
      (this.#samples[1]?.at ?? Number.POSITIVE_INFINITY) <= hourAgo ||
      this.#samples.length > MAX_SAMPLES
    )
      this.#samples.shift();
  }
}

const SEARCHES: ReadonlySet<string | undefined> = new Set(['/search', '/api/v1/search']);
const SERIES = {
  /** Of the search page and the search API. */
  searching: {
    metric: 'http_request_duration_seconds',
    accepts: ({ route }: Readonly<Record<string, string>>) => SEARCHES.has(route),
  },
  breaking: { metric: 'breaking_delivery_seconds' },
  feed: { metric: 'feed_api_latency_seconds' },
} as const satisfies Record<string, LatencySeries>;

const HOUR_MS = 3_600_000;
const SAMPLE_INTERVAL_MS = 60_000;
/** One a minute, the base, and the one just taken. */
const MAX_SAMPLES = 62;

type SeriesName = keyof typeof SERIES;

interface LatencySeries {
  readonly metric: HistogramName;
  readonly accepts?: (labels: Readonly<Record<string, string>>) => boolean;
}

interface CountSample {
  readonly at: number;
  /** By series, the counts of its buckets. */
  readonly counts: ReadonlyMap<string, Float64Array>;
}

interface LastHourDeps {
  readonly clock: Clock;
  readonly telemetry: { readonly metrics: Metrics };
}
