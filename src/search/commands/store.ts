import type { Queryable } from '../../platform/database/port.ts';
import { bool, int4, jsonb, nullable, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';

/** SRCH-4: commands for indexes that other processes have open, and the answer of each index. */
export const COMMAND_CHANNEL = 'search_orders';

export const COMMAND_KINDS = ['verify', 'rebuild', 'stats'] as const;
export type IndexCommandKind = (typeof COMMAND_KINDS)[number];

/** Notifies every open index. Commands older than a day are deleted. */
export async function sendIndexCommand(
  database: Queryable,
  id: string,
  kind: IndexCommandKind,
): Promise<void> {
  await database.execute(sql`delete from search_orders where asked_at < now() - interval '1 day'`);
  await database.execute(sql`
    with placed as (insert into search_orders (id, kind) values (${id}, ${kind}) returning id)
    select pg_notify(${COMMAND_CHANNEL}, id::text) from placed
  `);
}

export async function indexCommandKind(database: Queryable, id: string): Promise<IndexCommandKind | null> {
  const found = await database.maybe(
    row({ kind: text }),
    sql`select kind from search_orders where id = ${id}`,
  );
  return COMMAND_KINDS.find(kind => kind === found?.kind) ?? null;
}

/** False when the command is gone, or this index has claimed it already. */
export async function claimIndexCommand(database: Queryable, id: string, index: string): Promise<boolean> {
  const claimed = await database.execute(sql`
    insert into search_order_answers (order_id, index_name)
    select id, ${index} from search_orders where id = ${id}
    on conflict do nothing
  `);
  return claimed > 0;
}

export async function reportProgress(
  database: Queryable,
  id: string,
  index: string,
  done: number,
): Promise<void> {
  await database.execute(sql`
    update search_order_answers set done = ${done}, told_at = clock_timestamp()
    where order_id = ${id} and index_name = ${index}
  `);
}

export async function recordAnswer(
  database: Queryable,
  id: string,
  index: string,
  answer: { readonly figures: unknown } | { readonly failure: string },
): Promise<void> {
  const [figures, failure] = 'figures' in answer ? [answer.figures, null] : [null, answer.failure];
  await database.execute(sql`
    update search_order_answers
    set figures = ${figures === null ? null : json(figures)}::jsonb, failure = ${failure}, told_at = clock_timestamp()
    where order_id = ${id} and index_name = ${index}
  `);
}

export function indexCommandAnswers(database: Queryable, id: string): Promise<IndexCommandAnswer[]> {
  return database.many(
    row({
      index_name: text,
      done: int4,
      is_silent: bool,
      figures: nullable(jsonb),
      failure: nullable(text),
    }),
    sql`
      select index_name, done, told_at < clock_timestamp() - interval '30 seconds' as is_silent, figures, failure
      from search_order_answers where order_id = ${id} order by index_name
    `,
  );
}

export interface IndexCommandAnswer {
  readonly indexName: string;
  readonly done: number;
  /** No progress for so long that none will come. */
  readonly isSilent: boolean;
  /** Null until the command has ended. */
  readonly figures: unknown;
  readonly failure: string | null;
}
