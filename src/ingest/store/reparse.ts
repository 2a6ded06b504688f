import { LOWEST_ID } from '../../lib/ids.ts';
import { type ContentAddress, parseAddress } from '../../platform/archive/address.ts';
import type { Transaction } from '../../platform/database/port.ts';
import { int4, type RowOf, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { IngestContext } from '../context.ts';
import { articlesAtUrls, findArticle } from '../dedup/articles.ts';
import { storeArticles } from '../dedup/store.ts';
import { type StoredDocument, storeDocument } from '../schedule/store-document.ts';
import { findSource } from '../sources/registry.ts';
import type { ScheduledSource } from '../sources/rows.ts';

/**
 * ARC-1: parses archived documents again, oldest first, with the settings that the source has now: after a repair of the
 * parser, or a change of the settings. Articles and texts that are stored already change nothing, so it may be repeated
 * and interrupted; texts that come out differently are revisions (DEDUP-2).
 */
export async function reparse(deps: ReparseDeps, which: ReparsedFetches): Promise<Reparsed> {
  const sources = new Map<string, ScheduledSource | null>();
  const result = { documents: 0, isNew: 0, revised: 0, awaited: 0, missing: 0, failed: 0 };
  for await (const fetched of fetchesOf(deps, which)) {
    const source = sources.get(fetched.sourceId) ?? (await findSource(deps.database, fetched.sourceId));
    sources.set(fetched.sourceId, source);
    const document = source && (await archivedDocument(deps, fetched));
    deps.onProgress?.();
    if (!source || !document) result.missing++;
    else {
      const stored = await reparseOne(deps, source, fetched, document).catch(error => {
        deps.telemetry.log.warn('reparse.document_failed', { source: source.id, fetch: fetched.id, error });
        return null;
      });
      if (stored === null) result.failed++;
      else {
        result.documents++;
        result.isNew += stored.isNew;
        result.revised += stored.revised;
        result.awaited += stored.awaited;
      }
    }
  }
  return result;
}

/** For progress. */
export async function countReparsable({ database }: ReparseDeps, which: ReparsedFetches): Promise<number> {
  const { fetches } = await database.one(
    row({ fetches: int4 }),
    sql`select count(*)::int as fetches from fetches where ${isArchived(which)}`,
  );
  return fetches;
}

async function* fetchesOf({ database }: ReparseDeps, which: ReparsedFetches): AsyncGenerator<ArchivedFetch> {
  for (let after = { position: which.since.toISOString(), id: LOWEST_ID }; ; ) {
    const fetches = await database.many(
      FetchRow,
      sql`
        select id, at, at::text as position, source_id, url, purpose, archive_key from fetches
        where ${isArchived(which)} and (at, id) > (${after.position}::timestamptz, ${after.id}::uuid)
        order by at, id limit ${BATCH}
      `,
    );
    yield* fetches;
    const last = fetches.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function isArchived({ since, sourceId }: ReparsedFetches) {
  const ofSource = sourceId === undefined ? sql`source_id is not null` : sql`source_id = ${sourceId}`;
  return sql`archive_key is not null and at >= ${since} and ${ofSource}`;
}

async function archivedDocument(
  { archive }: ReparseDeps,
  { archiveKey, url }: ArchivedFetch,
): Promise<ArchivedDocument | null> {
  const address: ContentAddress | null = parseAddress(archiveKey);
  const bytes = address && (await archive.get(address));
  const entry = bytes && address && (await archive.stat(address));
  if (!bytes || !entry) return null;
  return { bytes, url: entry.meta['url'] ?? url, contentType: entry.meta['type'] || null };
}

function reparseOne(
  deps: ReparseDeps,
  source: ScheduledSource,
  fetched: ArchivedFetch,
  document: ArchivedDocument,
): Promise<StoredDocument> {
  return fetched.purpose === 'page'
    ? reparsePage(deps, fetched, document)
    : reparseSource(deps, source, fetched, document);
}

async function reparseSource(
  deps: ReparseDeps,
  { id: sourceId, kind, settings, language, readsPages }: ScheduledSource,
  fetched: ArchivedFetch,
  { bytes, ...document }: ArchivedDocument,
): Promise<StoredDocument> {
  const params = { sourceId, kind, settings, language, readsPages, ...document };
  const feed = await deps.parserPool.parseDocument(bytes, {
    ...params,
    fetchId: fetched.id,
    now: fetched.at.getTime(),
  });
  return deps.database.transaction(tx => storeDocument(tx, deps, feed));
}

/** The page of an article; without its article there is nothing to add the text to. */
async function reparsePage(
  deps: ReparseDeps,
  fetched: ArchivedFetch,
  { bytes, ...document }: ArchivedDocument,
): Promise<StoredDocument> {
  const { database, parserPool } = deps;
  const id = (await articlesAtUrls(database, [fetched.url])).get(fetched.url);
  const known = id === undefined ? null : await findArticle(database, id);
  if (known === null) return NOTHING;
  const { article } = await parserPool.parsePage(bytes, {
    article: { ...known, fetchId: fetched.id },
    ...document,
    now: fetched.at.getTime(),
  });
  const [outcome] = await database.transaction((tx: Transaction) => storeArticles(tx, deps, [article]));
  return { ...NOTHING, revised: outcome?.kind === 'revised' ? 1 : 0 };
}

const BATCH = 200;
const NOTHING: StoredDocument = { isNew: 0, revised: 0, awaited: 0 };

export type ReparseDeps = Pick<
  IngestContext,
  'database' | 'archive' | 'log' | 'newId' | 'parserPool' | 'telemetry'
> & {
  /** Called after each document. */
  readonly onProgress?: () => void;
};

export interface ReparsedFetches {
  readonly since: Date;
  /** Of all sources by default. */
  readonly sourceId?: string;
}

export interface Reparsed extends StoredDocument {
  readonly documents: number;
  /** Fetches whose document is no longer in the archive, or whose source was removed. */
  readonly missing: number;
  readonly failed: number;
}

const FetchRow = row({
  id: uuid,
  at: timestamptz,
  // A Date has no microseconds, so a cursor of Dates would find the last row again.
  position: text,
  source_id: uuid,
  url: text,
  purpose: text,
  archive_key: text,
});
type ArchivedFetch = RowOf<typeof FetchRow>;

interface ArchivedDocument {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly contentType: string | null;
}
