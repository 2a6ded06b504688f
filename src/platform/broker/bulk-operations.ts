import { Problem } from '../../errors.ts';
import { reason } from '../../reasons.ts';
import { int8, row, textArray } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { arrayOf } from './columns.ts';
import { isOwnQueue } from './internal-queues.ts';
import { isId } from './messages.ts';
import type { Broker } from './port.ts';
import type { Queues } from './queues.ts';
import type { Wakeups } from './wakeups.ts';

/** What is done to a whole queue, by operators: each in the transaction that also writes down who did it. */
export function createMoving({ queues, wakeups }: MovingDeps): Pick<Broker, 'purgeIn' | 'redriveIn'> {
  return {
    purgeIn: async (tx, queue) => {
      // A task that was picked waits for its message: without it the task would never run again.
      if (isOwnQueue(queue)) throw new Problem('forbidden', reason('queue-internal', { queue }));
      const { id } = await queues.find(queue);
      return (await tx.one(Purged, sql`select queue_purge(${id}) as purged`)).purged;
    },
    redriveIn: async (tx, queue, { limit = 1_000, ids } = {}) => {
      const { id } = await queues.find(queue);
      const given = ids === undefined ? null : arrayOf(ids.filter(isId));
      const { moved, targets } = await tx.one(
        Redriven,
        sql`
          select moved, array(select name from queues where id = any (r.targets)) as targets
          from queue_redrive(${id}, ${given}, ${limit}) r
        `,
      );
      tx.afterCommit(() => targets.forEach(wakeups.announce));
      return moved;
    },
  };
}

const Purged = row({ purged: int8 });
const Redriven = row({ moved: int8, targets: textArray });

interface MovingDeps {
  readonly queues: Queues;
  readonly wakeups: Wakeups;
}
