import { SIGNAL_PARTITIONS } from '../../model/signal-partitions.ts';
import type { Queryable, Transaction } from '../../platform/database/port.ts';
import { bytea, int4, row } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { RuleKey } from '../rules/key.ts';
import { RulesState } from '../rules/state.ts';

/**
 * RULE-2: an address or an article is known to many partitions of visitors, and its limit holds for all of them together.
 * Each partition counts its own; what the others have counted is added when a rule asks. Partitions of this process are
 * asked directly. The others tell what they have counted once a second, by a row that no crash has to preserve, so a
 * limit may be exceeded by what comes in two seconds.
 *
 * What a partition counts does not depend on what others have told: read again from the log it comes to the same.
 */
export class SharedCounts {
  readonly #process: string;
  readonly #held: () => readonly number[];
  readonly #local = new Map<number, RulesState>();
  #remote = new Map<number, RulesState>();
  readonly #publishedAt = new Map<number, number>();
  #receivedAt = Number.NEGATIVE_INFINITY;

  /** `process` tells this one from others, `held` which partitions it judges now. */
  constructor(process: string, held: () => readonly number[]) {
    this.#process = process;
    this.#held = held;
  }

  /** From now on the partition is judged here, with this state. */
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

  /** Takes in what other processes have told. Nobody has to be asked as long as everything is judged here. */
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
    const told = new Map<number, RulesState>();
    for (const { partition, tallies } of rows) {
      const state = this.#local.has(partition) ? null : RulesState.fromBytes(tallies);
      if (state) told.set(partition, state);
    }
    return told;
  }

  /** With the partition's other effects, once a second, when others judge a part. */
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
 * Keys of addresses are hashes without a secret, so whoever has the row could try addresses until one fits: what is of no
 * use goes at once. A row that somebody is writing is not waited for.
 */
async function deleteExpired(database: Queryable, until: Date): Promise<void> {
  await database.execute(sql`
    delete from signal_tallies
    where partition in (select partition from signal_tallies where at <= ${until} for update skip locked)
  `);
}

const EXCHANGE_EVERY_MS = 1_000;
/** Windows of shared limits are minutes; what is older says nothing any more. */
const MAX_AGE_MS = 20 * 60_000;
