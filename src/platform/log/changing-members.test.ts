import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { type TestEvent, testStream } from '../../../test/harness/stream.ts';
import { systemClock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/random.ts';
import { sql } from '../database/sql.ts';
import { testLogs } from './log.testing.ts';
import type { Consumer, EventLog, LogEvent } from './port.ts';

const { database, open } = await testLogs();

/** Counted, not timed: a busy machine does the same work. */
const CHANGES = 30;

test('fault 12: while members join and leave, each partition has one owner and each event is handled once, in order per key', async () => {
  const log = open();
  await log.declare({ name: 'storm', partitions: 8, retentionDays: 1 });
  const random = seededRandom(12);
  const busy = new Set<number>();
  const handled: LogEvent<TestEvent>[] = [];
  const members: { log: EventLog; consumer: Consumer }[] = [];
  const join = async () => {
    const member = open();
    const consumer = await member.consume(
      { group: 'storm', stream: testStream('storm'), batch: 10 },
      async (tx, events) => {
        const partition = events[0]?.partition ?? -1;
        assert.ok(!busy.has(partition), `partition ${partition} has two owners`);
        busy.add(partition);
        try {
          await tx.execute(sql`select pg_sleep(0.003)`);
        } finally {
          busy.delete(partition);
        }
        tx.afterCommit(() => handled.push(...events));
      },
    );
    members.push({ log: member, consumer });
  };
  await join();
  let [sent, changes] = [0, 0];
  while (changes < CHANGES) {
    const events = Array.from({ length: 25 }, () => ({ key: `k${sent % 40}`, value: sent++ }));
    await database.transaction(async tx => log.append(tx, testStream('storm'), events));
    if (random.fraction() < 0.3) {
      changes++;
      if (members.length < 4 && (members.length === 1 || random.fraction() < 0.5)) await join();
      else await members.splice(Math.floor(random.fraction() * members.length), 1)[0]?.log.close();
    }
    await systemClock.sleep(20);
  }
  await eventually(() => members[0]?.consumer.drained());
  for (const { log: member } of members) await member.close();
  assert.deepEqual(
    handled.map(({ data: { value } }) => Number(value)).sort((a, b) => a - b),
    Array.from({ length: sent }, (_, n) => n),
  );
  for (let k = 0; k < 40; k++) {
    const order = handled.filter(({ key }) => key === `k${k}`).map(({ data: { value } }) => Number(value));
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  }
});
