import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { systemClock } from '../../lib/clock.ts';
import { sql } from '../database/sql.ts';
import { endRun } from './end-runs.ts';
import { writeEffect } from './kinds.testing.ts';
import type { TaskKind } from './port.ts';
import { becomeDue, effects, endedRuns, FAR, gate, soon, testTasks } from './tasks.testing.ts';

const { tasks, database, broker, telemetry } = await testTasks();
const executor = tasks.startExecutor();
atEnd(() => executor.stop());

/** One round of a picker. */
async function pick(): Promise<void> {
  await tasks.startPicker().stop();
}

test('TASK-4: all missed occurrences run once together, and the next one is in the future', async () => {
  const schedule = { cron: '* * * * *', timeZone: 'UTC' };
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'once together' });
  await database.execute(sql`update tasks set cron = ${schedule.cron} where id = ${task.id}`);
  await becomeDue(database, task, '3 hours');
  await pick();
  const [run] = await endedRuns(tasks, task, 1);
  const armed = await tasks.pause(task.id);
  assert.ok(run?.endedAt && armed.nextRunAt && armed.nextRunAt > run.endedAt);
  assert.ok(armed.nextRunAt.getTime() - run.endedAt.getTime() <= 60_000);
  assert.equal((await tasks.runs(task.id)).length, 1);
  assert.deepEqual(await effects(database), ['once together']);
});

test('TASK-4: with missed=skip the missed occurrence is recorded as refused, and the next one is in the future', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'skipped', missed: 'skip' });
  await becomeDue(database, task, '3 hours');
  await pick();
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, run?.error], ['refused', 'skipped: no executor was running at its time']);
  const armed = await tasks.get(task.id);
  assert.deepEqual([armed?.state, armed?.nextRunAt], ['waiting', task.nextRunAt]);
  assert.ok(!(await effects(database)).includes('skipped'));
});

test('a skipped one-off task has failed, and can be run manually', async () => {
  const task = await tasks.create({
    kind: 'writes',
    schedule: { at: soon(-600_000) },
    payload: 'by hand',
    missed: 'skip',
  });
  await endedRuns(tasks, task, 1);
  assert.equal((await tasks.get(task.id))?.state, 'failed');
  await tasks.runNow(task.id);
  await endedRuns(tasks, task, 2);
  assert.equal((await tasks.get(task.id))?.state, 'done');
});

test('TASK-4: a start during a run is refused or allowed by the overlap policy', async () => {
  const { opened, open } = gate();
  tasks.register({
    name: 'waits',
    summary: 'Waits for the test',
    run: async (tx, { payload }) => {
      await opened;
      await writeEffect(tx, payload);
    },
  });
  const make = (overlap: 'refuse' | 'allow') =>
    tasks.create({ kind: 'waits', schedule: FAR, payload: overlap, overlap });
  const [refuses, allows] = [await make('refuse'), await make('allow')];
  for (const task of [refuses, allows]) {
    await tasks.runNow(task.id);
    await eventually(async () => assert.equal((await tasks.get(task.id))?.lastRun?.outcome, 'running'));
    await tasks.runNow(task.id);
  }
  const [refused] = await endedRuns(tasks, refuses, 1);
  assert.deepEqual([refused?.outcome, refused?.error], ['refused', 'the previous run had not ended']);
  await eventually(async () => {
    const outcomes = (await tasks.runs(allows.id)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['running', 'running']);
  }).finally(open);
  await endedRuns(tasks, refuses, 2);
  await endedRuns(tasks, allows, 2);
  const what = await effects(database);
  assert.equal(what.filter(one => one === 'refuse').length, 1);
  assert.equal(what.filter(one => one === 'allow').length, 2);
});

test('a task whose runs may overlap is armed again as soon as it starts', async () => {
  const { opened, open } = gate();
  tasks.register({ name: 'lingers', summary: 'Waits for the test', run: () => opened });
  const make = (overlap: 'refuse' | 'allow') => tasks.create({ kind: 'lingers', schedule: FAR, overlap });
  const [refuses, allows] = [await make('refuse'), await make('allow')];
  for (const task of [refuses, allows]) await becomeDue(database, task, '1 minute');
  await pick();
  for (const { id } of [refuses, allows])
    await eventually(async () => assert.equal((await tasks.get(id))?.lastRun?.outcome, 'running'));
  await eventually(async () => assert.equal((await tasks.get(allows.id))?.state, 'waiting')).finally(open);
  for (const task of [refuses, allows]) {
    await endedRuns(tasks, task, 1);
    assert.equal((await tasks.get(task.id))?.state, 'waiting');
  }
});

