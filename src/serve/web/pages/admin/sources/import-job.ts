import type { ActingPerson } from '../../../../../app/admin/audited.ts';
import { importList } from '../../../../../app/admin/sources.ts';
import type { AppContext } from '../../../../../app/context.ts';
import type { ImportedLine } from '../../../../../ingest/sources/import.ts';
import type { OpmlEntry } from '../../../../../ingest/sources/opml/read.ts';
import { systemClock } from '../../../../../lib/clock.ts';
import { cacheKey } from '../../../../../platform/cache/keys.ts';

/**
 * An import that runs in the background while its page shows the progress. Progress and report are in the
 * shared cache for an hour. Small lists are finished before the page is requested.
 */
export async function startImport(
  context: AppContext,
  by: ActingPerson,
  entries: readonly OpmlEntry[],
  fileName: string,
): Promise<string> {
  const id = context.newId();
  const name = fileName.slice(0, 200);
  let done = 0;
  const reportProgress = (more: Partial<ImportState> = {}) =>
    keep(context, id, { name, total: entries.length, done, report: null, error: null, ...more });
  await reportProgress();
  const running = importList(context, by, entries, {
    name,
    onProgress: lines => {
      done += lines;
      void reportProgress().catch(error => context.telemetry.log.warn('import.progress_failed', { error }));
    },
  })
    .then(report =>
      reportProgress({ done: entries.length, report: { ...report, ...shownLines(report.lines) } }),
    )
    .catch(async error => {
      context.telemetry.log.error('import.failed', { error });
      await reportProgress({ error: error instanceof Error ? error.message : String(error) });
    })
    .catch(error => context.telemetry.log.error('import.finish_failed', { error }));
  const waiting = new AbortController();
  await Promise.race([running, systemClock.sleep(SOON_MS, waiting.signal).catch(() => undefined)]);
  waiting.abort();
  return id;
}

export async function findImport({ cache: views }: AppContext, id: string): Promise<ImportState | null> {
  const stored = await views.get(keyOf(id));
  // Only the code below writes it.
  return stored && (JSON.parse(Buffer.from(stored).toString('utf8')) as ImportState);
}

function keep({ cache: views }: AppContext, id: string, state: ImportState): Promise<void> {
  return views.set(keyOf(id), Buffer.from(JSON.stringify(state)), STORED_MS);
}

/** Lines that need attention come first. */
function shownLines(lines: readonly ImportedLine[]): { lines: ImportedLine[]; isCut: boolean } {
  const rank = { invalid: 0, known: 1, added: 2 };
  const sorted = [...lines].sort((a, b) => rank[a.outcome] - rank[b.outcome] || a.line - b.line);
  return { lines: sorted.slice(0, MAX_LINES), isCut: sorted.length > MAX_LINES };
}

function keyOf(id: string) {
  return cacheKey('source-import', 1, id);
}

const SOON_MS = 2_000;
const STORED_MS = 3_600_000;
const MAX_LINES = 5_000;

export interface ImportState {
  readonly name: string;
  readonly total: number;
  readonly done: number;
  readonly report: {
    readonly added: number;
    readonly known: number;
    readonly invalid: number;
    readonly lines: readonly ImportedLine[];
    readonly isCut: boolean;
  } | null;
  readonly error: string | null;
}
