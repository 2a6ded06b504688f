import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { systemClock } from '../../lib/clock.ts';
import { sql } from '../database/sql.ts';
import { endRun } from './end-runs.ts';
import { writeEffect } from './kinds.testing.ts';
import type { TaskKind } from './port.ts';
import { becomeDue, door, effects, endedRuns, FAR, soon, testTasks } from './tasks.testing.ts';

const { tasks, database, broker, telemetry } = await testTasks();
const executor = tasks.startExecutor();
atEnd(() => executor.stop());

/** What a picker that has just been started does first. */
async function pick(): Promise<void> {
  await tasks.startPicker().stop();
}

test('TASK-4: occurrences that were missed run once together, and the next one is in the future', async () => {
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

test('TASK-4: or they are skipped, which is written down, and the next one is in the future', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'skipped', missed: 'skip' });
  await becomeDue(database, task, '3 hours');
  await pick();
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, run?.error], ['refused', 'its time passed while nothing ran']);
  const armed = await tasks.get(task.id);
  assert.deepEqual([armed?.state, armed?.nextRunAt], ['waiting', task.nextRunAt]);
  assert.ok(!(await effects(database)).includes('skipped'));
});

test('a skipped task at one time has failed, and can be run by hand', async () => {
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

test('TASK-4: a start while it still runs is refused, or allowed, as the policy says', async () => {
  const { opened, open } = door();
  tasks.register({
    name: 'waits',
    summary: 'Waits at a door',
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
  assert.deepEqual([refused?.outcome, refused?.error], ['refused', 'the run before it had not ended']);
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

test('where runs may overlap the task is armed again as soon as it starts', async () => {
  const { opened, open } = door();
  tasks.register({ name: 'lingers', summary: 'Waits at a door', run: () => opened });
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

test('occurrences that came due during a long run are refused, and one row says so', async () => {
  const task = await tasks.create({ kind: 'nobody-runs-this', schedule: FAR });
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

test('TASK-5: a failure keeps its error, undoes its effects, is not tried again, and can be run by hand', async () => {
  let isBroken = true;
  const afterwards: string[] = [];
  const kind: TaskKind = {
    name: 'breaks',
    summary: 'Fails while it is broken',
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

test('TASK-5: a task that asks for retries is tried again, as often and no more', async () => {
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

test('a recurring task that fails goes on to its next time', async () => {
  tasks.register({ name: 'fails', summary: 'Fails', run: () => Promise.reject(new Error('always')) });
  const task = await tasks.create({ kind: 'fails', schedule: FAR });
  await becomeDue(database, task, '1 minute');
  await pick();
  await endedRuns(tasks, task, 1);
  const armed = await tasks.get(task.id);
  assert.deepEqual([armed?.state, armed?.lastRun?.outcome], ['waiting', 'failed']);
});

test('a statement that fails and is not minded by its handler fails the run, not the executor', async () => {
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

test('a kind that nobody knows is a failed run that says so', async () => {
  const task = await tasks.create({ kind: 'unheard-of', schedule: { at: soon(0) } });
  const [run] = await endedRuns(tasks, task, 1);
  assert.deepEqual([run?.outcome, run?.error], ['failed', 'Error: no task kind unheard-of is known here']);
});

test('a task that is given another time while it runs runs again then', async () => {
  const { opened, open } = door();
  tasks.register({ name: 'moves', summary: 'Waits at a door', run: () => opened });
  const task = await tasks.create({ kind: 'moves', schedule: { at: soon(0) } });
  await eventually(async () => assert.equal((await tasks.get(task.id))?.state, 'running'));
  await tasks.edit(task.id, { schedule: { at: soon(200) } });
  open();
  await endedRuns(tasks, task, 2);
  assert.equal((await tasks.get(task.id))?.state, 'done');
});
