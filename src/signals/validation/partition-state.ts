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
 * The rules' state for the visitors of one partition, in opened, with checkpoints in the database that
 * include the position in the log. A process that takes over the partition starts from the checkpoint and
 * replays the events since without their effects: the same events applied to the same state give the same
 * state.
 */
export class PartitionState {
  readonly partition: number;
  state: RulesState;
  /** The last event applied to the state, and the last one at a checkpoint. */
  position: bigint;
  storedAt: bigint;

  private constructor(partition: number, state: RulesState, position: bigint) {
    this.partition = partition;
    this.state = state;
    this.position = position;
    this.storedAt = position;
  }

  static async open(deps: PartitionStateDeps, partition: number, upTo: bigint): Promise<PartitionState> {
    const stored = await deps.database.maybe(
      row({ position: bigint, state: bytea }),
      sql`
        select position, state from signal_checkpoints
        where consumer = ${CONSUMER} and partition = ${partition} and position <= ${upTo}
      `,
    );
    const state = stored && RulesState.fromBytes(stored.state);
    const opened =
      stored && state
        ? new PartitionState(partition, state, stored.position)
        : new PartitionState(partition, new RulesState({ maxEntries: MAX_ENTRIES }), startOfReplay(upTo));
    await opened.#catchUp(deps, upTo);
    return opened;
  }

  /** In the transaction that stores the effects of the same events. */
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

/** A key that an earlier event carried first marked a duplicate in the original run, too. */
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

/** Without a checkpoint, replaying half an hour is enough to know the current visits. */
function startOfReplay(upTo: bigint): bigint {
  return upTo > REPLAYED ? upTo - REPLAYED : 0n;
}

const CONSUMER = 'rules';
/** Per map of a partition; about 3 MB when full. */
const MAX_ENTRIES = 100_000;
const BATCH = 500;
/** Events of the log, each with many signals. */
const REPLAYED = 20_000n;

export interface PartitionStateDeps {
  readonly database: Queryable;
  readonly log: EventLog;
  readonly judge: SignalJudge;
}
