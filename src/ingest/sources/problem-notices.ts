import type { Queryable } from '../../platform/database/port.ts';
import { int4, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { FAILING_KINDS, type ProblemKind } from './problems.ts';

/** SRC-8: how many problems wait for an operator. */
export async function countProblems(database: Queryable): Promise<number> {
  const { count } = await database.one(
    row({ count: int4 }),
    sql`select count(*)::int as count from source_problems where dismissed_at is null`,
  );
  return count;
}

/** Since when sources cannot be read, for the readers who follow them. Others are left out. */
export async function failingSince(
  database: Queryable,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (sourceIds.length === 0) return new Map();
  const failing = await database.many(
    row({ source_id: uuid, since: timestamptz }),
    sql`
      select source_id, min(since) as since from source_problems
      where source_id = any (${sourceIds}::uuid[]) and kind = any (${FAILING_KINDS}::text[])
      group by source_id
    `,
  );
  return new Map(failing.map(({ sourceId, since }) => [sourceId, since]));
}

/** Problems that no operator was notified of, oldest first; none within a day after the last notification. */
export async function problemsToReport(
  database: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<ReportedProblem[]> {
  const yesterday = new Date(now.getTime() - REPORT_INTERVAL_MS);
  const rows = await database.many(
    ReportedRow,
    sql`
      select source_problems.source_id, sources.name, source_problems.kind
      from source_problems
      join sources on sources.id = source_problems.source_id
      where dismissed_at is null and told_at is null
        and not exists (select from source_problems as told where told.told_at > ${yesterday})
      order by since, source_problems.source_id, source_problems.kind
      limit ${limit}
    `,
  );
  return rows as ReportedProblem[];
}

export async function markReported(
  database: Queryable,
  problems: readonly ReportedProblem[],
  now: Date,
): Promise<void> {
  await database.execute(sql`
    update source_problems set told_at = ${now}
    where (source_id, kind) in (
      select * from unnest(${problems.map(({ sourceId }) => sourceId)}::uuid[], ${problems.map(({ kind }) => kind)}::text[])
    )
  `);
}

/** An hour less than a day: the daily task may start late. */
const REPORT_INTERVAL_MS = 23 * 3_600_000;

const ReportedRow = row({ source_id: uuid, name: text, kind: text });

export interface ReportedProblem {
  readonly sourceId: string;
  readonly name: string;
  readonly kind: ProblemKind;
}
