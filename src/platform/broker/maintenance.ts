import type { Database } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';

/**
 * MQ-6: deletes old messages and dedup keys in small steps. The ring of day tables keeps today and the seven days
 * before and empties the table of the day before those. Messages in it that are still to be delivered (a delay of
 * months, a queue without consumers) move to today's table first, a thousand in each transaction.
 */
export async function tidyQueues(database: Database): Promise<{ carried: number; forgottenKeys: number }> {
  let carried = 0;
  for (;;) {
    const { moved } = await database.one(row({ moved: int8 }), sql`select queue_carry(1000) as moved`);
    carried += moved;
    if (moved === 0) break;
  }
  // TRUNCATE needs an exclusive lock; it gives up soon when a session is reading the table.
  await database.transaction(tx => tx.execute(sql`select queue_empty_oldest()`), { lockTimeoutMs: 200 });
  let forgottenKeys = 0;
  for (let deleted = KEY_BATCH; deleted === KEY_BATCH; forgottenKeys += deleted) {
    deleted = await database.execute(sql`
      delete from queue_dedup
      where ctid = any (array(
        select ctid from queue_dedup where at < now() - interval '1 day' order by at limit ${KEY_BATCH}
        for update skip locked
      ))
    `);
  }
  return { carried, forgottenKeys };
}

const KEY_BATCH = 1_000;
