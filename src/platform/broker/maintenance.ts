import type { Database } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';

/**
 * MQ-6: what is over goes, a little at a time. The ring of day tables keeps today and the seven days before;
 * the table of the day before those is emptied. Messages in it that are still to be delivered (a delay of
 * months, a queue without consumers) move to today's table first, a thousand in each transaction.
 */
export async function tidyQueues(database: Database): Promise<{ carried: number; forgottenKeys: number }> {
  let carried = 0;
  for (;;) {
    const { moved } = await database.one(row({ moved: int8 }), sql`select queue_carry(1000) as moved`);
    carried += moved;
    if (moved === 0) break;
  }
  // TRUNCATE needs the table to itself for a moment. Whoever is reading it now is not waited for long.
  await database.transaction(tx => tx.execute(sql`select queue_empty_oldest()`), { lockTimeoutMs: 200 });
  let forgottenKeys = 0;
  for (let gone = KEYS_AT_ONCE; gone === KEYS_AT_ONCE; forgottenKeys += gone) {
    gone = await database.execute(sql`
      delete from queue_dedup
      where ctid = any (array(
        select ctid from queue_dedup where at < now() - interval '1 day' order by at limit ${KEYS_AT_ONCE}
        for update skip locked
      ))
    `);
  }
  return { carried, forgottenKeys };
}

const KEYS_AT_ONCE = 1_000;
