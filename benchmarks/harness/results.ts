import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Report } from './benchmark.ts';
import { goalText, isShort } from './figures.ts';
import { machineText, versionsText } from './machine.ts';
import { formatNumber, renderMarkdown } from './table.ts';

/** Puts a run's section into RESULTS.md in place of its last one. Written beside and moved: never half a file. */
export async function writeResults(path: string, report: Report): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => INTRODUCTION);
  const after = replaceSection(before, report.name, renderSection(report));
  await writeFile(`${path}.new`, after);
  await rename(`${path}.new`, path);
}

/**
 * Replaces what stands between the markers of `name`. A first section goes before the first one whose name
 * sorts after it, otherwise to the end. Everything outside the markers stays as it is.
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

Each section is what the last full run of one benchmark printed: \`npm run bench -- <name>\` replaces it.
Figures of different machines, or of different days on a shared machine, are not to be compared; peers within
one section ran side by side and are.
`;
