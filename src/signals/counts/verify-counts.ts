import type { Database } from '../../platform/database/port.ts';
import { int8, row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * RULE-4: compares the counts of articles with the stored signals, in one snapshot. Signals are kept for a month, so only
 * articles stored since then can be compared.
 */
export async function verifyCounts(
  database: Database,
  { now, storedAfter }: VerifyParams,
): Promise<CountDifference[]> {
  const earliest = new Date(Math.max(storedAfter.getTime(), now.getTime() - KEPT_MS));
  const rows = await database.transaction(
    tx =>
      tx.many(
        DifferenceRow,
        sql`
          with recounted as (
            select article_id, ${COUNT_NAMES_OF_SIGNALS} as what,
              sum(case when kind = 'feedback' and detail like 'undo-%' then -1 else 1 end) as times
            from signals
            where dropped_by is null and article_id >= ${firstIdAt(earliest)} and at >= ${earliest}
            group by article_id, what
          ), counted as (
            select article_id, named.what, sum(named.times)::bigint as times
            from article_counts
            cross join lateral (values
              ('views', views), ('reads', reads), ('shares', shares), ('saves', saves), ('likes', likes),
              ('dislikes', dislikes), ('hides', hides)
            ) as named (what, times)
            where article_id >= ${firstIdAt(earliest)} and named.times <> 0
            group by article_id, named.what
          )
          select article_id::text, what, coalesce(counted.times, 0)::bigint as counted,
            coalesce(recounted.times, 0)::bigint as recounted
          from counted
          full join recounted using (article_id, what)
          where coalesce(counted.times, 0) <> coalesce(recounted.times, 0)
          order by article_id, what
        `,
      ),
    { readOnly: true, statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
  return rows;
}

/** Every article that was stored at this time or later has a larger id. */
function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const COUNT_NAMES_OF_SIGNALS = sql`
  case kind
    when 'feedback' then case replace(detail, 'undo-', '')
      when 'save' then 'saves' when 'like' then 'likes' when 'dislike' then 'dislikes'
      else 'hides' end
    else kind || 's'
  end
`;

/** A day less than signals are kept, whose last day is being dropped. */
const KEPT_MS = 29 * 86_400_000;
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

const DifferenceRow = row({ article_id: text, what: text, counted: int8, recounted: int8 });

interface VerifyParams {
  readonly now: Date;
  /** Articles that were stored before are left out. */
  readonly storedAfter: Date;
}

export interface CountDifference {
  readonly articleId: string;
  readonly what: string;
  readonly counted: number;
  readonly recounted: number;
}
