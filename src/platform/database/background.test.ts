import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { Problem } from '../../errors.ts';
import { ManualClock } from '../../lib/clock.ts';
import { createMemoryTelemetry } from '../telemetry/memory/memory.ts';
import { inBackground } from './background.ts';
import { DatabaseUnreachable, databaseUnavailable } from './failures.ts';
import { createPool } from './pool.ts';
import { int4, row } from './rows.ts';
import { sql } from './sql.ts';

const { database, url } = await testDatabase({ maxConnections: 4 });
const Backend = row({ pid: int4 });

test('PG-4: background work uses at most half of the pool, and all of it completes', async () => {
  const background = inBackground(database);
  const answered = Promise.withResolvers<void>();
  const done = new Set<number>();
  let running = 0;
  let maxRunning = 0;
  const jobs = Array.from({ length: 40 }, (_, index) =>
    background.transaction(async tx => {
      maxRunning = Math.max(maxRunning, ++running);
      await answered.promise;
      await tx.execute(sql`select 1`);
      done.add(index);
      running--;
    }),
  );
  await eventually(() => assert.equal(running, 2));
  // Background work holds all connections it may have, and two concurrent requests still get one each.
  await Promise.all([1, 2].map(() => database.execute(sql`select pg_sleep(0.01)`)));
  answered.resolve();
  await Promise.all(jobs);
  assert.equal(maxRunning, 2);
  assert.equal(done.size, 40);
});

test('PG-4: failed work releases its slot', async () => {
  const background = inBackground(database);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? background.execute(sql`select 1 / 0`)
        : background.many(Backend, sql`select pg_backend_pid() as pid`),
    ),
  );
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    outcomes.map((_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
});

test('PG-4: work that waits too long for a slot fails as overloaded, and no slot is lost', async () => {
  const clock = new ManualClock();
  const background = inBackground(database, { clock, patienceMs: 1_000 });
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() => background.transaction(() => held.promise));
  const refused = background.execute(sql`select 1`);
  const heard = assert.rejects(
    refused,
    (error: unknown) => error instanceof Problem && error.code === 'overloaded',
  );
  await clock.advance(1_000);
  await heard;
  held.resolve();
  await Promise.all(holders);
  assert.equal(await background.execute(sql`select 1`), 1);
});

test('PG-4: background work keeps waiting when requests hold all connections for longer than a request would wait', async () => {
  const small = createPool({ url, telemetry: createMemoryTelemetry(), maxConnections: 2, patienceMs: 500 });
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() => small.transaction(() => held.promise));
  const background = inBackground(small).execute(sql`select 1`);
  const isBusy = (error: unknown) => error instanceof Problem && error.code === 'overloaded';
  await assert.rejects(small.execute(sql`select 1`), isBusy);
  await assert.rejects(small.execute(sql`select 1`), isBusy);
  held.resolve();
  await Promise.all(holders);
  assert.equal(await background, 1);
  await small.close();
});

test('PG-4: nested work of slot holders does not deadlock', async () => {
  const background = inBackground(database);
  let holding = 0;
  const all = Promise.withResolvers<void>();
  const jobs = [1, 2].map(() =>
    background.transaction(async tx => {
      if (++holding === 2) all.resolve();
      await all.promise;
      await tx.execute(sql`select 1`);
      return background.one(Backend, sql`select pg_backend_pid() as pid`);
    }),
  );
  assert.equal((await Promise.all(jobs)).length, 2);
});

test('PG-4: work that outlives its slot queues for a new one', async () => {
  const background = inBackground(database);
  const done: string[] = [];
  const released = Promise.withResolvers<void>();
  let leftover: Promise<unknown> = Promise.resolve();
  await background.transaction(async tx => {
    await tx.execute(sql`select 1`);
    leftover = released.promise
      .then(() => background.execute(sql`select 1`))
      .then(() => done.push('leftover'));
  });
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() => background.transaction(() => held.promise));
  released.resolve();
  // All slots are held; calls that need no slot still work.
  await database.execute(sql`select pg_sleep(0.05)`);
  assert.deepEqual(done, []);
  held.resolve();
  await Promise.all([...holders, leftover]);
  assert.deepEqual(done, ['leftover']);
});

test('PG-4: background work retries while the server is unavailable, unless the statement may have run', async () => {
  const unreachable = new DatabaseUnreachable('database-away');
  const mayHaveHappened = databaseUnavailable(new Error('lost'));
  const failing = (...failures: Error[]) =>
    inBackground({
      ...withoutServer,
      execute: () => {
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : Promise.resolve(1);
      },
    });
  assert.equal(await failing(unreachable, unreachable).execute(sql`select 1`), 1);
  await assert.rejects(failing(mayHaveHappened).execute(sql`select 1`), mayHaveHappened);
});

const withoutServer = { ...inBackground(database), state: () => database.state() };
