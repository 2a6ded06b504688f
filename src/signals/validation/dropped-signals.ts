import type { Queryable } from '../../platform/database/port.ts';
import { int8, nullable, row, text, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/** RULE-2: how many signals each rule dropped since a time. */
export async function sumDrops(database: Queryable, since: Date): Promise<DropSums> {
  const rows = await database.many(
    row({ dropped_by: nullable(text), times: int8 }),
    sql`select dropped_by, count(*) as times from signals where at >= ${since} group by dropped_by`,
  );
  const byRule = rows
    .flatMap(({ droppedBy, times }) => (droppedBy === null ? [] : [{ rule: droppedBy, times }]))
    .sort((a, b) => b.times - a.times || (a.rule < b.rule ? -1 : 1));
  return {
    judged: rows.reduce((sum, { times }) => sum + times, 0),
    dropped: byRule.reduce((sum, { times }) => sum + times, 0),
    byRule,
  };
}

/** The latest dropped signals, newest first, without anything that identifies the visitor. */
export function latestDrops(
  database: Queryable,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<DroppedSignal[]> {
  return database.many(
    row({ at: timestamptz, kind: text, article_id: uuid, seconds: int8, dropped_by: text }),
    sql`
      select at, kind, article_id, round(seconds)::bigint as seconds, dropped_by
      from signals
      where dropped_by is not null and at >= ${since}
      order by at desc
      limit ${limit}
    `,
  );
}

export interface DropSums {
  readonly judged: number;
  readonly dropped: number;
  readonly byRule: readonly { readonly rule: string; readonly times: number }[];
}

export interface DroppedSignal {
  readonly at: Date;
  readonly kind: string;
  readonly articleId: string;
  readonly seconds: number;
  readonly droppedBy: string;
}
