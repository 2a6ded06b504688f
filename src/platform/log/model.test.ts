import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { histories } from '../../../test/harness/histories.ts';
import { isNumber, shape } from '../../lib/guards.ts';
import { defineStream, type Stream } from '../../streams.ts';
import type { Transaction } from '../database/port.ts';
import { int4, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { testLogs } from './log.testing.ts';
import type { Consumer } from './port.ts';

/**
 * Compares the log with a plain model: a list of committed events for each key. A history is a sequence of steps with
 * several open transactions; at its end every group must have handled exactly the list of each key, in order, whatever
 * members joined, left or crashed meanwhile.
 */
const { database, open } = await testLogs({ maxConnections: 50 });
const log = open();
await database.execute(sql`
  create table model_effects (id bigint generated always as identity, run int, grp text, key text, n int)
`);
/** Histories of different streams run concurrently. */
const LANES = 6;
const HISTORIES = histories(20);
const GROUPS = ['a', 'b'];
const KEYS = ['k0', 'k1', 'k2', 'k3', 'k4'];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('append' as const), slot: fc.nat(3), key: fc.nat(4) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), slot: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const), slot: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('join' as const), group: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), group: fc.nat(1) }) },
  // A handler that fails before its commit, by an error or by losing its connection.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('crash' as const),
      how: fc.constantFrom('throws' as const, 'loses its connection' as const),
    }),
  },
);

test('LOG-1..LOG-4: in random histories each group handles each committed event once, in order per key', async () => {
  let runs = 0;
  const lane = (number: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async steps => {
        await new History(++runs, `model.${number}`).play(steps);
      }),
      { numRuns: HISTORIES, seed: 20_260_115 + number, endOnFailure: true },
    );
  await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  assert.equal(runs, HISTORIES * LANES);
});

class History {
  readonly #run: number;
  readonly #stream: Stream<Numbered>;
  readonly #committed = new Map<string, number[]>(KEYS.map(key => [key, []]));
  readonly #open = new Map<number, OpenTransaction>();
  readonly #members: { group: string; consumer: Consumer }[] = [];
  #crash: 'throws' | 'loses its connection' | null = null;
  #n = 0;

  constructor(run: number, stream: string) {
    this.#run = run;
    this.#stream = streamOf(stream);
  }

  async play(steps: readonly Step[]): Promise<void> {
    await log.declare(this.#stream);
    for (const group of GROUPS) await this.#join(group);
    for (const each of steps) await this.#apply(each);
    for (const slot of [...this.#open.keys()]) await this.#end(slot, true);
    for (const group of GROUPS) await this.#join(group);
    for (const { consumer } of this.#members) await consumer.drained();
    for (const { consumer } of this.#members) await consumer.stop();
    for (const group of GROUPS)
      assert.deepEqual(await this.#handledBy(group), Object.fromEntries(this.#committed));
  }

  async #apply(next: Step): Promise<void> {
    switch (next.kind) {
      case 'append':
        return this.#append(next.slot, KEYS[next.key] ?? '');
      case 'commit':
        return this.#end(next.slot, true);
      case 'rollback':
        return this.#end(next.slot, false);
      case 'join':
        return this.#join(GROUPS[next.group] ?? '');
      case 'leave': {
        const index = this.#members.findIndex(({ group }) => group === GROUPS[next.group]);
        const [gone] = index === -1 ? [] : this.#members.splice(index, 1);
        return gone?.consumer.stop();
      }
      case 'crash':
        this.#crash = next.how;
    }
  }

  async #append(slot: number, key: string): Promise<void> {
    const transaction = this.#open.get(slot) ?? (await begin());
    this.#open.set(slot, transaction);
    const n = ++this.#n;
    log.append(transaction.tx, this.#stream, [{ key, run: this.#run, n }]);
    transaction.appended.push({ key, n });
  }

  async #end(slot: number, commit: boolean): Promise<void> {
    const transaction = this.#open.get(slot);
    this.#open.delete(slot);
    await transaction?.end(commit);
    if (commit) for (const { key, n } of transaction?.appended ?? []) this.#committed.get(key)?.push(n);
  }

  async #join(group: string): Promise<void> {
    const name = `${this.#stream.name} ${group}`;
    const consumer = await log.consume(
      { group: name, stream: this.#stream, batch: 3 },
      async (tx, events) => {
        for (const { key, data } of events) {
          const { run, n } = data;
          await tx.execute(
            sql`insert into model_effects (run, grp, key, n) values (${run}, ${group}, ${key}, ${n})`,
          );
        }
        const crash = this.#crash;
        this.#crash = null;
        if (crash === 'throws') throw new Error('crashed');
        if (crash) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      },
    );
    this.#members.push({ group, consumer });
  }

  async #handledBy(group: string): Promise<Record<string, number[]>> {
    const rows = await database.many(
      row({ key: text, n: int4 }),
      sql`select key, n from model_effects where run = ${this.#run} and grp = ${group} order by id`,
    );
    return Object.fromEntries(
      KEYS.map(key => [key, rows.filter(found => found.key === key).map(({ n }) => n)]),
    );
  }
}

/** A transaction that ends when the caller says so. */
async function begin(): Promise<OpenTransaction> {
  const begun = Promise.withResolvers<Transaction>();
  const decision = Promise.withResolvers<boolean>();
  const done = database
    .transaction(async tx => {
      begun.resolve(tx);
      if (!(await decision.promise)) throw new RolledBack();
    })
    .catch(error => {
      if (!(error instanceof RolledBack)) throw error;
    });
  const tx = await begun.promise;
  return {
    tx,
    appended: [],
    end: commit => {
      decision.resolve(commit);
      return done;
    },
  };
}

function streamOf(name: string): Stream<Numbered> {
  return defineStream<Numbered>({
    name,
    description: 'Numbered events of a history.',
    version: 1,
    keyedBy: 'key',
    key: ({ key }) => key,
    partitions: 3,
    retentionDays: 1,
    encode: ({ run, n }) => ({ run, n }),
    decode: { 1: (data, key) => (isNumbered(data) ? { ...data, key } : null) },
  });
}

const isNumbered = shape<Omit<Numbered, 'key'>>({ run: isNumber, n: isNumber });

class RolledBack extends Error {}

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Numbered {
  readonly key: string;
  readonly run: number;
  readonly n: number;
}

interface OpenTransaction {
  readonly tx: Transaction;
  readonly appended: { key: string; n: number }[];
  end(commit: boolean): Promise<void>;
}
