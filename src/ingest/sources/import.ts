import { Problem } from '../../errors.ts';
import type { Database } from '../../platform/database/port.ts';
import { type Reason, reason } from '../../reasons.ts';
import type { OpmlEntry } from './opml/read.ts';
import { addSources, type SourceDraft, type SourceRegistryDeps } from './registry.ts';
import { parseTypedAddress } from './typed-address.ts';

/**
 * SRC-3: adds the sources of a list, 500 in each transaction, and reports the outcome of every line. An interrupted import
 * can be repeated: existing sources are reported as known. `onProgress` gets the number of lines of each batch.
 */
export async function importSources(
  database: Database,
  deps: SourceRegistryDeps,
  entries: readonly ImportedEntry[],
  { addedBy, folder, onProgress }: ImportOptions = {},
): Promise<SourceImportReport> {
  const lines: ImportedLine[] = [];
  const seen = new Map<string, number>();
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH).map(entry => prepare(entry, seen, { addedBy, folder }));
    lines.push(...(await store(database, deps, batch)));
    onProgress?.(batch.length);
  }
  const count = (outcome: ImportedLine['outcome']) => lines.filter(line => line.outcome === outcome).length;
  return { added: count('added'), known: count('known'), invalid: count('invalid'), lines };
}

/** Finds duplicates within the list and invalid lines. */
function prepare(entry: ImportedEntry, seen: Map<string, number>, extra: ImportOptions): PreparedLine {
  const { line, url } = entry;
  try {
    const address = parseTypedAddress(url).url;
    const first = seen.get(address);
    if (first !== undefined)
      return {
        line: {
          line,
          url,
          outcome: 'known',
          reason: reason('duplicate-line', { line: first }),
          sourceId: null,
        },
      };
    seen.set(address, line);
    return {
      line: { line, url, outcome: 'added', reason: null, sourceId: null },
      source: toSource(entry, address, extra),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      line: {
        line,
        url: url.slice(0, 500),
        outcome: 'invalid',
        reason: error.reason ?? null,
        sourceId: null,
      },
    };
  }
}

function toSource(entry: ImportedEntry, url: string, { addedBy, folder }: ImportOptions): SourceDraft {
  const { name, homePage, language, country, category } = entry;
  return {
    url,
    kind: 'feed',
    name: storable(name) || new URL(url).hostname.replace(/^www\./, ''),
    homePage:
      homePage !== null && /^https?:/i.test(homePage) && URL.canParse(homePage) ? storable(homePage) : null,
    language: language !== null && LANGUAGE.test(language) ? language : null,
    folder: storable(entry.folder ?? folder ?? '') || null,
    ...(country ? { country } : {}),
    ...(category ? { category } : {}),
    ...(addedBy === undefined ? {} : { addedBy }),
  };
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

async function store(
  database: Database,
  deps: SourceRegistryDeps,
  batch: readonly PreparedLine[],
): Promise<ImportedLine[]> {
  const sources = batch.flatMap(({ source }) => (source ? [source] : []));
  const added = await database.transaction(tx => addSources(tx, deps, sources));
  let next = 0;
  return batch.map(({ line, source }) => {
    if (!source) return line;
    const outcome = added[next++];
    if (!outcome) throw new RangeError('every source of the batch has an outcome');
    return { ...line, sourceId: outcome.id, outcome: outcome.isNew ? 'added' : 'known' };
  });
}

const BATCH = 500;
export const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z\d]{2,8}){0,3}$/;

export type ImportedEntry = OpmlEntry & { readonly country?: string; readonly category?: string };

export interface ImportOptions {
  readonly addedBy?: string | undefined;
  /** For entries without a folder. */
  readonly folder?: string | undefined;
  readonly onProgress?: (lines: number) => void;
}

export interface SourceImportReport {
  readonly added: number;
  readonly known: number;
  readonly invalid: number;
  readonly lines: readonly ImportedLine[];
}

export interface ImportedLine {
  readonly line: number;
  readonly url: string;
  readonly outcome: 'added' | 'known' | 'invalid';
  readonly reason: Reason | null;
  readonly sourceId: string | null;
}

interface PreparedLine {
  readonly line: ImportedLine;
  readonly source?: SourceDraft;
}
