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
