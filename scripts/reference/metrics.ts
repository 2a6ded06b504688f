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

Each process shows its metrics at \`/metrics\` in the Prometheus text format. A gauge that nothing has measured
has no sample. A metric holds at most 2,000 combinations of label values; later ones are counted together with
every label set to \`other\`. What Node.js knows about the process is shown beside these, in metrics that begin
with \`nodejs_\` and \`process_\`.

${table(['Name', 'Kind', 'Labels', 'What it says', 'Fed by'], rows)}
## Buckets

Upper bounds of the histograms, in seconds.

${table(['Name', 'Buckets'], buckets)}`;
}
