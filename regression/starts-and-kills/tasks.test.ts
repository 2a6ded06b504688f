import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/lib/clock.ts';
import type { Broker } from '../../src/platform/broker/port.ts';
import { int4, row } from '../../src/platform/database/rows.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { QUEUE } from '../../src/platform/tasks/context.ts';
import { pickBatch } from '../../src/platform/tasks/picker.ts';
import {
  type ProcessOptions,
  startTasksProcess,
  type TasksProcess,
} from '../../src/platform/tasks/processes.testing.ts';
import {
  createTasksDue,
  report,
  slowPicking,
  storm,
  waitUntilEnded,
  waitUntilPicking,
} from '../../src/platform/tasks/storm.testing.ts';
import {
  becomeDue,
  effects,
  endedRuns,
  FAR,
  soon,
  testTasks,
} from '../../src/platform/tasks/tasks.testing.ts';
import { atEnd } from '../../test/harness/cleanup.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { runWithin, watchMachineLoad } from '../lib/machine-load.ts';

/** Short, so that the tests need not wait long for the work of a dead executor. */
const VISIBILITY_MS = 1_500;

test('TASK-3: 1,200 tasks due at one moment, with a picker killed while picking: all start in time, once, none early', async () => {
  const site = await testTasks();
  const machine = await watchMachineLoad();
  const found = await storm(site, { count: 1_200, dueInSeconds: 4, executors: 1 });
  assert.ok(found.slowestSeconds < 30 * (await machine.stop()), `${found.slowestSeconds} s`);
  const { slowestSeconds: _, ...rest } = found;
  assert.deepEqual(rest, { ended: 1_200, early: 0, startedTwice: 0, doubled: 0, lost: 0 });
});

test('fault 13: a picker paused while picking, then resumed, leaves one start per slot', async () => {
  const { database, url } = await testTasks();
  await slowPicking(database);
  await createTasksDue(database, 1_100, 1);
  const held = await start(url, { name: 'held', parts: ['picker'] });
  await waitUntilPicking(database, 'held');
  held.child.kill('SIGSTOP');
  await start(url, { name: 'other', parts: ['picker', 'executor'] });
  await waitUntilEnded(database, 100);
  held.child.kill('SIGCONT');
  await waitUntilEnded(database, 1_100);
  const { early, startedTwice, doubled, lost } = await report(database);
  assert.deepEqual([early, startedTwice, doubled, lost], [0, 0, 0, 0]);
});

test("TASK-2: when a picker's connection breaks between mark and message, neither takes effect", async () => {
  const { tasks, database, broker, telemetry } = await testTasks();
  await broker.declare(QUEUE);
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'whole' });
  await becomeDue(database, task, '1 minute');
  let breaks = true;
  const publishIn: Broker['publishIn'] = async (tx, queue, messages) => {
    if (breaks) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return broker.publishIn(tx, queue, messages);
  };
  const breaking = new Proxy(broker, {
    get: (target, name) => (name === 'publishIn' ? publishIn : Reflect.get(target, name)),
  });
  const context = {
    ...{ database, broker: breaking, telemetry, clock: systemClock, visibilityMs: VISIBILITY_MS },
    ...{ newId: () => crypto.randomUUID(), kinds: new Map() },
  };
  await assert.rejects(pickBatch(context));
  assert.equal((await tasks.get(task.id))?.state, 'waiting');
  assert.deepEqual(await broker.peek(QUEUE), []);
  breaks = false;
  await database.ping().catch(() => undefined);
  await eventually(async () => assert.equal(await pickBatch(context), 1));
  assert.equal((await broker.peek(QUEUE)).length, 1);
  assert.equal(await pickBatch(context), 0);
});

test('fault 1: when an executor is killed during a run, another takes over and the run takes effect once', async () => {
  const { tasks, database, url } = await withDeaths();
  const task = await tasks.create({ kind: 'dies', schedule: { at: soon(0) }, payload: 1 });
  const first = await start(url, onlyExecutor('first'));
  assert.equal(await first.exited, 'SIGKILL');
  await start(url, onlyExecutor('second'));
  const runs = await endedRuns(tasks, task, 2);
  assert.deepEqual(
    runs.map(({ outcome, attempt }) => [outcome, attempt]),
    [
      ['succeeded', 2],
      ['lost', 1],
    ],
  );
  assert.deepEqual(await effects(database), ['survived']);
  assert.equal((await tasks.get(task.id))?.state, 'done');
});

