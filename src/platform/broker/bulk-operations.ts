import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { int8, row, textArray } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arrayOf } from './columns.ts';
import { isInternalQueue } from './internal-queues.ts';
import { isMessageId } from './messages.ts';
import type { Broker } from './port.ts';
import type { Queues } from './queues.ts';
import type { Wakeups } from './wakeups.ts';

/** Operators' actions on a whole queue, each in the transaction that also writes the audit entry. */
export function createBulkOperations({
  queues,
  wakeups,
}: BulkOperationsDeps): Pick<Broker, 'purgeIn' | 'redriveIn'> {
  return {
    purgeIn: async (tx, queue) => {
      // A picked task waits for its message and would never run without it.
      if (isInternalQueue(queue)) throw new Problem('forbidden', reason('queue-internal', { queue }));
      const { id } = await queues.find(queue);
      return (await tx.one(Purged, sql`select queue_purge(${id}) as purged`)).purged;
    },
    redriveIn: async (tx, queue, { limit = 1_000, ids } = {}) => {
      const { id } = await queues.find(queue);
      const chosen = ids === undefined ? null : arrayOf(ids.filter(isMessageId));
      const { moved, targets } = await tx.one(
        Redriven,
        sql`
          select moved, array(select name from queues where id = any (r.targets)) as targets
          from queue_redrive(${id}, ${chosen}, ${limit}) r
        `,
      );
      tx.afterCommit(() => targets.forEach(wakeups.announce));
      return moved;
    },
  };
}

const Purged = row({ purged: int8 });
const Redriven = row({ moved: int8, targets: textArray });

interface BulkOperationsDeps {
  readonly queues: Queues;
  readonly wakeups: Wakeups;
}
