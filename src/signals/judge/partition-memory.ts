import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bytea, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, LogEvent } from '../../platform/log/port.ts';
import { bigint } from '../../platform/log/rows.ts';
import { SIGNALS_ACCEPTED } from '../../streams.ts';
import { type Judge, RulesState } from '../rules/index.ts';
import { judgeBatch, keyOf, readBatch } from './judge-batch.ts';
import { firstSeen } from './seen-keys.ts';

/**
 * What the rules remember of one partition's visitors. It is kept in memory, and now and then in the database with the
 * place in the log that it has come to. Whoever takes the partition over begins there and judges again, without effect,
 * what was judged since: the same events from the same state give the same state.
 */
export class PartitionMemory {
  readonly partition: number;
  state: RulesState;
  /** The last event that the state has seen, and the last that was stored with it. */
  position: bigint;
  storedAt: bigint;

  private constructor(partition: number, state: RulesState, position: bigint) {
    this.partition = partition;
    this.state = state;
    this.position = position;
    this.storedAt = position;
  }

  static async open(tools: MemoryTools, partition: number, upTo: bigint): Promise<PartitionMemory> {
    const stored = await tools.database.maybe(
      row({ position: bigint, state: bytea }),
      sql`
        select position, state from signal_checkpoints
        where consumer = ${CONSUMER} and partition = ${partition} and position <= ${upTo}
      `,
    );
    const state = stored && RulesState.fromBytes(stored.state);
    const memory =
      stored && state
        ? new PartitionMemory(partition, state, stored.position)
        : new PartitionMemory(partition, new RulesState({ entriesAtMost: ENTRIES }), beginning(upTo));
    await memory.#catchUp(tools, upTo);
    return memory;
  }

  /** With the effects of the events that it has seen, so that neither is ever without the other. */
  async store(tx: Transaction, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into signal_checkpoints (consumer, partition, position, state, at)
      values (${CONSUMER}, ${this.partition}, ${this.position}, ${Buffer.from(this.state.toBytes())}, ${now})
      on conflict (consumer, partition) do update
      set position = excluded.position, state = excluded.state, at = excluded.at
    `);
    this.storedAt = this.position;
  }

  async #catchUp({ database, log, judge }: MemoryTools, upTo: bigint): Promise<void> {
    while (this.position < upTo) {
      const events = (await log.read(SIGNALS_ACCEPTED, this.partition, this.position + 1n, AT_ONCE)).filter(
        ({ offset }) => offset <= upTo,
      );
      if (events.length === 0) return;
      await judgeAgain(database, judge, this.state, events);
      this.position = events.at(-1)?.offset ?? upTo;
    }
  }
}

/** What another event brought first was a repetition when it was judged. */
async function judgeAgain(
  database: Queryable,
  judge: Judge,
  state: RulesState,
  events: readonly LogEvent<AcceptedSignals>[],
): Promise<void> {
  const batches = readBatch(events);
  const keys = batches.flatMap(({ signals }) => signals.flatMap(signal => keyOf(signal) ?? []));
  const seen = await firstSeen(database, keys, batches[0]?.at ?? 0);
  judgeBatch(batches, { judge, state, isFirst: (key, offset) => seen.get(key) === offset });
}

/** Without a state of its own, half an hour of the past is enough to know the visits that are under way. */
function beginning(upTo: bigint): bigint {
  return upTo > REPLAYED ? upTo - REPLAYED : 0n;
}

const CONSUMER = 'rules';
/** For each of a partition's memories; some 3 MB when it is full. */
const ENTRIES = 100_000;
const AT_ONCE = 500;
/** Events of the log, each with many signals. */
const REPLAYED = 20_000n;

export interface MemoryTools {
  readonly database: Queryable;
  readonly log: EventLog;
  readonly judge: Judge;
}