test('occurrences during a long run are refused and recorded in one row', async () => {
  const task = await tasks.create({ kind: 'never-registered', schedule: FAR });
  await tasks.pause(task.id);
  await database.execute(sql`
    update tasks set state = 'running', cron = '* * * * *' where id = ${task.id} and version = 2
  `);
  const startedAt = soon(-300_000);
  const run = {
    ...{ task: task.id, version: 2, due: startedAt, run: crypto.randomUUID(), byHand: false, tries: 1 },
    ...{ id: crypto.randomUUID(), attempt: 1, startedAt, taskKind: task.kind, payload: null, retries: 0 },
  };
  await database.execute(sql`
    insert into task_runs (id, task_id, due_at, by_hand, attempt, started_at, outcome)
    values (${run.id}, ${task.id}, ${startedAt}, false, 1, ${startedAt}, 'running')
  `);
  const context = { database, broker, telemetry, clock: systemClock, newId: () => crypto.randomUUID() };
  await database.transaction(tx =>
    endRun({ ...context, kinds: new Map(), visibilityMs: 1_000 }, tx, run, {
      outcome: 'succeeded',
      error: null,
    }),
  );
  const armed = await tasks.pause(task.id);
  assert.ok(armed.nextRunAt && armed.nextRunAt > soon(-1_000));
  const outcomes = (await tasks.runs(task.id)).map(({ outcome }) => outcome).sort();
  assert.deepEqual(outcomes, ['refused', 'succeeded']);
});

test('TASK-5: a failed run keeps its error, has no effect, is not retried, and can be run manually', async () => {
  let isBroken = true;
  const afterwards: string[] = [];
  const kind: TaskKind = {
    name: 'breaks',
    summary: 'Fails until repaired',
    run: async (tx, { payload }) => {
      await writeEffect(tx, payload);
      tx.afterCommit(() => afterwards.push(isBroken ? 'broken' : 'fine'));
      tx.beforeCommit(async () => {
        afterwards.push(isBroken ? 'broken' : 'fine');
      });
      if (isBroken) throw new Error('the \0 printer is on fire');
    },
  };
  tasks.register(kind);
  const task = await tasks.create({ kind: 'breaks', schedule: { at: soon(0) }, payload: 'broken' });
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, run?.error], ['failed', 'Error: the  printer is on fire']);
  assert.equal((await tasks.get(task.id))?.state, 'failed');
  assert.deepEqual([(await effects(database)).includes('broken'), afterwards], [false, []]);
  isBroken = false;
  const byHand = await tasks.runNow(task.id);
  const runs = await endedRuns(tasks, task, 2);
  assert.deepEqual([runs[0]?.id, runs[0]?.outcome, runs[0]?.byHand], [byHand, 'succeeded', true]);
  assert.deepEqual([(await tasks.get(task.id))?.state, afterwards], ['done', ['fine', 'fine']]);
});

test('TASK-5: a task with retries is retried that often', async () => {
  let left = 1;
  tasks.register({
    name: 'recovers',
    summary: 'Fails a few times',
    run: async (tx, { payload }) => {
      if (left-- > 0) throw new Error('not yet');
      await writeEffect(tx, payload);
    },
  });
  const make = (retries: number) =>
    tasks.create({ kind: 'recovers', schedule: { at: soon(0) }, payload: 'recovered', retries });
  const recovers = await make(1);
  const runs = await endedRuns(tasks, recovers, 2);
  assert.deepEqual(
    runs.map(({ outcome, attempt }) => [outcome, attempt]),
    [
      ['succeeded', 2],
      ['failed', 1],
    ],
  );
  assert.equal((await tasks.get(recovers.id))?.state, 'done');
  left = 100;
  const stays = await make(1);
  await endedRuns(tasks, stays, 2);
  await eventually(async () => assert.equal((await tasks.get(stays.id))?.state, 'failed'));
  assert.equal((await tasks.runs(stays.id)).length, 2);
});

test('a recurring task that fails is armed for its next time', async () => {
  tasks.register({ name: 'fails', summary: 'Fails', run: () => Promise.reject(new Error('always')) });
  const task = await tasks.create({ kind: 'fails', schedule: FAR });
  await becomeDue(database, task, '1 minute');
  await pick();
  await endedRuns(tasks, task, 1);
  const armed = await tasks.get(task.id);
  assert.deepEqual([armed?.state, armed?.lastRun?.outcome], ['waiting', 'failed']);
});

test('a statement error that the handler swallows fails the run, not the executor', async () => {
  tasks.register({
    name: 'careless',
    summary: 'Swallows an error of PostgreSQL',
    run: async tx => {
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    },
  });
  const task = await tasks.create({ kind: 'careless', schedule: { at: soon(0) } });
  const [run] = await endedRuns(tasks, task, 1);
  assert.equal(run?.outcome, 'failed');
  assert.match(run?.error ?? '', /transaction is aborted/);
});

test('a task of an unknown kind fails with that error', async () => {
  const task = await tasks.create({ kind: 'unheard-of', schedule: { at: soon(0) } });
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, run?.error], ['failed', 'Error: unknown task kind unheard-of']);
});

test('a task whose time is edited during its run runs again at the new time', async () => {
  const { opened, open } = gate();
  tasks.register({ name: 'moves', summary: 'Waits for the test', run: () => opened });
  const task = await tasks.create({ kind: 'moves', schedule: { at: soon(0) } });
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'running'));
  await tasks.edit(task.id, { schedule: { at: soon(200) } });
  open();
  await endedRuns(tasks, task, 2);
  assert.equal((await tasks.get(task.id))?.state, 'done');
});
