import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/harness/eventually.ts';
import { testStream } from '../../../test/harness/stream.ts';
import { ManualClock } from '../../lib/clock.ts';
import type { Database } from '../database/port.ts';
import { int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { testLogs } from './log.testing.ts';

const { database, open } = await testLogs();
const GROUPS = 6;
const ROUNDS = 10;

test('LOG-4: all groups of a process share a heartbeat, which keeps their leases', async () => {
  const clock = new ManualClock();
  const sent = { beats: 0, running: 0 };
  const background: Database = {
    ...bound(database),
    many: async (type, statement) => {
      if (!statement.text.includes('insert into log_members')) return database.many(type, statement);
      sent.beats++;
      sent.running++;
      return database.many(type, statement).finally(() => sent.running--);
    },
  };
  const log = open({ clock, background });
  await log.declare({ name: 'beats', partitions: 2, retentionDays: 1 });
  for (let group = 0; group < GROUPS; group++)
    await log.consume({ group: `beats-${group}`, stream: testStream('beats') }, async () => undefined);
  const nextBeat = () =>
    eventually(async () => {
      // Time stands still during a statement.
      if (sent.running > 0) throw new Error('a heartbeat is under way');
      const before = sent.beats;
      await clock.advance(2_000);
      assert.ok(sent.beats > before, 'no heartbeat');
    });
  await nextBeat();
  const before = sent.beats;
  for (let round = 1; round <= ROUNDS; round++) await nextBeat();
  const beats = sent.beats - before;
  assert.ok(beats < 2 * ROUNDS, `${beats} heartbeats of ${GROUPS} groups in ${ROUNDS} rounds`);
  const { held } = await database.one(
    row({ held: int8 }),
    sql`select count(*) as held from log_positions where lease_until > clock_timestamp()`,
  );
  assert.equal(held, GROUPS * 2);
});

function bound(of: Database): Database {
  return {
    many: (...args) => of.many(...args),
    one: (...args) => of.one(...args),
    maybe: (...args) => of.maybe(...args),
    execute: (...args) => of.execute(...args),
    transaction: (...args) => of.transaction(...args),
    listen: (...args) => of.listen(...args),
    ping: () => of.ping(),
    state: () => of.state(),
    close: () => of.close(),
  };
}
