import type { Distribution, Family, HistogramFamily } from './families.ts';

/** The Prometheus text format, version 0.0.4. A test compares it with what prom-client writes. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function exposeFamily(name: string, family: Family): string {
  const lines = [`# HELP ${name} ${escapeHelp(family.definition.help)}`, `# TYPE ${name} ${family.kind}`];
  if (family.kind === 'histogram') {
    for (const [values, cell] of family.cells) lines.push(...distributionLines(name, family, values, cell));
  } else {
    for (const [values, cell] of family.cells) {
      lines.push(`${name}${braces(pairs(family.definition.labels, values))} ${number(cell.value)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Buckets are cumulative: each counts everything up to its bound. */
function distributionLines(
  name: string,
  family: HistogramFamily,
  values: readonly string[],
  cell: Distribution,
): string[] {
  const labels = pairs(family.definition.labels, values);
  const bounds = [...family.bounds, Number.POSITIVE_INFINITY];
  let upTo = 0;
  const buckets = bounds.map((bound, index) => {
    upTo += cell.buckets[index] ?? 0;
    return `${name}_bucket${braces([`le="${number(bound)}"`, ...labels])} ${upTo}`;
  });
  return [
    ...buckets,
    `${name}_sum${braces(labels)} ${number(cell.sum)}`,
    `${name}_count${braces(labels)} ${cell.count}`,
  ];
}

function pairs(labels: readonly string[], values: readonly string[]): string[] {
  return labels.map((label, index) => `${label}="${escapeValue(values[index] ?? '')}"`);
}

function braces(labels: readonly string[]): string {
  return labels.length === 0 ? '' : `{${labels.join(',')}}`;
}

function number(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeValue(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
