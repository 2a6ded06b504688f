/** Wraps text at spaces to `width`; a longer single word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Two columns: terms on the left, wrapped definitions on the right. */
export function definitions(
  items: readonly (readonly [term: string, meaning: string])[],
  { indent = 2, width = 100, termWidth = 0 } = {},
): string {
  const widest = Math.max(termWidth, ...items.map(([term]) => term.length));
  const left = indent + widest + 2;
  return items
    .map(([term, meaning]) => {
      const lines = wrap(meaning, Math.max(24, width - left));
      return `${' '.repeat(indent)}${term.padEnd(widest)}  ${lines.join(`\n${' '.repeat(left)}`)}\n`;
    })
    .join('');
}

/** Rows of cells; each column but the last is as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const cells of rows)
    cells.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ');
  return rows.map(cells => `${line(cells).trimEnd()}\n`).join('');
}
