import type { Queryable } from '../../platform/database/port.ts';
import { bool, int4, jsonb, nullable, row, text } from '../../platform/database/rows.ts';
import { json, sql } from '../../platform/database/sql.ts';

/** SRCH-4: what is asked of indexes that are open elsewhere, and what each has to say. */
export const ORDERS = 'search_orders';

export const ORDER_KINDS = ['verify', 'rebuild', 'stats'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** Heard by every index that is open. Orders of other days are of no use to anybody. */
export async function placeOrder(database: Queryable, id: string, kind: OrderKind): Promise<void> {
  await database.execute(sql`delete from search_orders where asked_at < now() - interval '1 day'`);
  await database.execute(sql`
    with placed as (insert into search_orders (id, kind) values (${id}, ${kind}) returning id)
    select pg_notify(${ORDERS}, id::text) from placed
  `);
}

export async function orderKind(database: Queryable, id: string): Promise<OrderKind | null> {
  const found = await database.maybe(
    row({ kind: text }),
    sql`select kind from search_orders where id = ${id}`,
  );
  return ORDER_KINDS.find(kind => kind === found?.kind) ?? null;
}

/** False when the order is gone, or this index has answered already. */
export async function takeOrder(database: Queryable, id: string, index: string): Promise<boolean> {
  const taken = await database.execute(sql`
    insert into search_order_answers (order_id, index_name)
    select id, ${index} from search_orders where id = ${id}
    on conflict do nothing
  `);
  return taken > 0;
}

export async function tellProgress(
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

export async function answerOrder(
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

export function answersTo(database: Queryable, id: string): Promise<OrderAnswer[]> {
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

export interface OrderAnswer {
  readonly indexName: string;
  readonly done: number;
  /** Nothing was heard of it for so long that nothing will come. */
  readonly isSilent: boolean;
  /** Null until it has ended. */
  readonly figures: unknown;
  readonly failure: string | null;
}
