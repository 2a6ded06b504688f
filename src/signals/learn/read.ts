import type { Queryable } from '../../platform/database/port.ts';
import { bytea, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { fromBytes, type Interests, noInterests } from '../interests/index.ts';

export async function interestsOf(database: Queryable, userId: string): Promise<Interests> {
  const found = await database.maybe(
    row({ state: bytea }),
    sql`select state from interests where user_id = ${userId}`,
  );
  return (found && fromBytes(found.state)) ?? noInterests();
}
