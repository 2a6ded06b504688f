import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { int8, row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { QUEUE } from './context.ts';
import { startTasksProcess } from './processes.testing.ts';
import { effects, endedRuns, gate, soon, testTasks } from './tasks.testing.ts';

test('fault 8: with one to three copies of each message, each task takes effect once', async () => {
  const { tasks, broker, database } = await testTasks();
  const made = [];
  for (let n = 0; n < 30; n++)
    made.push(await tasks.create({ kind: 'writes', schedule: { at: soon(300) }, payload: n }));
  const messages = await broker.peek(QUEUE, { limit: 100 });
  assert.equal(messages.length, 30);
  for (const [n, { body }] of messages.entries())
    for (let copy = 0; copy < n % 3; copy++) await broker.publish(QUEUE, { body });
  const executors = [tasks.startExecutor(), tasks.startExecutor()];
  await eventually(async () => {
    const queue = (await broker.queues()).find(({ name }) => name === QUEUE);
    assert.deepEqual([queue?.pending, queue?.delayed, queue?.inFlight], [0, 0, 0]);
  });
  for (const executor of executors) await executor.stop();
  const counts = await database.many(
    row({ what: text, count: int8 }),
    sql`select what, count(*) from effects group by what`,
  );
  assert.equal(counts.length, 30);
  assert.ok(counts.every(({ count }) => count === 1));
  for (const task of made) assert.equal((await tasks.get(task.id))?.state, 'done');
});

test('fault 8: a second message of a running task starts a new run, and the first run takes no effect', async () => {
  const { tasks, broker, database } = await testTasks();
  const [first, go] = [gate(), gate()];
  let calls = 0;
  tasks.register({
    name: 'slow-at-first',
    summary: 'Waits the first time',
    run: async (tx, { payload }) => {
      calls++;
      await tx.execute(sql`insert into effects (what) values (${String(payload)})`);
      if (calls > 1) return;
      first.open();
      await go.opened;
    },
  });
  const task = await tasks.create({ kind: 'slow-at-first', schedule: { at: soon(0) }, payload: 'once' });
  const [message] = await broker.peek(QUEUE, { limit: 1 });
  const executor = tasks.startExecutor();
  await first.opened;
  await broker.publish(QUEUE, { body: message?.body ?? '' });
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'done'));
  go.open();
  await eventually(async () => {
    const queue = (await broker.queues()).find(({ name }) => name === QUEUE);
    assert.deepEqual([queue?.pending, queue?.delayed, queue?.inFlight], [0, 0, 0]);
  });
  await executor.stop();
  assert.deepEqual(await effects(database), ['once']);
  const outcomes = (await tasks.runs(task.id)).map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomes, ['lost', 'succeeded']);
});

test('fault 21: a handler that blocks its process for 2 s, past its lease, takes effect once', async () => {
  const { tasks, database, url } = await testTasks();
  for (const name of ['one', 'other']) {
    const { end } = await startTasksProcess(url, { name, parts: ['executor'], visibilityMs: 1_000 });
    atEnd(end);
  }
  const task = await tasks.create({ kind: 'blocks', schedule: { at: soon(0) }, payload: 'blocked' });
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'done'));
  await endedRuns(tasks, task, (await tasks.runs(task.id)).length);
  const outcomes = (await tasks.runs(task.id)).map(({ outcome }) => outcome);
  assert.equal(outcomes.filter(outcome => outcome === 'succeeded').length, 1, `${outcomes}`);
  assert.deepEqual(await effects(database), ['blocked']);
});

test('fault 19: a long open transaction delays no task', async () => {
  const { tasks, database } = await testTasks();
  const parts = [tasks.startPicker(), tasks.startExecutor()];
  await database.transaction(
    async tx => {
      await tx.execute(sql`create table pins_the_horizon (n int)`);
      const made = [];
      for (let n = 0; n < 10; n++)
        made.push(await tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: n }));
      for (const task of made) await endedRuns(tasks, task, 1);
    },
    { isolation: 'repeatable read' },
  );
  for (const part of parts) await part.stop();
  assert.equal((await effects(database)).length, 10);
});
