import { readFile, writeFile } from 'node:fs/promises';
import { CONSOLE } from '../app/admin/audited.ts';
import { importList } from '../app/admin/sources.ts';
import type { Installation } from '../context.ts';
import type { ImportedEntry, SourceImportReport } from '../ingest/sources/import.ts';
import { NotOpml, parseOpml } from '../ingest/sources/opml/read.ts';
import { writeOpml } from '../ingest/sources/opml/write.ts';
import { exportedSources } from '../ingest/sources/registry.ts';
import { entriesOf, findStarterPack } from '../ingest/sources/starter-packs.ts';
import { reasonText } from '../reasons.ts';
import { CommandFailure } from './failures.ts';
import { standardInput } from './fetch-document.ts';
import { createProgress } from './progress.ts';
import type { SourceInvocation } from './source-invocation.ts';
import { type Output, printable, type Terminal } from './terminal.ts';

/** SRC-3: reports every entry that was not added, with its line number. */
export async function importFile(
  installation: Installation,
  invocation: SourceInvocation,
  file: string,
  folder: string | undefined,
): Promise<number> {
  const bytes = file === '-' ? await standardInput() : await readList(file);
  const { entries, isTruncated } = parse(bytes);
  const report = await importAll(installation, invocation, entries, { name: 'opml', folder });
  if (isTruncated) invocation.terminal.err.write('The list is too long or too deep; the rest was ignored.\n');
  return report.invalid > 0 ? 1 : 0;
}

export async function installPack(
  installation: Installation,
  invocation: SourceInvocation,
  id: string,
): Promise<number> {
  const pack = await findStarterPack(id);
  await importAll(installation, invocation, entriesOf(pack), { name: pack.id, folder: undefined });
  return 0;
}

/** To the terminal, or to a new file. */
export async function exportList(
  { database, config, clock }: Installation,
  { out }: Terminal,
  file: string | undefined,
): Promise<number> {
  const sources = await exportedSources(database);
  const opml = writeOpml(sources, { title: config.name, at: new Date(clock.now()) });
  if (file === undefined || file === '-') {
    out.write(opml);
    return 0;
  }
  await writeFile(file, opml, { flag: 'wx' }).catch(error => {
    throw new CommandFailure(`${printable(file)} cannot be written: ${error.message}`, { cause: error });
  });
  out.write(`${sources.length} feeds are in ${printable(file)}\n`);
  return 0;
}

async function importAll(
  installation: Installation,
  { terminal, clock }: SourceInvocation,
  entries: readonly ImportedEntry[],
  { name, folder }: { name: string; folder: string | undefined },
): Promise<SourceImportReport> {
  const progress = createProgress(terminal.err, clock, {
    label: 'Importing',
    unit: 'rows',
    total: entries.length,
  });
  try {
    const report = await importList(installation, CONSOLE, entries, {
      name,
      folder,
      onProgress: lines => progress.advance(lines),
    });
    progress.finish('Imported');
    printReport(terminal.out, report);
    return report;
  } catch (error) {
    progress.abandon();
    throw error;
  }
}

function printReport(out: Output, { added, known, invalid, lines }: SourceImportReport): void {
  for (const { line, outcome, url, reason } of lines)
    if (outcome === 'invalid')
      out.write(`line ${line}: ${printable(url)}: ${printable(reason ? reasonText(reason) : '')}\n`);
  out.write(`${added} added, ${known} already known, ${invalid} invalid.\n`);
}

function readList(file: string): Promise<Uint8Array> {
  return readFile(file).catch(error => {
    throw new CommandFailure(`${printable(file)} cannot be read: ${error.message}`, { cause: error });
  });
}

function parse(bytes: Uint8Array) {
  try {
    return parseOpml(bytes);
  } catch (error) {
    if (error instanceof NotOpml) throw new CommandFailure(error.message, { cause: error });
    throw error;
  }
}
