import { Problem } from '../../errors.ts';
import type { Source, SourceKind, SourceSettings, SourceStatus } from '../../model/source.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { nullable, row, text, uuid } from '../../platform/database/rows.ts';
import { json, type Statement, sql } from '../../platform/database/sql.ts';
import { hostOf, scheduleHosts } from '../schedule/hosts.ts';
import type { ExportedSource } from './opml/write.ts';
import { type ScheduledSource, SOURCE_COLUMNS, SourceRow, toSource } from './rows.ts';

/**
 * SRC-1: adds sources in bulk and schedules their first fetches. A source whose address exists already is left as it is
 * and returned with `isNew: false`.
 */
export async function addSources(
  tx: Transaction,
  deps: SourceRegistryDeps,
  sources: readonly SourceDraft[],
): Promise<AddedSource[]> {
  const records = sources.map(source => recordOf(source, deps.newId()));
  const added = await tx.many(
    row({ id: uuid, url: text }),
    sql`
      insert into sources (
        id, name, url, kind, home_page, language, country, category, folder, credibility, interval_seconds, priority,
        region, reads_pages, settings, is_demo, added_by, created_at, updated_at
      )
      select id, name, url, kind, home_page, language, country, category, folder, credibility, interval_seconds,
        priority, region, reads_pages, settings, is_demo, added_by, now(), now()
      from jsonb_to_recordset(${json(records)}::jsonb) as source (
        id uuid, name text, url text, kind text, home_page text, language text, country text, category text,
        folder text, credibility real, interval_seconds integer, priority smallint, region text, reads_pages boolean,
        settings jsonb, is_demo boolean, added_by uuid
      )
      on conflict (url) do nothing
      returning id, url
    `,
  );
  const ids = new Map(added.map(({ id, url }) => [url, id]));
  await scheduleFirstFetches(
    tx,
    records.filter(({ id, url, kind }) => ids.get(url) === id && kind !== 'submit'),
  );
  const known = new Map((await findByUrls(tx, records)).map(({ id, url }) => [url, id]));
  return records.map(({ id, url }) => ({ id: known.get(url) ?? id, isNew: ids.get(url) === id }));
}

/** Spread over the first minutes, so that a list of thousands is not due at once. */
async function scheduleFirstFetches(tx: Transaction, records: readonly SourceRecord[]): Promise<void> {
  if (records.length === 0) return;
  const planned = records.map(({ id, url, priority }, index) => ({
    id,
    host: hostOf(url),
    priority,
    due_in_ms: Math.floor(index / FIRST_FETCHES_PER_SECOND) * 1_000,
  }));
  await scheduleHosts(
    tx,
    planned.map(({ host, due_in_ms, priority }) => ({ host, due_in_ms, priority })),
  );
  await tx.execute(sql`
    insert into source_schedule (source_id, host, next_crawl_at, priority)
    select id, host, now() + due_in_ms * interval '1 millisecond', priority
    from jsonb_to_recordset(${json(planned)}::jsonb) as planned (
      id uuid, host text, priority smallint, due_in_ms integer
    )
  `);
}

function findByUrls(tx: Queryable, records: readonly SourceRecord[]): Promise<{ id: string; url: string }[]> {
  return tx.many(
    row({ id: uuid, url: text }),
    sql`select id, url from sources where url = any(${records.map(({ url }) => url)}::text[])`,
  );
}

export async function findSource(database: Queryable, id: string): Promise<ScheduledSource | null> {
  const found = await database.maybe(SourceRow, sql`${SELECT} where sources.id = ${id}`);
  return found && toSource(found);
}

export async function findSourceAt(database: Queryable, url: string): Promise<ScheduledSource | null> {
  const found = await database.maybe(SourceRow, sql`${SELECT} where sources.url = ${url}`);
  return found && toSource(found);
}

/** By name, a page at a time. */
export async function listSources(database: Queryable, query: SourceQuery): Promise<ScheduledSource[]> {
  const { after, limit: most, status, kind, search, isDemo } = query;
  const found = await database.many(
    SourceRow,
    sql`
      ${SELECT}
      where (${status ?? null}::text is null or sources.status = ${status ?? null})
        and (${kind ?? null}::text is null or sources.kind = ${kind ?? null})
        and (${isDemo ?? null}::boolean is null or sources.is_demo = ${isDemo ?? null})
        and (${search ?? null}::text is null
          or position(lower(${search ?? null}) in lower(sources.name || ' ' || sources.url)) > 0)
        and (${after?.id ?? null}::uuid is null
          or (lower(sources.name), sources.id) > (lower(${after?.name ?? null}), ${after?.id ?? null}::uuid))
      order by lower(sources.name), sources.id
      limit ${most}
    `,
  );
  return found.map(toSource);
}

/** SRC-3: the feeds of an exported list, without those of the demo edition. */
export function exportedSources(database: Queryable): Promise<ExportedSource[]> {
  return database.many(
    row({
      name: text,
      url: text,
      home_page: nullable(text),
      language: nullable(text),
      folder: nullable(text),
    }),
    sql`
      select name, url, home_page, language, folder from sources
      where kind = 'feed' and not is_demo
      order by folder nulls first, lower(name), id
    `,
  );
}

