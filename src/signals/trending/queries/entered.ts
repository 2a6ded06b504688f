import type { Queryable } from '../../../platform/database/port.ts';
import { type RowOf, row, timestamptz, uuid } from '../../../platform/database/rows.ts';
import { sql } from '../../../platform/database/sql.ts';
import { listKey, type TrendingKind } from '../lists.ts';
import { type ItemDetails, itemsByIds } from './items.ts';

/** TREND-9: items that entered the top of a list for the first time in a month, newest first. */
export function listEntered(
  database: Queryable,
  { of, category, before, limit }: EnteredQuery,
): Promise<EnteredItem[]> {
  const list = listKey({
    of,
    by: 'blend',
    dimension: category === undefined ? undefined : { kind: 'category', value: category },
  });
  return database.many(
    EnteredRow,
    sql`
      select id, at from trending_entered
      where list = ${list} ${before ? sql`and (at, id) < (${before.at}, ${before.id}::uuid)` : sql``}
      order by at desc, id desc
      limit ${limit}
    `,
  );
}

/** Adds the details that lists show; removed and hidden items are left out. */
export async function withItems(
  database: Queryable,
  of: TrendingKind,
  entered: readonly EnteredItem[],
): Promise<(EnteredItem & { readonly thing: ItemDetails })[]> {
  const details = await itemsByIds(
    database,
    of,
    entered.map(({ id }) => id),
  );
  const byId = new Map(details.map(thing => [thing.id, thing]));
  return entered.flatMap(each => {
    const thing = byId.get(each.id);
    return thing ? [{ ...each, thing }] : [];
  });
}

const EnteredRow = row({ id: uuid, at: timestamptz });
export type EnteredItem = RowOf<typeof EnteredRow>;

export interface EnteredQuery {
  readonly of: TrendingKind;
  /** Undefined for the list of all categories. */
  readonly category?: string | undefined;
  /** The last item of the previous page. */
  readonly before?: EnteredItem | undefined;
  readonly limit: number;
}
