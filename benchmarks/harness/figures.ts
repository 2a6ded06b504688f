import { formatNumber } from './table.ts';

/** A headline number of a benchmark. Without a goal it is never short. */
export interface Figure {
  /** Words joined by dots or dashes, so that lines can be split at blanks: `driver.select-one.10-callers`. */
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: number;
  readonly better: 'higher' | 'lower';
}

/** A missing value never reaches a goal. */
export function isShort({ value, goal, better }: Figure): boolean {
  if (goal === undefined) return false;
  return better === 'higher' ? !(value >= goal) : !(value <= goal);
}

/**
 * `metric  value  unit  goal  ok|short`, with at least two blanks between fields and none inside a field. Numbers
 * have no separators, so that programs can parse them.
 */
export function figureLines(figures: readonly Figure[]): string[] {
  const rows = figures.map(figure => [
    hyphenated(figure.metric),
    plain(figure.value),
    hyphenated(figure.unit),
    goalText(figure),
    isShort(figure) ? 'short' : 'ok',
  ]);
  const widths = [0, 1, 2, 3].map(column => Math.max(0, ...rows.map(row => (row[column] ?? '').length)));
  return rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

export function goalText({ goal, better }: Figure): string {
  if (goal === undefined) return '-';
  return `${better === 'higher' ? '>=' : '<='}${plain(goal)}`;
}

function plain(value: number): string {
  return formatNumber(value).replaceAll(',', '');
}

function hyphenated(text: string): string {
  return text.trim().replace(/\s+/g, '-');
}
