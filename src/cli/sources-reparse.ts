import type { Installation } from '../context.ts';
import { createParserPool } from '../ingest/parse/parser-pool.ts';
import { countReparsable, type ReparseDeps, type ReparsedFetches, reparse } from '../ingest/store/reparse.ts';
import { systemClock } from '../lib/clock.ts';
import { restartReporter } from '../platform/telemetry/restarts.ts';
import { UsageError } from './failures.ts';
import { createProgress, shownCount } from './progress.ts';
import type { SourceInvocation } from './source-invocation.ts';

/** ARC-1: `broadsheet source reparse`: parses archived documents again. */
export async function reparseDocuments(
  installation: Installation,
  { terminal, clock }: SourceInvocation,
  which: ReparsedFetches,
): Promise<void> {
  const { size, telemetry } = installation;
  const parserPool = createParserPool({
    threads: size.crawlThreads,
    clock: systemClock,
    onCrash: restartReporter(telemetry, 'parser'),
  });
  const deps: ReparseDeps = { ...installation, parserPool };
  const total = await countReparsable(deps, which);
  const progress = createProgress(terminal.err, clock, { label: 'Parsing', unit: 'documents', total });
  try {
    const onProgress = () => progress.advance(1);
    const { documents, isNew, revised, awaited, missing, failed } = await reparse(
      { ...deps, onProgress },
      which,
    );
    terminal.out.write(
      `${shownCount(documents)} documents parsed again: ${shownCount(isNew)} new articles, ${shownCount(revised)} revised, ${shownCount(awaited)} waiting for their pages.\n`,
    );
    if (missing > 0) terminal.out.write(`${shownCount(missing)} documents are no longer in the archive.\n`);
    if (failed > 0) terminal.out.write(`${shownCount(failed)} documents could not be parsed.\n`);
  } finally {
    progress.abandon();
    await parserPool.close();
  }
}

/** From the first archived fetch, unless a time is given. */
export function readSince(since: string | undefined): Date {
  if (since === undefined) return new Date(0);
  const moment = /^\d{4}-\d\d-\d\d(T|$)/.test(since) ? new Date(since) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError('--since must be a time such as 2026-01-31 or 2026-01-31T18:00Z');
  return moment;
}