test('fault 9: a task that kills every executor is abandoned, and a recurring one continues with its next run', async () => {
  const { tasks, broker, database, url } = await withDeaths();
  await broker.declare(QUEUE, { maxReceives: 2 });
  const task = await tasks.create({ kind: 'dies', schedule: FAR, payload: 1_000 });
  await becomeDue(database, task, '1 minute');
  await tasks.startPicker().stop();
  for (const name of ['first', 'second']) {
    const { exited } = await start(url, onlyExecutor(name));
    assert.equal(await exited, 'SIGKILL');
  }
  await start(url, onlyExecutor('third'));
  const runs = await endedRuns(tasks, task, 2);
  assert.deepEqual(
    runs.map(({ outcome }) => outcome),
    ['lost', 'lost'],
  );
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'waiting'));
  assert.deepEqual(await effects(database), []);
});

test('fault 13: an executor paused past its lease finds that another did its work, and changes nothing', async () => {
  const { tasks, database, url } = await withDeaths();
  const held = await start(url, onlyExecutor('held'));
  const task = await tasks.create({ kind: 'announces', schedule: { at: soon(0) }, payload: 'once' });
  await eventually(async () => {
    const begun = await database.many(row({ pid: int4 }), sql`select pid from deaths`);
    assert.equal(begun.length, 1);
  });
  held.child.kill('SIGSTOP');
  await start(url, onlyExecutor('other'));
  await endedRuns(tasks, task, 2);
  held.child.kill('SIGCONT');
  const after = await tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: 'after' });
  await endedRuns(tasks, after, 1);
  const runs = await tasks.runs(task.id);
  assert.deepEqual(
    runs.map(({ outcome }) => outcome),
    ['succeeded', 'lost'],
  );
  held.child.kill('SIGTERM');
  assert.equal(await held.exited, 0);
  assert.deepEqual(await effects(database), ['after', 'once']);
  assert.deepEqual(await tasks.runs(task.id), runs);
});

test('fault 15: a stopped executor finishes its current run and starts no other', async () => {
  const { tasks, database, url } = await withDeaths();
  const stopped = await start(url, onlyExecutor('stopped'));
  const task = await tasks.create({ kind: 'announces', schedule: { at: soon(0) }, payload: 'finished' });
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'running'));
  const code = await runWithin(10_000, () => {
    stopped.child.kill('SIGTERM');
    return stopped.exited;
  });
  assert.equal(code, 0);
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, await effects(database)], ['succeeded', ['finished']]);
});

test('fault 7: a process whose clock is an hour off starts nothing early and nothing twice', async () => {
  for (const wrongBy of [3_600_000, -3_600_000]) {
    const clock = { ...systemClock, now: () => systemClock.now() + wrongBy };
    const { tasks, database } = await testTasks({ clock });
    const parts = [tasks.startPicker(), tasks.startExecutor(), tasks.startExecutor()];
    const later = await tasks.create({ kind: 'writes', schedule: { at: soon(3_600_000) }, payload: 'later' });
    const task = await tasks.create({ kind: 'writes', schedule: { at: soon(600) }, payload: 'now' });
    const [run] = await endedRuns(tasks, task, 1);
    for (const part of parts) await part.stop();
    assert.ok(run && run.startedAt >= run.dueAt);
    assert.deepEqual([await tasks.runs(later.id), await effects(database)], [[], ['now']]);
  }
});

test('fault 2: picker and executor survive the loss of every connection', async () => {
  const { tasks, database } = await testTasks();
  const parts = [tasks.startPicker(), tasks.startExecutor()];
  const before = await tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: 'before' });
  await endedRuns(tasks, before, 1);
  const due = await tasks.create({ kind: 'writes', schedule: { at: soon(500) }, payload: 'due' });
  await database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);
  const after = await eventually(() =>
    tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: 'after' }),
  );
  for (const task of [due, after]) await endedRuns(tasks, task, 1);
  for (const part of parts) await part.stop();
  assert.deepEqual(await effects(database), ['after', 'before', 'due']);
});

async function withDeaths() {
  const site = await testTasks();
  await site.database.execute(sql`create table deaths (pid int not null)`);
  return site;
}

async function start(url: string, options: ProcessOptions): Promise<TasksProcess> {
  const started = await startTasksProcess(url, options);
  atEnd(started.end);
  return started;
}

function onlyExecutor(name: string) {
  return { name, parts: ['executor'], visibilityMs: VISIBILITY_MS } as const;
}
