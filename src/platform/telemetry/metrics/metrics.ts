import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
  type MetricDefinition,
} from '../../../metrics.ts';
import type { Logger, Metrics } from '../port.ts';
import { CONTENT_TYPE, exposeFamily } from './exposition.ts';
import { type Complain, CounterFamily, type Family, GaugeFamily, HistogramFamily } from './families.ts';

/** Every metric of the catalogue, empty. `more` returns further exposition text, of metrics kept elsewhere. */
export function createMetrics(log: Logger, more: () => Promise<string> = async () => ''): ReadableMetrics {
  const families = new Map<string, Family>();
  for (const [name, definition] of Object.entries<MetricDefinition>(METRICS)) {
    families.set(name, createFamily(definition, complainOnce(name, log)));
  }
  const find = <F extends Family>(name: string, kind: new (...of: never[]) => F): F => {
    const family = families.get(name);
    if (family instanceof kind) return family;
    throw new TypeError(`'${name}' is not the name of such a metric`);
  };
  const measures: Measure[] = [];

  return {
    counter: name => find(name, CounterFamily),
    gauge: name => find(name, GaugeFamily),
    histogram: name => find(name, HistogramFamily),
    onScrape: measure => {
      measures.push(measure);
    },
    async expose() {
      await Promise.all(measures.map(measure => runMeasure(measure, log)));
      const ours = [...families].map(([name, family]) => exposeFamily(name, family)).join('\n');
      return { contentType: CONTENT_TYPE, body: `${ours}\n${await more()}` };
    },
    value: (name, labels) => {
      const family = families.get(name);
      return family === undefined || family.kind === 'histogram'
        ? undefined
        : family.cells.peek(labels)?.value;
    },
    observed: (name, labels) => find(name, HistogramFamily).cells.peek(labels),
  };
}

function createFamily(definition: MetricDefinition, complain: Complain): Family {
  if (definition.kind === 'counter') return new CounterFamily(definition, complain);
  if (definition.kind === 'gauge') return new GaugeFamily(definition, complain);
  return new HistogramFamily(definition, complain);
}

/** Once for each metric and fault: a flood of invalid samples must not flood the log. */
function complainOnce(metric: string, log: Logger): Complain {
  const reported = new Set<string>();
  return what => {
    if (reported.has(what)) return;
    reported.add(what);
    log.warn('metrics.invalid_sample', { metric, what });
  };
}

/** A measure that fails costs its own gauge, not the scrape. */
async function runMeasure(measure: Measure, log: Logger): Promise<void> {
  try {
    await measure();
  } catch (error) {
    log.warn('metrics.gauge_failed', { error });
  }
}

type Measure = () => void | Promise<void>;

/** Lets tests read samples back. Undefined where nothing was measured. */
export interface ReadableMetrics extends Metrics {
  value<N extends CounterName | GaugeName>(name: N, labels: LabelsOf<N>): number | undefined;
  observed<N extends HistogramName>(
    name: N,
    labels: LabelsOf<N>,
  ): { readonly count: number; readonly sum: number; readonly buckets: Float64Array } | undefined;
}