/** Updates the operator's settings; null clears an optional field, undefined leaves it. */
export async function updateSource(tx: Transaction, id: string, change: SourceChange): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const columns = Object.fromEntries(
    given.map(([name, value]) => [COLUMNS[name as keyof SourceChange], value]),
  );
  const changed = await tx.execute(sql`
    update sources
    set (name, home_page, language, country, category, folder, credibility, interval_seconds, priority, region,
         reads_pages, settings, updated_at) = (
      select name, home_page, language, country, category, folder, credibility, interval_seconds, priority, region,
        reads_pages, settings, now()
      from jsonb_populate_record(sources, ${json(columns)}::jsonb)
    )
    where id = ${id}
  `);
  if (changed === 0) throw new Problem('source-not-found');
  if (change.priority !== undefined) {
    await tx.execute(sql`update source_schedule set priority = ${change.priority} where source_id = ${id}`);
    await tx.execute(sql`
      update crawl_hosts
      set priority = (select max(priority) from source_schedule where source_schedule.host = crawl_hosts.host)
      where host = (select host from source_schedule where source_id = ${id})
    `);
  }
}

/**
 * SRC-4: pausing removes the source from the schedule; resuming makes it due at once, also when it is dead.
 */
export async function pauseSource(tx: Transaction, id: string): Promise<void> {
  await setStatus(tx, id, 'paused');
  await tx.execute(sql`update source_schedule set next_crawl_at = null where source_id = ${id}`);
}

export async function resumeSource(tx: Transaction, id: string): Promise<void> {
  await setStatus(tx, id, 'active');
  const due = await tx.many(
    row({ host: text }),
    sql`
      update source_schedule
      set next_crawl_at = now(), failures = 0, failing_since = null
      where source_id = ${id}
      returning host
    `,
  );
  await scheduleHosts(
    tx,
    due.map(({ host }) => ({ host, due_in_ms: 0, priority: 1 })),
  );
}

/** Keeps its articles; to remove them too, remove them first. */
export async function removeSource(tx: Transaction, id: string): Promise<void> {
  const removed = await tx.execute(sql`delete from sources where id = ${id}`);
  if (removed === 0) throw new Problem('source-not-found');
}

export async function setStatus(tx: Transaction, id: string, status: SourceStatus): Promise<void> {
  const changed = await tx.execute(sql`
    update sources set status = ${status}, updated_at = now() where id = ${id}
  `);
  if (changed === 0) throw new Problem('source-not-found');
}

function recordOf(source: SourceDraft, id: string) {
  return {
    id,
    name: source.name,
    url: source.url,
    kind: source.kind,
    home_page: source.homePage ?? null,
    language: source.language ?? null,
    country: source.country ?? null,
    category: source.category ?? null,
    folder: source.folder ?? null,
    credibility: source.credibility ?? 0.5,
    interval_seconds: source.intervalSeconds ?? 900,
    priority: source.priority ?? 5,
    region: source.region ?? 'default',
    reads_pages: source.readsPages ?? true,
    settings: source.settings ?? {},
    is_demo: source.isDemo ?? false,
    added_by: source.addedBy ?? null,
  };
}

const SELECT: Statement = sql`
  select ${SOURCE_COLUMNS}
  from sources
  left join source_schedule as schedule on schedule.source_id = sources.id
`;

const COLUMNS: Readonly<Record<keyof SourceChange, string>> = {
  name: 'name',
  homePage: 'home_page',
  language: 'language',
  country: 'country',
  category: 'category',
  folder: 'folder',
  credibility: 'credibility',
  intervalSeconds: 'interval_seconds',
  priority: 'priority',
  region: 'region',
  readsPages: 'reads_pages',
  settings: 'settings',
};

const FIRST_FETCHES_PER_SECOND = 200;

type SourceRecord = ReturnType<typeof recordOf>;

export interface SourceRegistryDeps {
  readonly newId: () => string;
}

export type SourceDraft = Pick<Source, 'name' | 'url' | 'kind'> &
  Partial<Omit<Source, 'id' | 'name' | 'url' | 'kind' | 'status'>> & { readonly addedBy?: string };

export interface AddedSource {
  readonly id: string;
  /** False when a source with this address existed already. */
  readonly isNew: boolean;
}

export interface SourceQuery {
  readonly after?: Pick<Source, 'name' | 'id'>;
  readonly limit: number;
  readonly status?: SourceStatus;
  readonly kind?: SourceKind;
  readonly isDemo?: boolean;
  /** Part of the name or the address. */
  readonly search?: string;
}

export interface SourceChange {
  readonly name?: string;
  readonly homePage?: string | null;
  readonly language?: string | null;
  readonly country?: string | null;
  readonly category?: string | null;
  readonly folder?: string | null;
  readonly credibility?: number;
  readonly intervalSeconds?: number;
  readonly priority?: number;
  readonly region?: string;
  readonly readsPages?: boolean;
  readonly settings?: SourceSettings;
}
