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

test('PG-4: work in the background holds half of the pool at most, and all of it is done', async () => {
  const background = inBackground(database);
  const answered = Promise.withResolvers<void>();
  const done = new Set<number>();
  let running = 0;
  let most = 0;
  const jobs = Array.from({ length: 40 }, (_, index) =>
    background.transaction(async tx => {
      most = Math.max(most, ++running);
      await answered.promise;
      await tx.execute(sql`select 1`);
      done.add(index);
      running--;
    }),
  );
  await eventually(() => assert.equal(running, 2));
  // All that the background may have is held, and two requests at the same time still find a connection each.
  await Promise.all([1, 2].map(() => database.execute(sql`select pg_sleep(0.01)`)));
  answered.resolve();
  await Promise.all(jobs);
  assert.equal(most, 2);
  assert.equal(done.size, 40);
});

test('PG-4: work that fails gives its place to the next', async () => {
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

test('PG-4: work that waits for longer than it may hears that the server is busy, and nobody loses a place by it', async () => {
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

test('PG-4: where requests hold every connection for longer than a request would wait, the background waits on', async () => {
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

test('PG-4: work that asks again while it holds a place is not kept waiting by others who do the same', async () => {
  const background = inBackground(database, { patienceMs: 5_000 });
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

test('PG-4: work that outlives its place stands in line like everybody else', async () => {
  const background = inBackground(database);
  const done: string[] = [];
  const released = Promise.withResolvers<void>();
  let left: Promise<unknown> = Promise.resolve();
  await background.transaction(async tx => {
    await tx.execute(sql`select 1`);
    left = released.promise
      .then(() => background.execute(sql`select 1`))
      .then(() => done.push('left behind'));
  });
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() => background.transaction(() => held.promise));
  released.resolve();
  // All places are held; whoever needs none is answered meanwhile.
  await database.execute(sql`select pg_sleep(0.05)`);
  assert.deepEqual(done, []);
  held.resolve();
  await Promise.all([...holders, left]);
  assert.deepEqual(done, ['left behind']);
});

test('PG-4: a server that comes back in time was never away for the background, unless its answer was lost', async () => {
  const away = new DatabaseUnreachable('database-away');
  const mayHaveHappened = databaseUnavailable(new Error('lost'));
  const failing = (...failures: Error[]) =>
    inBackground({
      ...withoutServer,
      execute: () => {
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : Promise.resolve(1);
      },
    });
  assert.equal(await failing(away, away).execute(sql`select 1`), 1);
  await assert.rejects(failing(mayHaveHappened).execute(sql`select 1`), mayHaveHappened);
});

const withoutServer = { ...inBackground(database), state: () => database.state() };
