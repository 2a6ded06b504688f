/** Parses the text of `/metrics` into numbers for the operator's overview. */
export function readExposition(text: string): MetricSamples {
  const samples = new Map<string, MetricSample[]>();
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const list = samples.get(name) ?? [];
    list.push({ labels: readLabels(labels), value: Number(value) });
    samples.set(name, list);
  }
  return samples;
}

/** The highest value of a gauge, or undefined while it has no samples. */
export function highestOf(measured: MetricSamples, name: string): number | undefined {
  const values = (measured.get(name) ?? []).map(({ value }) => value).filter(Number.isFinite);
  return values.length > 0 ? Math.max(...values) : undefined;
}

/**
 * A quantile of a histogram, over the labels that `accepts` selects: the upper bound of the bucket that
 * contains it.
 */
export function quantileOf(
  measured: MetricSamples,
  name: string,
  share: number,
  accepts: (labels: MetricSample['labels']) => boolean = () => true,
): number | undefined {
  const counts = new Map<number, number>();
  for (const { labels, value } of measured.get(`${name}_bucket`) ?? []) {
    if (!accepts(labels)) continue;
    const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  const total = counts.get(Number.POSITIVE_INFINITY) ?? 0;
  if (total === 0) return undefined;
  const bounds = [...counts].sort(([one], [other]) => one - other);
  return bounds.find(([, count]) => count >= total * share)?.[0];
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]),
  );
}

interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type MetricSamples = ReadonlyMap<string, readonly MetricSample[]>;
