import { METRICS, type MetricDefinition } from '../../src/metrics.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** docs/reference/metrics.md */
export function metricsPage(): string {
  const metrics = Object.entries<MetricDefinition>(METRICS);
  const rows = metrics.map(([name, { kind, labels, help, fedBy }]) => [
    code(name),
    kind,
    labels.map(code).join(', '),
    help,
    fedBy,
  ]);
  const buckets = metrics.flatMap(([name, { buckets: bounds }]) =>
    bounds === undefined ? [] : [[code(name), bounds.join(', ')]],
  );
  return `# Metrics

${generatedFrom('src/metrics.ts')}

Each process exposes its metrics at \`/metrics\` in the Prometheus text format. An unmeasured gauge has no sample.
A metric has at most 2,000 combinations of label values; further ones are counted together with every label set
to \`other\`. The metrics of Node.js about the process begin with \`nodejs_\` and \`process_\`.

${table(['Name', 'Kind', 'Labels', 'Description', 'Reported by'], rows)}
## Buckets

Upper bounds of the histograms, in seconds.

${table(['Name', 'Buckets'], buckets)}`;
}
