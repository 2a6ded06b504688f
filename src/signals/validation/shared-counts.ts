import { SIGNAL_PARTITIONS } from '../../model/signal-partitions.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bytea, int4, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { RuleKey } from '../rules/key.ts';
import { RulesState } from '../rules/state.ts';

/**
 * RULE-2: visitors of many partitions share an address or an article, and its limit holds for all of them together. Each
 * partition counts its visitors; a rule adds the counts of the others. Partitions of this process are read directly.
 * Other processes publish their counts once a second in a row that need not survive a crash, so a limit may be exceeded
 * by the signals of two seconds.
 *
 * A partition's counts do not depend on those of others: a replay of the log gives the same counts.
 */
export class SharedCounts {
  readonly #process: string;
  readonly #held: () => readonly number[];
  readonly #local = new Map<number, RulesState>();
  #remote = new Map<number, RulesState>();
  readonly #publishedAt = new Map<number, number>();
  #receivedAt = Number.NEGATIVE_INFINITY;

  /** `process` identifies this process; `held` lists the partitions that it validates now. */
  constructor(process: string, held: () => readonly number[]) {
    this.#process = process;
    this.#held = held;
  }

  /** The partition is validated here from now on, with this state. */
  register(partition: number, state: RulesState): void {
    if (this.#local.get(partition) === state) return;
    this.#local.set(partition, state);
    this.#remote.delete(partition);
    state.remoteCount = (ruleId, key) => this.#sum(partition, ruleId, key);
  }

  #sum(own: number, ruleId: string, key: RuleKey): number {
    let sum = 0;
    for (const [partition, state] of this.#local) if (partition !== own) sum += state.peek(ruleId, key);
    for (const state of this.#remote.values()) sum += state.peek(ruleId, key);
    return sum;
  }

  /** Reads the counts of other processes, unless this process holds all partitions. */
  async receive(database: Queryable, now: number): Promise<void> {
    if (now - this.#receivedAt < EXCHANGE_EVERY_MS) return;
    this.#receivedAt = now;
    const held = this.#held();
    for (const partition of this.#local.keys()) if (!held.includes(partition)) this.#local.delete(partition);
    const isAlone = held.length === SIGNAL_PARTITIONS;
    await deleteExpired(database, new Date(isAlone ? now : now - MAX_AGE_MS));
    this.#remote = isAlone ? new Map() : await this.#readRemote(database, now);
  }

  async #readRemote(database: Queryable, now: number): Promise<Map<number, RulesState>> {
    const rows = await database.many(
      row({ partition: int4, tallies: bytea }),
      sql`
        select partition, tallies from signal_tallies
        where process <> ${this.#process} and at > ${new Date(now - MAX_AGE_MS)}
      `,
    );
    const remote = new Map<number, RulesState>();
    for (const { partition, tallies } of rows) {
      const state = this.#local.has(partition) ? null : RulesState.fromBytes(tallies);
      if (state) remote.set(partition, state);
    }
    return remote;
  }

  /** Once a second while other processes hold partitions, in the transaction with the partition's other effects. */
  async publish(
    tx: Transaction,
    partition: number,
    { ruleIds, now }: { readonly ruleIds: readonly string[]; readonly now: number },
  ): Promise<void> {
    const state = this.#local.get(partition);
    if (!state || this.#held().length === SIGNAL_PARTITIONS) return;
    if (now - (this.#publishedAt.get(partition) ?? Number.NEGATIVE_INFINITY) < EXCHANGE_EVERY_MS) return;
    this.#publishedAt.set(partition, now);
    await tx.execute(sql`
      insert into signal_tallies (partition, process, at, tallies)
      values (${partition}, ${this.#process}, ${new Date(now)}, ${Buffer.from(state.toBytes(ruleIds))})
      on conflict (partition) do update
      set process = excluded.process, at = excluded.at, tallies = excluded.tallies
    `);
  }
}

/**
 * Keys of addresses are hashes without a secret, so addresses could be found from a row by trying: expired rows are
 * deleted at once. Rows that are being written are skipped, not waited for.
 */
async function deleteExpired(database: Queryable, until: Date): Promise<void> {
  await database.execute(sql`
    delete from signal_tallies
    where partition in (select partition from signal_tallies where at <= ${until} for update skip locked)
  `);
}

const EXCHANGE_EVERY_MS = 1_000;
/** Shared limits have windows of minutes; older counts are irrelevant. */
const MAX_AGE_MS = 20 * 60_000;
