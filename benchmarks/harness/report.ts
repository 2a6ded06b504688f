import type { Report } from './benchmark.ts';
import { figureLines } from './figures.ts';
import { machineText, versionsText } from './machine.ts';
import { renderText } from './table.ts';

/** The report as text. It ends with one line per figure, which programs can parse. */
export function renderReport(report: Report): string {
  const head = [
    `${report.name}: ${report.question}`,
    `machine   ${machineText(report.machine)}`,
    `versions  ${versionsText(report.versions)}`,
    `corpus    ${report.corpus.name}, ${report.corpus.size}`,
    `run       ${report.startedAt}, ${report.seconds.toFixed(1)} s${report.quick ? ', quick: not for comparing' : ''}`,
  ].join('\n');
  return [
    head,
    ...report.tables.map(renderText),
    ...(report.notes.length > 0 ? [report.notes.map(note => `- ${note}`).join('\n')] : []),
    figureLines(report.figures).join('\n'),
  ].join('\n\n');
}
