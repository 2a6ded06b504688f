import { type Batcher, createBatcher } from '../../lib/batching.ts';
import type { Database, Queryable, Transaction } from '../database/port.ts';
import { row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { arrayOf, idArray } from './columns.ts';
import { type PackedMessage, packMessage } from './messages.ts';
import type { Broker, NewMessage, Published } from './port.ts';
import type { QueueHandle, Queues } from './queues.ts';
import type { Wakeups } from './wakeups.ts';

export function createPublishing({ database, telemetry, queues, wakeups }: PublishingDeps): Publishing {
  const batchers = new Map<string, Batcher<readonly PackedMessage[], Published[]>>();
  const published = telemetry.metrics.counter('queue_published_total');

  const announce = (queue: string, answers: readonly Published[]) => {
    const fresh = answers.reduce((count, { isNew }) => count + Number(isNew), 0);
    if (fresh === 0) return;
    published.add({ queue }, fresh);
    wakeups.announce(queue);
  };
  const batcherOf = (queue: string) => {
    let batcher = batchers.get(queue);
    if (!batcher) {
      batcher = createBatcher({
        run: async groups => {
          const answers = await store(database, await queues.open(queue), groups.flat());
          announce(queue, answers);
          return splitByCall(answers, groups);
        },
        lanes: 2,
        weigh: group => group.length,
        maxWeight: MAX_BATCH,
      });
      batchers.set(queue, batcher);
    }
    return batcher;
  };
  const publishMany = async (queue: string, messages: readonly NewMessage[]) => {
    const packed = messages.map(packMessage);
    if (packed.length === 0) return [];
    if (packed.length <= MAX_BATCH) return batcherOf(queue)(packed);
    const handle = await queues.open(queue);
    const answers = await database.transaction(tx => store(tx, handle, packed));
    announce(queue, answers);
    return answers;
  };
  return {
    publish: async (queue, message) => {
      const [answer] = await batcherOf(queue)([packMessage(message)]);
      if (!answer) throw new Error('a publication without an answer');
      return answer;
    },
    publishMany,
    publishIn: async (tx: Transaction, queue, messages) => {
      const packed = messages.map(packMessage);
      const answers = await store(tx, await queues.open(queue), packed);
      tx.afterCommit(() => announce(queue, answers));
      return answers;
    },
  };
}

/** Returns results in the order of the messages. A single special message makes all of them use the slower statement. */
async function store(
  queryable: Queryable,
  handle: QueueHandle,
  messages: readonly PackedMessage[],
): Promise<Published[]> {
  const write = messages.some(({ special }) => special !== null) ? storeSpecial : storePlain;
  if (messages.length <= MAX_IN_STATEMENT) return write(queryable, handle, messages);
  const answers: Published[] = [];
  for (let from = 0; from < messages.length; from += MAX_IN_STATEMENT)
    answers.push(...(await write(queryable, handle, messages.slice(from, from + MAX_IN_STATEMENT))));
  return answers;
}

/**
 * Sends bodies as lines of one value. Measured with bodies of 100 bytes, one connection, a thousand at a time, best of
 * six on two busy cores: lines 173,000 a second, an array for unnest 118,000 (the driver escapes each element),
 * COPY 136,000 (ids must be drawn first, which makes four round trips).
 */
async function storePlain(queryable: Queryable, { id, ids }: QueueHandle, run: readonly PackedMessage[]) {
  const bodies = run.map(({ body }) => body).join('\n');
  const { stored } = await queryable.one(
    PlainAnswer,
    sql`select queue_publish(${id}, ${ids}, ${bodies}) as stored`,
  );
  return stored.map(messageId => ({ id: messageId, isNew: true }));
}

async function storeSpecial(queryable: Queryable, { id, ids }: QueueHandle, run: readonly PackedMessage[]) {
  const bodies = run.map(({ body }) => body).join('\n');
  const of = (field: 'dueAt' | 'group' | 'dedupKey') => run.map(({ special }) => special?.[field] ?? null);
  const delays = arrayOf(run.map(({ special }) => special?.delayMs ?? 'null'));
  const answer = await queryable.one(
    SpecialAnswer,
    sql`
      select ids, fresh::int[] as fresh
      from queue_publish_special(
        ${id}, ${ids}, ${bodies}, ${of('dueAt')}, ${delays}, ${of('group')}, ${of('dedupKey')}
      )
    `,
  );
  return answer.ids.map((messageId, index) => ({ id: messageId, isNew: answer.fresh[index] === '1' }));
}

function splitByCall(answers: readonly Published[], groups: readonly (readonly unknown[])[]): Published[][] {
  let from = 0;
  return groups.map(group => {
    from += group.length;
    return answers.slice(from - group.length, from);
  });
}

const MAX_BATCH = 2_000;
const MAX_IN_STATEMENT = 10_000;

const PlainAnswer = row({ stored: idArray });
const SpecialAnswer = row({ ids: idArray, fresh: { ...idArray, oids: [1007] } });

export type Publishing = Pick<Broker, 'publish' | 'publishMany' | 'publishIn'>;

interface PublishingDeps {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly queues: Queues;
  readonly wakeups: Wakeups;
}
