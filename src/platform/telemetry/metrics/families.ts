import type { MetricDefinition } from '../../../metrics.ts';
import { Cells, type Labels } from './cells.ts';

/** One metric of the catalogue with its samples: a counter, a gauge or a histogram. */
export class CounterFamily {
  readonly kind = 'counter';
  readonly definition: MetricDefinition;
  readonly cells: Cells<{ value: number }>;
  readonly #complain: Complain;

  constructor(definition: MetricDefinition, complain: Complain) {
    this.definition = definition;
    this.#complain = complain;
    this.cells = new Cells(definition.labels, () => ({ value: 0 }), overflow(complain));
    if (definition.labels.length === 0) this.cells.at({});
  }

  add(labels: Labels, by = 1): void {
    // Written so that NaN is refused too.
    if (by >= 0 && by < Number.POSITIVE_INFINITY) this.cells.at(labels).value += by;
    else this.#complain('a counter accepts only finite numbers from 0 on');
  }
}

/** Has no sample until it is set, even without labels: unmeasured is not 0. */
export class GaugeFamily {
  readonly kind = 'gauge';
  readonly definition: MetricDefinition;
  readonly cells: Cells<{ value: number }>;

  constructor(definition: MetricDefinition, complain: Complain) {
    this.definition = definition;
    this.cells = new Cells(definition.labels, () => ({ value: 0 }), overflow(complain));
  }

  set(labels: Labels, value: number): void {
    this.cells.at(labels).value = value;
  }

  clear(): void {
    this.cells.clear();
  }
}

export class HistogramFamily {
  readonly kind = 'histogram';
  readonly definition: MetricDefinition;
  readonly bounds: readonly number[];
  readonly cells: Cells<Distribution>;
  readonly #complain: Complain;

  constructor(definition: MetricDefinition, complain: Complain) {
    this.definition = definition;
    this.bounds = definition.buckets ?? [];
    this.#complain = complain;
    const empty = () => ({ buckets: new Float64Array(this.bounds.length + 1), sum: 0, count: 0 });
    this.cells = new Cells(definition.labels, empty, overflow(complain));
    if (definition.labels.length === 0) this.cells.at({});
  }

  observe(labels: Labels, value: number): void {
    if (!Number.isFinite(value)) {
      this.#complain('a histogram accepts only finite numbers');
      return;
    }
    // A clock that was set back makes a duration negative, and one such hour would spoil the sum for good.
    const measured = Math.max(0, value);
    const cell = this.cells.at(labels);
    const bucket = firstBucket(this.bounds, measured);
    cell.buckets[bucket] = (cell.buckets[bucket] ?? 0) + 1;
    cell.sum += measured;
    cell.count += 1;
  }

  counts(accepts: (labels: Labels) => boolean = () => true): Float64Array {
    const sums = new Float64Array(this.bounds.length + 1);
    for (const [values, { buckets }] of this.cells)
      if (accepts(this.#labelsOf(values)))
        for (const [bucket, count] of buckets.entries()) sums[bucket] = (sums[bucket] ?? 0) + count;
    return sums;
  }

  #labelsOf(values: readonly string[]): Labels {
    return Object.fromEntries(this.definition.labels.map((label, index) => [label, values[index] ?? '']));
  }
}

/** There are few buckets and most values are small: a linear search beats a binary one. */
function firstBucket(bounds: readonly number[], value: number): number {
  let index = 0;
  while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
  return index;
}

function overflow(complain: Complain): () => void {
  return () => complain('too many label values; further ones are counted as other');
}

export type Family = CounterFamily | GaugeFamily | HistogramFamily;

/** Reports an invalid sample; the caller never gets an error for it. */
export type Complain = (what: string) => void;

export interface Distribution {
  /** Number of values in each bucket alone, the last being those above every bound. */
  readonly buckets: Float64Array;
  sum: number;
  count: number;
}
