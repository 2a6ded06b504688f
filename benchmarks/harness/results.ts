import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Report } from './benchmark.ts';
import { goalText, isShort } from './figures.ts';
import { machineText, versionsText } from './machine.ts';
import { formatNumber, renderMarkdown } from './table.ts';

/** Replaces the section of a benchmark in RESULTS.md. Writes a temporary file and renames it: never half a file. */
export async function writeResults(path: string, report: Report): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => INTRODUCTION);
  const after = replaceSection(before, report.name, renderSection(report));
  await writeFile(`${path}.new`, after);
  await rename(`${path}.new`, path);
}

/**
 * Replaces the text between the markers of `name`. A new section goes before the first one whose name sorts after it,
 * otherwise to the end. Text outside the markers does not change.
 */
export function replaceSection(document: string, name: string, body: string): string {
  const section = `${opening(name)}\n${body.trim()}\n${closing(name)}`;
  const start = document.indexOf(opening(name));
  const end = document.indexOf(closing(name), start);
  if (start >= 0 && end >= 0)
    return document.slice(0, start) + section + document.slice(end + closing(name).length);

  for (const match of document.matchAll(/<!-- bench:(\S+) -->/g)) {
    if (match[1] !== undefined && match[1] > name) {
      return `${document.slice(0, match.index)}${section}\n\n${document.slice(match.index)}`;
    }
  }
  return `${document.trimEnd()}\n\n${section}\n`;
}

export function renderSection(report: Report): string {
  const facts = [
    `- Run: ${report.startedAt.slice(0, 10)}, ${formatNumber(report.seconds)} s${report.quick ? ', quick (not for comparing)' : ''}`,
    `- Machine: ${machineText(report.machine)}`,
    `- Versions: ${versionsText(report.versions)}`,
    `- Corpus: ${report.corpus.name}, ${report.corpus.size}`,
  ];
  const figures = renderMarkdown({
    title: 'Figures',
    columns: ['metric', 'value', 'unit', 'goal', ''],
    rows: report.figures.map(figure => [
      figure.metric,
      figure.value,
      figure.unit,
      goalText(figure),
      isShort(figure) ? 'short' : 'ok',
    ]),
  });
  return [
    `## ${report.name}`,
    report.question,
    facts.join('\n'),
    ...report.tables.map(renderMarkdown),
    ...(report.notes.length > 0 ? [report.notes.map(note => `- ${note}`).join('\n')] : []),
    figures,
  ].join('\n\n');
}

function opening(name: string): string {
  return `<!-- bench:${name} -->`;
}

function closing(name: string): string {
  return `<!-- /bench:${name} -->`;
}

const INTRODUCTION = `# Results

Each section is the report of the last full run of a benchmark. \`npm run bench -- <name>\` replaces it.
Do not compare figures of different machines, or of different days on a shared machine. Peers within one section
ran side by side and are comparable.
`;
