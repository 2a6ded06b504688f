import { partitionOf } from '../../lib/partition-of.ts';
import { SIGNAL_PARTITIONS } from '../../model/signal-partitions.ts';
import type { ValidEvent } from '../../model/valid-signals.ts';
import type { Database, Transaction } from '../../platform/database/port.ts';
import { row, timestamptz, uuid } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { EventLog, LogEvent } from '../../platform/log/port.ts';
import { INTERESTS_CHANGED, SIGNALS_VALID } from '../../streams.ts';
import { applyInterestInputs, type ChangedInterests, interestInputsOf } from './interest-inputs.ts';
import { storeInterests } from './interest-store.ts';
import { noInterests } from './interests.ts';

/**
 * ALL-6, INT-2: learns the interests of every reader again, from all valid signals and commands since the first, while
 * readers go on reading. Interests contain the last event that they reflect, so it does no harm that they are ahead of the
 * consumer afterwards.
 *
 * Readers are written in batches. Each batch locks its readers, which makes the consumer wait, and reads on to the end of
 * the partition, so that no event that the consumer has applied is missing. A run that is killed leaves each reader with
 * interests from before or rebuilt ones.
 */
export async function rebuildInterests(deps: RebuildInterestsDeps): Promise<RebuiltInterests> {
  const result = { readers: 0, unknown: 0 };
  const known = await readersWithInterests(deps.database);
  for (let partition = 0; partition < SIGNAL_PARTITIONS; partition++) {
    const { readers, unknown } = await rebuildPartition(deps, partition, known.get(partition) ?? []);
    result.readers += readers;
    result.unknown += unknown;
  }
  return result;
}

async function rebuildPartition(
  deps: RebuildInterestsDeps,
  partition: number,
  known: readonly string[],
): Promise<RebuiltInterests> {
  const { database } = deps;
  const learner = new PartitionLearner(deps, partition);
  await learner.readToEnd();
  const accounts = await accountsOf(database, [...learner.userIds, ...known]);
  // The first events of older accounts were dropped before they could be archived.
  const complete = accounts.filter(({ createdAt }) => createdAt.getTime() >= learner.since);
  const batches = Math.ceil(complete.length / READERS_PER_BATCH);
  for (let batch = 0; batch < batches; batch++) {
    const userIds = complete
      .slice(batch * READERS_PER_BATCH, (batch + 1) * READERS_PER_BATCH)
      .map(({ id }) => id);
    await database.transaction(tx => replaceInterests(tx, deps, learner, userIds));
  }
  return { readers: complete.length, unknown: accounts.length - complete.length };
}

async function replaceInterests(
  tx: Transaction,
  { log }: RebuildInterestsDeps,
  learner: PartitionLearner,
  userIds: readonly string[],
): Promise<void> {
  const locked = await tx.many(
    row({ id: uuid }),
    sql`
      select id from users where id = any (${userIds}::uuid[]) and erased_at is null
      order by id
      for update
    `,
  );
  await learner.readToEnd();
  const readers = locked.map(({ id }) => id);
  await tx.execute(sql`delete from interests where user_id = any (${readers}::uuid[])`);
  await storeInterests(tx, learner.interestsOf(readers));
  log.append(
    tx,
    INTERESTS_CHANGED,
    readers.map(userId => ({ userId })),
  );
}

/** The interests of a partition's readers, from its first event to the last one read. */
class PartitionLearner {
  readonly #deps: RebuildInterestsDeps;
  readonly #partition: number;
  readonly #interests = new Map<string, ChangedInterests>();
  #position = 0n;
  /** Later than 0 where the first events no longer exist. */
  since = 0;

  constructor(deps: RebuildInterestsDeps, partition: number) {
    this.#deps = deps;
    this.#partition = partition;
  }

  get userIds(): string[] {
    return [...this.#interests.keys()];
  }

  interestsOf(userIds: readonly string[]): Map<string, ChangedInterests> {
    return new Map(
      userIds.flatMap(userId => {
        const interests = this.#interests.get(userId);
        return interests ? [[userId, interests]] : [];
      }),
    );
  }

  async readToEnd(): Promise<void> {
    const { log, onProgress } = this.#deps;
    for await (const events of log.history(SIGNALS_VALID, this.#partition, this.#position)) {
      const [first] = events;
      if (this.#position === 0n && first && first.offset > 1n) this.since = first.at.getTime();
      await this.#learn(events);
      onProgress?.(events.length);
    }
  }

  async #learn(events: readonly LogEvent<ValidEvent>[]): Promise<void> {
    const changed = await applyInterestInputs(
      this.#deps.database,
      events.flatMap(interestInputsOf),
      userId => this.#interests.get(userId)?.interests ?? noInterests(),
    );
    for (const [userId, interests] of changed) this.#interests.set(userId, interests);
    this.#position = events.at(-1)?.offset ?? this.#position;
  }
}

/** By partition of the stream. */
async function readersWithInterests(database: Database): Promise<ReadonlyMap<number, readonly string[]>> {
  const stored = await database.many(row({ user_id: uuid }), sql`select user_id from interests`);
  return Map.groupBy(
    stored.map(({ userId }) => userId),
    userId => partitionOf(userId, SIGNAL_PARTITIONS),
  );
}

function accountsOf(
  database: Database,
  userIds: readonly string[],
): Promise<{ readonly id: string; readonly createdAt: Date }[]> {
  return database.many(
    row({ id: uuid, created_at: timestamptz }),
    sql`
      select id, created_at from users
      where id = any (${[...new Set(userIds)]}::uuid[]) and erased_at is null
      order by id
    `,
  );
}

const READERS_PER_BATCH = 200;

export interface RebuiltInterests {
  readonly readers: number;
  /** Accounts from before the first event that still exists; their interests stay as they are. */
  readonly unknown: number;
}

export interface RebuildInterestsDeps {
  readonly database: Database;
  readonly log: EventLog;
  /** Called with the number of further events. */
  readonly onProgress?: (events: number) => void;
}
