export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export type Cell = string | number;

/** For a terminal: aligned columns, numbers right-aligned. */
export function renderText({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows.map(row => row.map(formatCell))];
  const widths = columns.map((_, column) => Math.max(...cells.map(row => (row[column] ?? '').length)));
  const lines = cells.map(row =>
    columns
      .map((_, column) => pad(row[column] ?? '', widths[column] ?? 0, isNumeric(rows, column)))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...lines.map(line => `  ${line}`)].join('\n');
}

/** For RESULTS.md. */
export function renderMarkdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${columns.map((_, column) => (isNumeric(rows, column) ? '---:' : '---')).join('|')}|`;
  const body = rows.map(row => line(columns.map((_, column) => formatCell(row[column] ?? ''))));
  return [`### ${title}`, '', line(columns), rule, ...body].join('\n');
}

/** At least three significant digits: 12,346 and 123 and 12.3 and 1.23 and 0.0123. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(3)));
}

function formatCell(cell: Cell): string {
  return typeof cell === 'number' ? formatNumber(cell) : cell;
}

/** A column of numbers may contain `-` for a peer without a value. */
function isNumeric(rows: readonly (readonly Cell[])[], column: number): boolean {
  const cells = rows.map(row => row[column] ?? '');
  return cells.some(cell => typeof cell === 'number') && cells.every(isNumberOrGap);
}

function isNumberOrGap(cell: Cell): boolean {
  return typeof cell === 'number' || cell === '-' || cell === '';
}

function pad(text: string, width: number, toTheRight: boolean): string {
  return toTheRight ? text.padStart(width) : text.padEnd(width);
}
