import type { Queryable } from '../../platform/database/port.ts';
import { jsonb, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';

/**
 * SRC-8: problems of sources that need an operator. A problem lasts as long as its cause: `since` is the time of its
 * first occurrence, and it is cleared when the cause ends. A dismissed problem stays hidden until it is cleared and
 * occurs again. Times are whole milliseconds, because lists use them as cursors.
 */
export async function recordProblem(
  tx: Queryable,
  sourceId: string,
  kind: ProblemKind,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(sql`
    insert into source_problems (source_id, kind, since, detail)
    values (${sourceId}, ${kind}, date_trunc('milliseconds', now()), ${json(detail)}::jsonb)
    on conflict (source_id, kind) do update set detail = excluded.detail
  `);
}

export async function clearProblems(
  tx: Queryable,
  sourceIds: readonly string[],
  kinds: readonly ProblemKind[],
): Promise<void> {
  await tx.execute(sql`
    delete from source_problems where source_id = any(${sourceIds}::uuid[]) and kind = any(${kinds}::text[])
  `);
}

/** The inbox, the oldest problem first. */
export function listProblems(database: Queryable, query: ProblemQuery): Promise<SourceProblemEntry[]> {
  const { after, limit: most } = query;
  return database.many(
    ProblemRow,
    sql`
      select source_problems.source_id, sources.name, sources.url, source_problems.kind, source_problems.since,
        source_problems.detail, schedule.moved_to, schedule.last_error
      from source_problems
      join sources on sources.id = source_problems.source_id
      left join source_schedule as schedule on schedule.source_id = sources.id
      where dismissed_at is null
        and (${after?.sourceId ?? null}::uuid is null or (since, source_problems.source_id, source_problems.kind)
          > (${after?.since ?? null}::timestamptz, ${after?.sourceId ?? null}::uuid, ${after?.kind ?? null}))
      order by since, source_problems.source_id, source_problems.kind
      limit ${most}
    `,
  ) as Promise<SourceProblemEntry[]>;
}

export async function dismissProblem(tx: Queryable, sourceId: string, kind: ProblemKind): Promise<boolean> {
  const dismissed = await tx.execute(sql`
    update source_problems set dismissed_at = now()
    where source_id = ${sourceId} and kind = ${kind} and dismissed_at is null
  `);
  return dismissed > 0;
}

/** SRC-8: one-click actions for a problem, the most likely first. */
export function remediesFor({
  kind,
  movedTo,
}: Pick<SourceProblemEntry, 'kind' | 'movedTo'>): readonly Remedy[] {
  return [...(movedTo === null ? [] : (['take-over'] as const)), ...REMEDIES[kind]];
}

/**
 * Records sources that have fallen silent: no new article in ten times their usual interval, and at least two days. A
 * periodic task, because silence is not an event.
 */
export async function recordQuietSources(database: Queryable): Promise<number> {
  await database.execute(sql`
    delete from source_problems
    using source_schedule as schedule
    where kind = 'quiet' and schedule.source_id = source_problems.source_id
      and schedule.last_new_at > source_problems.since
  `);
  return database.execute(sql`
    insert into source_problems (source_id, kind, since, detail)
    select source_id, 'quiet', date_trunc('milliseconds', now()),
      jsonb_build_object('lastNewAt', last_new_at, 'articlesPerDay', articles_per_day)
    from source_schedule
    where next_crawl_at is not null and failures = 0 and articles_per_day > 0.1
      and last_new_at < now() - greatest(interval '2 days', interval '10 days' / articles_per_day)
    on conflict do nothing
  `);
}

export const PROBLEM_KINDS = [
  'broken',
  'quiet',
  'moved',
  'gone',
  'login',
  'empty',
  'certificate',
  'not-a-feed',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export function isProblemKind(text: string): text is ProblemKind {
  return PROBLEM_KINDS.some(kind => kind === text);
}

/** `discover` looks for a replacement feed, `take-over` changes the source to its new address. */
export const REMEDY_NAMES = [
  'take-over',
  'discover',
  'crawl',
  'resume',
  'pause',
  'remove',
  'dismiss',
] as const;
export type Remedy = (typeof REMEDY_NAMES)[number];

const REMEDIES: Readonly<Record<ProblemKind, readonly Remedy[]>> = {
  broken: ['crawl', 'discover', 'pause', 'remove', 'dismiss'],
  quiet: ['dismiss', 'discover', 'remove'],
  moved: ['dismiss'],
  gone: ['discover', 'resume', 'remove', 'dismiss'],
  login: ['discover', 'crawl', 'remove', 'dismiss'],
  empty: ['discover', 'dismiss', 'remove'],
  certificate: ['crawl', 'pause', 'remove', 'dismiss'],
  'not-a-feed': ['discover', 'crawl', 'remove', 'dismiss'],
};

/** Problems that a successful fetch clears. */
export const FAILING_KINDS: readonly ProblemKind[] = ['broken', 'gone', 'login', 'certificate', 'not-a-feed'];

const ProblemRow = row({
  source_id: uuid,
  name: text,
  url: text,
  kind: text,
  since: timestamptz,
  detail: jsonb,
  moved_to: nullable(text),
  last_error: nullable(text),
});

export interface SourceProblemEntry {
  readonly sourceId: string;
  readonly name: string;
  readonly url: string;
  readonly kind: ProblemKind;
  readonly since: Date;
  readonly detail: unknown;
  readonly movedTo: string | null;
  readonly lastError: string | null;
}

export interface ProblemQuery {
  readonly after?: Pick<SourceProblemEntry, 'since' | 'sourceId' | 'kind'>;
  readonly limit: number;
}
