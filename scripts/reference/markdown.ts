/** A Markdown table. Cells are one line each; `|` inside them is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |\n`).join('');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** The notice under a page's title that it is generated. */
export function generatedFrom(source: string): string {
  return `Generated from \`${source}\` by \`npm run generate\`; edit that file, not this one.`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
