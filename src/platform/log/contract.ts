import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { type TestEvent, testStream } from '../../../test/harness/stream.ts';
import { defineStream } from '../../streams.ts';
import type { Database } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { DeadLetter, EventHandler, EventLog, LogEvent } from './port.ts';

/**
 * The contract of every implementation of the log. `open` creates a log as in another process of the installation;
 * effects and positions are in `database`.
 */
export function describeLogContract(name: string, { database, open }: LogHarness): void {
  describe(`the log ${name}`, () => {
    test('LOG-1: events of a key are in one partition in commit order, with offsets from 1 without gaps', async () => {
      const { log, stream } = await fresh(open, 4);
      for (let round = 0; round < 5; round++) {
        await database.transaction(async tx => {
          for (let n = 0; n < 10; n++)
            log.append(tx, testStream(stream), [{ key: `key ${n}`, value: { round, n } }]);
        });
      }
      const all = await readAll(log, stream, 4);
      assert.equal(all.flat().length, 50);
      for (const events of all) {
        assert.deepEqual(
          events.map(({ offset }) => offset),
          events.map((_, index) => BigInt(index + 1)),
        );
      }
      for (let n = 0; n < 10; n++) {
        const holders = all.filter(events => events.some(({ key }) => key === `key ${n}`));
        assert.equal(holders.length, 1);
        const rounds = holders.flat().filter(({ key }) => key === `key ${n}`);
        assert.deepEqual(
          rounds.map(({ data: { value } }) => value),
          [0, 1, 2, 3, 4].map(round => ({ round, n })),
        );
      }
    });

    test('LOG-1: events are committed or rolled back with their transaction', async () => {
      const { log, stream } = await fresh(open, 1);
      await assert.rejects(
        database.transaction(async tx => {
          log.append(tx, testStream(stream), [{ key: 'a', value: 'never' }]);
          throw new Error('no');
        }),
      );
      await database.transaction(async tx =>
        log.append(tx, testStream(stream), [{ key: 'a', value: 'once' }]),
      );
      const [events] = await readAll(log, stream, 1);
      assert.deepEqual(
        events?.map(({ offset, data: { value } }) => ({ offset, value })),
        [{ offset: 1n, value: 'once' }],
      );
    });

    test('LOG-1: appendNow stores small and large batches at once, in order with transactional appends', async () => {
      const { log, stream } = await fresh(open, 4);
      await log.appendNow(testStream(stream), []);
      await log.appendNow(testStream(stream), [
        { key: 'a', value: { text: 'tab\t, line\n, "quote", \u001e and \\' } },
      ]);
      await database.transaction(async tx => log.append(tx, testStream(stream), [{ key: 'a', value: 2 }]));
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          log.appendNow(
            testStream(stream),
            Array.from({ length: n === 7 ? 500 : 3 }, (_, m) => ({ key: `key ${m % 9}`, value: { n, m } })),
          ),
        ),
      );
      const all = await readAll(log, stream, 4);
      for (const events of all)
        assert.deepEqual(
          events.map(({ offset }) => offset),
          events.map((_, index) => BigInt(index + 1)),
        );
      assert.equal(all.flat().length, 2 + 19 * 3 + 500);
      const ofA = all.flat().filter(({ key }) => key === 'a');
      assert.deepEqual(
        ofA.map(({ data: { value } }) => value),
        [{ text: 'tab\t, line\n, "quote", \u001e and \\' }, 2],
      );
    });

    test('LOG-1: any JSON value and any key text are returned unchanged, appended singly and in bulk', async () => {
      const { log, stream } = await fresh(open, 3);
      const values = [
        null,
        0,
        -1.5,
        'tab\t nl\n cr\r back\\slash "quote" \\N \\.',
        '',
        [],
        {},
        { 'é\u0000': ['\ud83d\ude00'] },
      ];
      const keys = ['', 'plain', 'tab\t', 'nl\n', 'back\\', '{,}', '"', 'NULL', 'Ünïcode 😀'];
      const events = keys.flatMap(key => values.map(value => ({ key, value })));
      for (const event of events)
        await database.transaction(async tx => log.append(tx, testStream(stream), [event]));
      const bulk = Array.from({ length: 20 }, () => events).flat();
      await database.transaction(async tx => log.append(tx, testStream(stream), bulk));
      const found = (await readAll(log, stream, 3)).flat();
      assert.equal(found.length, events.length * 21);
      for (const key of keys) {
        const of = found.filter(event => event.key === key).map(({ data: { value } }) => value);
        assert.deepEqual(of, Array.from({ length: 21 }, () => values).flat());
      }
    });

    test('an invalid value, key or stream is refused and nothing is committed', async () => {
      const { log, stream } = await fresh(open, 1);
      const attempt = (name: string, key: string, value: unknown) =>
        database.transaction(async tx => log.append(tx, testStream(name), [{ key, value }]));
      await assert.rejects(attempt(stream, 'a', undefined), /not a JSON value/);
      await assert.rejects(attempt(stream, 'a\0', 1), /well-formed/);
      await assert.rejects(attempt(stream, '\ud800', 1), /well-formed/);
      await assert.rejects(attempt('no.such.stream', 'a', 1), /there is no stream/);
      assert.deepEqual((await readAll(log, stream, 1)).flat(), []);
    });

    test('LOG-2: each group gets every event once, in order, with one call at a time per partition', async () => {
      const { log, stream } = await fresh(open, 4);
      const seen = new Map<string, LogEvent<TestEvent>[]>();
      const busy = new Set<string>();
      const handler =
        (group: string): EventHandler<TestEvent> =>
        async (tx, events) => {
          const partition = `${group} ${events[0]?.partition}`;
          assert.ok(!busy.has(partition), 'two calls at once');
          busy.add(partition);
          await tx.execute(sql`select pg_sleep(0.002)`);
          tx.afterCommit(() => seen.set(group, [...(seen.get(group) ?? []), ...events]));
          busy.delete(partition);
        };
      const one = await log.consume(
        { group: `${stream} one`, stream: testStream(stream), batch: 7 },
        handler('one'),
      );
      for (let n = 0; n < 200; n += 20) {
        const events = Array.from({ length: 20 }, (_, i) => ({ key: `k${(n + i) % 9}`, value: n + i }));
        await database.transaction(async tx => log.append(tx, testStream(stream), events));
      }
      const two = await log.consume({ group: `${stream} two`, stream: testStream(stream) }, handler('two'));
      await Promise.all([one.drained(), two.drained()]);
      for (const group of ['one', 'two']) {
        const events = seen.get(group) ?? [];
        assert.deepEqual(
          events.map(({ data: { value } }) => Number(value)).sort((a, b) => a - b),
          Array.from({ length: 200 }, (_, n) => n),
        );
        for (let partition = 0; partition < 4; partition++) {
          const offsets = events.filter(event => event.partition === partition).map(({ offset }) => offset);
          assert.deepEqual(
            offsets,
            [...offsets].sort((a, b) => Number(a - b)),
          );
        }
      }
      await log.close();
    });

    test('LOG-2: prepare runs outside of any transaction, and again after a failure', async () => {
      const { log, stream } = await fresh(open, 1);
      await database.execute(sql`create table if not exists contract_effects (stream text, n int)`);
      const prepared: number[] = [];
      const consumer = await log.consume(
        { group: stream, stream: testStream(stream) },
        {
          prepare: async events => {
            prepared.push(events.length);
            if (prepared.length === 1) throw new Error('before the transaction');
            return async tx => {
              for (const { data } of events)
                await tx.execute(sql`insert into contract_effects values (${stream}, ${Number(data.value)})`);
            };
          },
        },
      );
      await database.transaction(async tx =>
        log.append(
          tx,
          testStream(stream),
          [1, 2, 3].map(n => ({ key: 'k', value: n })),
        ),
      );
      await consumer.drained();
      const { effects } = await database.one(
        row({ effects: int8 }),
        sql`select count(*) as effects from contract_effects where stream = ${stream}`,
      );
      assert.equal(effects, 3);
      assert.ok(prepared.length > 1);
      await log.close();
    });

    test('LOG-2: effects and appended events of a handler commit with its position', async () => {
      const { log, stream } = await fresh(open, 2);
      await database.execute(sql`create table if not exists contract_effects (stream text, n int)`);
      const further = `${stream}.further`;
      await log.declare({ name: further, partitions: 1, retentionDays: 1 });
      let failures = 2;
      const consumer = await log.consume(
        { group: stream, stream: testStream(stream) },
        async (tx, events) => {
          for (const { data } of events)
            await tx.execute(sql`insert into contract_effects values (${stream}, ${Number(data.value)})`);
          log.append(
            tx,
            testStream(further),
            events.map(({ data }) => data),
          );
          if (failures-- > 0) throw new Error('after the effect');
        },
      );
      const events = Array.from({ length: 30 }, (_, n) => ({ key: `k${n}`, value: n }));
      await database.transaction(async tx => log.append(tx, testStream(stream), events));
      await consumer.drained();
      const { effects, distinct } = await database.one(
        row({ effects: int8, distinct: int8 }),
        sql`
          select count(*) as effects, count(distinct n) as "distinct" from contract_effects where stream = ${stream}
        `,
      );
      assert.deepEqual({ effects, distinct }, { effects: 30, distinct: 30 });
      assert.equal((await readAll(log, further, 1)).flat().length, 30);
      await log.close();
    });

    test('LOG-4: members share the partitions, which move when a member joins or stops', async () => {
      const { log, stream } = await fresh(open, 6);
      const others = [open(), open()];
      const handle: EventHandler<TestEvent> = async () => undefined;
      const first = await log.consume({ group: stream, stream: testStream(stream) }, handle);
      assert.deepEqual(first.partitions, [0, 1, 2, 3, 4, 5]);
      const more = await Promise.all(
        others.map(other => other.consume({ group: stream, stream: testStream(stream) }, handle)),
      );
      await eventually(() =>
        assert.deepEqual(
          [first, ...more].map(({ partitions }) => partitions.length),
          [2, 2, 2],
        ),
      );
      const all = [first, ...more].flatMap(({ partitions }) => partitions);
      assert.deepEqual(all.sort(), [0, 1, 2, 3, 4, 5]);
      for (const other of others) await other.close();
      await eventually(() => assert.equal(first.partitions.length, 6));
      await log.close();
      assert.ok(
        (await log.groups()).filter(({ group }) => group === stream).every(({ owner }) => owner === null),
      );
    });

    test('LOG-4: one member has all partitions of an undivided group, which move together when it stops', async () => {
      const { log, stream } = await fresh(open, 3);
      const options = { group: 'whole', stream: testStream(stream), isUndivided: true };
      const first = await log.consume(options, async () => undefined);
      const second = await open().consume(options, async () => undefined);
      assert.deepEqual([first.partitions, second.partitions], [[0, 1, 2], []]);
      await first.stop();
      await eventually(() => assert.deepEqual(second.partitions, [0, 1, 2]));
      const third = await open().consume(options, async () => undefined);
      assert.deepEqual([second.partitions, third.partitions], [[0, 1, 2], []]);
      await Promise.all([second.stop(), third.stop()]);
    });

    test('LOG-5: an event that fails five times is parked with its error and later events are handled', async () => {
      const { log, stream } = await fresh(open, 1);
      const alone: unknown[] = [];
      const handled: unknown[] = [];
      let repaired = false;
      const consumer = await log.consume(
        { group: stream, stream: testStream(stream) },
        async (tx, events) => {
          const poison = events.find(({ data: { value } }) => value === 'poison');
          if (poison && !repaired) {
            if (events.length === 1) alone.push(poison.data.value);
            throw new Error('poisoned');
          }
          tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
        },
      );
      const data = ['a', 'poison', 'b', 'c'];
      await database.transaction(async tx =>
        log.append(
          tx,
          testStream(stream),
          data.map(value => ({ key: 'k', value })),
        ),
      );
      await consumer.drained();
      assert.deepEqual(handled, ['a', 'b', 'c']);
      assert.equal(alone.length, 5);
      const [letter] = await log.deadLetters({ group: stream });
      assert.ok(letter);
      assert.equal(letter.attempts, 5);
      assert.match(letter.error, /poisoned/);
      assert.deepEqual(
        { ...letter.event, at: null },
        { stream, partition: 0, offset: 2n, key: 'k', data: 'poison', at: null },
      );

      assert.deepEqual(await log.deadLetter(letter.id), letter);
      assert.equal(await log.deadLetter('not an id'), null);

      assert.equal(await log.retryDeadLetter(letter.id), false);
      assert.equal((await log.deadLetters({ group: stream }))[0]?.attempts, 6);
      repaired = true;
      assert.equal(await log.retryDeadLetter(letter.id), true);
      assert.deepEqual(handled, ['a', 'b', 'c', 'poison']);
      assert.deepEqual(await log.deadLetters({ group: stream }), []);
      assert.equal(await log.deadLetter(letter.id), null);
      await assert.rejects(log.retryDeadLetter(letter.id), { code: 'not-found' });
      await log.close();
    });

    test('LOG-5: an event that cannot be decoded is parked, and a retry decodes it again', async () => {
      const { log, stream } = await fresh(open, 1);
      let isKnown = false;
      const decode = (value: unknown, key: string) =>
        value === 'from the future' && !isKnown ? null : { key, value };
      const strict = defineStream<TestEvent>({ ...testStream(stream), decode: { 1: decode } });
      const handled: unknown[] = [];
      const consumer = await log.consume({ group: stream, stream: strict }, async (tx, events) => {
        tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
      });
      const tailed: unknown[] = [];
      const tail = await log.tail(strict, async events => {
        tailed.push(...events.map(({ data: { value } }) => value));
      });
      await database.transaction(async tx =>
        log.append(
          tx,
          testStream(stream),
          ['a', 'from the future', 'b'].map(value => ({ key: 'k', value })),
        ),
      );
      await Promise.all([consumer.drained(), tail.caughtUp()]);
      assert.deepEqual(handled, ['a', 'b']);
      assert.deepEqual(tailed, ['a', 'b']);
      await assert.rejects(log.read(strict, 0, 1n, 10), /does not have the shape of version 1/);
      const [letter] = await log.deadLetters({ group: stream });
      assert.ok(letter);
      assert.equal(letter.attempts, 5);
      assert.match(letter.error, /the event does not have the shape of version 1/);
      assert.equal(letter.event.data, 'from the future');
      isKnown = true;
      assert.equal(await log.retryDeadLetter(letter.id), true);
      assert.deepEqual(handled, ['a', 'b', 'from the future']);
      await log.close();
    });

    test('LOG-6: waitingSince returns the time of the first event after a position', async () => {
      const { log, stream } = await fresh(open, 1);
      await log.appendNow(testStream(stream), [
        { key: 'k', value: 1 },
        { key: 'k', value: 2 },
      ]);
      const [events = []] = await readAll(log, stream, 1);
      const since = (position: bigint) => log.waitingSince({ stream, partition: 0, position });
      assert.deepEqual(await Promise.all([since(0n), since(1n), since(2n)]), [
        events[0]?.at,
        events[1]?.at,
        null,
      ]);
    });

    test('LOG-5: parked events are listed page by page, and a retry or replay in a failed transaction has no effect', async () => {
      const { log, stream } = await fresh(open, 2);
      const consumer = await log.consume({ group: stream, stream: testStream(stream) }, async () => {
        throw new Error('never');
      });
      const events = Array.from({ length: 7 }, (_, n) => ({ key: `k${n}`, value: n }));
      await database.transaction(async tx => log.append(tx, testStream(stream), events));
      await consumer.drained();
      const all = await log.deadLetters({ group: stream });
      assert.equal(all.length, 7);
      const paged: DeadLetter[] = [];
      for (let page: DeadLetter[] = [], first = true; first || page.length > 0; first = false) {
        const before = page.at(-1);
        page = await log.deadLetters({ group: stream, limit: 3, ...(before ? { before } : {}) });
        paged.push(...page);
      }
      assert.deepEqual(paged, all);

      const failing = async () => {
        throw new Error('not after all');
      };
      await assert.rejects(log.retryDeadLetter(all[0]?.id ?? '', failing), /not after all/);
      const positions = async () =>
        (await log.groups()).filter(({ group }) => group === stream).map(({ position }) => position);
      const before = await positions();
      const replay = database.transaction(async tx => {
        await log.replayIn(tx, stream, new Date(0));
        await failing();
      });
      await assert.rejects(replay, /not after all/);
      assert.deepEqual(await positions(), before);
      assert.deepEqual(await log.deadLetters({ group: stream }), all);
      await log.close();
    });

    test('LOG-6: replay sets a running group back to a time, and a group with from=end starts at the end', async () => {
      const { log, stream } = await fresh(open, 2);
      const append = (value: string) =>
        database.transaction(async tx =>
          log.append(
            tx,
            testStream(stream),
            ['x', 'y'].map(key => ({ key, value })),
          ),
        );
      await append('old');
      const [before] = (await readAll(log, stream, 2)).flat();
      await eventually(() => assert.ok(Date.now() > (before?.at.getTime() ?? 0) + 5));
      await append('new');
      const boundary = (await readAll(log, stream, 2))
        .flat()
        .find(({ data: { value } }) => value === 'new')?.at;
      const handled: unknown[] = [];
      const consumer = await log.consume(
        { group: stream, stream: testStream(stream) },
        async (tx, events) => {
          tx.afterCommit(() => handled.push(...events.map(({ data: { value } }) => value)));
        },
      );
      const late: unknown[] = [];
      const fromEnd = await log.consume(
        { group: `${stream} late`, stream: testStream(stream), from: 'end' },
        async (tx, events) => {
          tx.afterCommit(() => late.push(...events.map(({ data: { value } }) => value)));
        },
      );
      await consumer.drained();
      assert.equal(handled.length, 4);
      await log.replay(stream, boundary ?? new Date());
      await consumer.drained();
      assert.deepEqual(handled.slice(4), ['new', 'new']);
      await log.replay(stream, new Date(0));
      await consumer.drained();
      assert.equal(handled.length, 10);
      await append('newest');
      await Promise.all([consumer.drained(), fromEnd.drained()]);
      assert.deepEqual(late, ['newest', 'newest']);
      await assert.rejects(log.replay('no such group', new Date(0)), { code: 'not-found' });
      await log.close();
    });

    test('a tail in each process gets every later event in order, and a failed batch again', async () => {
      const { log, stream } = await fresh(open, 2);
      const other = open();
      const append = (value: number) =>
        database.transaction(async tx =>
          log.append(
            tx,
            testStream(stream),
            ['x', 'y', 'z'].map(key => ({ key, value })),
          ),
        );
      await append(0);
      const received = new Map<EventLog, string[]>();
      let failures = 3;
      const follow = async (reader: EventLog) => {
        received.set(reader, []);
        return reader.tail(testStream(stream), async events => {
          if (reader === other && failures-- > 0) throw new Error('not now');
          received.get(reader)?.push(...events.map(({ key, data: { value } }) => `${key} ${value}`));
        });
      };
      const tails = [await follow(log), await follow(other)];
      for (let value = 1; value <= 5; value++) await append(value);
      for (const tail of tails) await tail.caughtUp();
      for (const reader of [log, other])
        for (const key of ['x', 'y', 'z'])
          assert.deepEqual(
            received.get(reader)?.filter(line => line.startsWith(key)),
            [1, 2, 3, 4, 5].map(value => `${key} ${value}`),
          );
      await tails[0]?.stop();
      await append(6);
      await tails[1]?.caughtUp();
      assert.deepEqual([received.get(log)?.length, received.get(other)?.length], [15, 18]);
      await Promise.all([log.close(), other.close()]);
    });

    test('LOG-6: streams report their events and groups their positions', async () => {
      const { log, stream } = await fresh(open, 2);
      const consumer = await log.consume(
        { group: stream, stream: testStream(stream) },
        async () => undefined,
      );
      await database.transaction(async tx =>
        log.append(tx, testStream(stream), [
          { key: 'a', value: 1 },
          { key: 'a', value: 2 },
        ]),
      );
      await consumer.drained();
      const state = (await log.streams()).find(({ name }) => name === stream);
      assert.ok(state?.oldestAt instanceof Date);
      assert.deepEqual(
        { ...state, oldestAt: null },
        { name: stream, partitions: 2, retentionDays: 7, events: 2n, oldestAt: null },
      );
      const groups = (await log.groups()).filter(({ group }) => group === stream);
      assert.deepEqual(
        groups.map(({ position, end }) => position === end),
        [true, true],
      );
      assert.ok(groups.every(({ owner, failures }) => owner !== null && failures === 0));
      await log.close();
    });
  });
}

async function fresh(open: () => EventLog, partitions: number): Promise<{ log: EventLog; stream: string }> {
  const log = open();
  const stream = `contract.${++streams}`;
  await log.declare({ name: stream, partitions, retentionDays: 7 });
  return { log, stream };
}

function readAll(log: EventLog, stream: string, partitions: number): Promise<LogEvent<TestEvent>[][]> {
  return Promise.all(
    Array.from({ length: partitions }, (_, n) => log.read(testStream(stream), n, 1n, 100_000)),
  );
}

let streams = 0;

export interface LogHarness {
  readonly database: Database;
  /** Should retry failed events quickly. The harness closes logs left open. */
  open(): EventLog;
}
