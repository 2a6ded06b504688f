import type { AcceptedSignals } from '../../model/accepted-signals.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bytea, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, LogEvent } from '../../platform/log/port.ts';
import { bigint } from '../../platform/log/rows.ts';
import { SIGNALS_ACCEPTED } from '../../streams.ts';
import type { SignalJudge } from '../rules/compile-rules.ts';
import { RulesState } from '../rules/state.ts';
import { applyRules, dedupKeyOf, withOffsets } from './apply-rules.ts';
import { findFirstOffsets } from './handled-signals.ts';

/**
 * What the rules remember of one partition's visitors. It is kept in memory, and now and then in the database with the
 * place in the log that it has come to. Whoever takes the partition over begins there and judges again, without effect,
 * what was judged since: the same events from the same state give the same state.
 */
export class PartitionState {
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

  static async open(tools: PartitionStateDeps, partition: number, upTo: bigint): Promise<PartitionState> {
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
        ? new PartitionState(partition, state, stored.position)
        : new PartitionState(partition, new RulesState({ entriesAtMost: MAX_ENTRIES }), startOfReplay(upTo));
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

  async #catchUp({ database, log, judge }: PartitionStateDeps, upTo: bigint): Promise<void> {
    while (this.position < upTo) {
      const events = (await log.read(SIGNALS_ACCEPTED, this.partition, this.position + 1n, BATCH)).filter(
        ({ offset }) => offset <= upTo,
      );
      if (events.length === 0) return;
      await replay(database, judge, this.state, events);
      this.position = events.at(-1)?.offset ?? upTo;
    }
  }
}

/** What another event brought first was a repetition when it was judged. */
async function replay(
  database: Queryable,
  judge: SignalJudge,
  state: RulesState,
  events: readonly LogEvent<AcceptedSignals>[],
): Promise<void> {
  const batches = withOffsets(events);
  const keys = batches.flatMap(({ signals }) => signals.flatMap(signal => dedupKeyOf(signal) ?? []));
  const seen = await findFirstOffsets(database, keys, batches[0]?.at ?? 0);
  applyRules(batches, { judge, state, isFirst: (key, offset) => seen.get(key) === offset });
}

/** Without a state of its own, half an hour of the past is enough to know the visits that are under way. */
function startOfReplay(upTo: bigint): bigint {
  return upTo > REPLAYED ? upTo - REPLAYED : 0n;
}

const CONSUMER = 'rules';
/** For each of a partition's memories; some 3 MB when it is full. */
const MAX_ENTRIES = 100_000;
const BATCH = 500;
/** Events of the log, each with many signals. */
const REPLAYED = 20_000n;

export interface PartitionStateDeps {
  readonly database: Queryable;
  readonly log: EventLog;
  readonly judge: SignalJudge;
}
