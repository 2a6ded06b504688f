import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { Problem } from '../../errors.ts';
import { sql } from '../database/sql.ts';
import { QUEUE } from './context.ts';
import type { Task, TaskState } from './port.ts';
import { becomeDue, effects, endedRuns, FAR, soon, testTasks } from './tasks.testing.ts';

const { tasks, database, broker, telemetry } = await testTasks();
const picker = tasks.startPicker();
const executor = tasks.startExecutor();
atEnd(async () => {
  await picker.stop();
  await executor.stop();
});

test('TASK-1: a task runs once at its time, never early, and records the outcome', async () => {
  const at = soon(700);
  const task = await tasks.create({ kind: 'writes', schedule: { at }, payload: 'once' });
  assert.deepEqual([task.state, task.nextRunAt, task.lastRun], ['picked', at, null]);
  const [run] = await endedRuns(tasks, task, 1);
  assert.ok(run && run.startedAt >= at && run.endedAt && run.endedAt >= run.startedAt);
  assert.deepEqual(
    [run.dueAt, run.outcome, run.error, run.attempt, run.byHand],
    [at, 'succeeded', null, 1, false],
  );
  const done = await tasks.get(task.id);
  assert.deepEqual([done?.state, done?.nextRunAt, done?.lastRun], ['done', null, run]);
  assert.deepEqual(await effects(database), ['once']);
  const { body } = await telemetry.metrics.expose();
  assert.match(body, /task_runs_total\{kind="writes",outcome="succeeded"\} 1/);
  assert.match(body, /task_start_delay_seconds_count 1/);
});

test('a task with a past time runs at once', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: { at: soon(-3_600_000) }, payload: 'late' });
  await endedRuns(tasks, task, 1);
  assert.deepEqual(await effects(database), ['late', 'once']);
});

test('TASK-4: a recurring task is one row that is armed again after it ends', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'again' });
  assert.equal(task.state, 'waiting');
  const second = tasks.startPicker();
  await becomeDue(database, task, '3 hours');
  await second.stop();
  const third = tasks.startPicker();
  const [run] = await endedRuns(tasks, task, 1);
  await third.stop();
  assert.equal(run?.outcome, 'succeeded');
  const armed = await tasks.get(task.id);
  assert.deepEqual([armed?.state, armed?.nextRunAt], ['waiting', task.nextRunAt]);
  await tasks.remove(task.id);
});

test('a task created in a transaction exists when the transaction commits', async () => {
  const failed = database.transaction(async tx => {
    await tasks.createIn(tx, { kind: 'writes', schedule: { at: soon(0) }, payload: 'never', name: 'undone' });
    throw new Error('undo');
  });
  await assert.rejects(failed, /undo/);
  assert.deepEqual(await tasks.list({ kind: 'writes', state: 'picked' }), []);
  const made = await database.transaction(tx =>
    tasks.createIn(tx, { kind: 'writes', schedule: { at: soon(0) }, payload: 'made', name: 'made' }),
  );
  await endedRuns(tasks, made, 1);
  assert.ok((await effects(database)).includes('made'));
  assert.ok(!(await effects(database)).includes('never'));
});

test('an edited time applies at once, earlier or later, and the old message is void', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: { at: soon(3_600_000) }, payload: 'a' });
  assert.equal(task.state, 'waiting');
  const sooner = await tasks.edit(task.id, { schedule: { at: soon(400) } });
  assert.equal(sooner.state, 'picked');
  const later = await tasks.edit(task.id, { schedule: { at: soon(3_600_000) } });
  assert.equal(later.state, 'waiting');
  await queueIsEmpty();
  assert.deepEqual(await tasks.runs(task.id), []);
  await tasks.edit(task.id, { payload: 'edited', schedule: { at: soon(300) } });
  await tasks.edit(task.id, { payload: 'edited twice' });
  const runs = await endedRuns(tasks, task, 1);
  assert.equal(runs.length, 1);
  assert.ok((await effects(database)).includes('edited twice'));
});

test('a task that was paused or removed after it was picked does not run', async () => {
  const paused = await tasks.create({ kind: 'writes', schedule: { at: soon(300) }, payload: 'paused' });
  const removed = await tasks.create({ kind: 'writes', schedule: { at: soon(300) }, payload: 'removed' });
  assert.equal((await tasks.pause(paused.id)).state, 'paused');
  await tasks.remove(removed.id);
  assert.equal(await tasks.get(removed.id), null);
  await queueIsEmpty();
  assert.deepEqual(await tasks.runs(paused.id), []);
  // Its time has passed, but it has not run.
  assert.equal((await tasks.resume(paused.id)).state, 'picked');
  await endedRuns(tasks, paused, 1);
  assert.equal((await effects(database)).filter(what => what === 'paused').length, 1);
});

test('occurrences during a pause are dropped', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'pause' });
  await tasks.pause(task.id);
  await database.execute(sql`update tasks set next_run_at = now() - interval '1 day' where id = ${task.id}`);
  const resumed = await tasks.resume(task.id);
  assert.deepEqual([resumed.state, resumed.nextRunAt], ['waiting', task.nextRunAt]);
  await tasks.remove(task.id);
});

test('TASK-1: runNow runs in addition to the schedule, also while paused, and returns the id of the run', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'by hand' });
  await tasks.pause(task.id);
  const ids = await Promise.all([tasks.runNow(task.id), tasks.runNow(task.id)]);
  const runs = await endedRuns(tasks, task, 2);
  assert.deepEqual(runs.map(({ id }) => id).sort(), [...ids].sort());
  assert.ok(runs.every(({ byHand }) => byHand));
  const after = await tasks.get(task.id);
  assert.deepEqual([after?.state, after?.nextRunAt], ['paused', task.nextRunAt]);
  await tasks.remove(task.id);
});

test('concurrent calls of ensure create one task, and later calls update it', async () => {
  const chore = { name: 'chore', kind: 'writes', schedule: FAR, payload: 'chore' };
  const made = await Promise.all([tasks.ensure(chore), tasks.ensure(chore), tasks.ensure(chore)]);
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const { id } = made[0] ?? assert.fail();
  await tasks.pause(id);
  const schedule = { ...FAR, timeZone: 'Europe/Berlin' };
  const adopted = await tasks.ensure({ ...chore, schedule, retries: 2, overlap: 'allow', missed: 'skip' });
  assert.deepEqual(
    [adopted.id, adopted.schedule, adopted.retries, adopted.overlap, adopted.missed, adopted.state],
    [id, schedule, 2, 'allow', 'skip', 'paused'],
  );
  await assert.rejects(tasks.create(chore), isProblem('conflict'));
  await tasks.remove(id);
});

test('ensure keeps the next time of an unchanged schedule', async () => {
  const chore = { name: 'steady', kind: 'writes', schedule: { cron: '* * * * *', timeZone: 'UTC' } };
  const { id } = await tasks.ensure(chore);
  const messages = async () => (await broker.peek(QUEUE, { limit: 100 })).length;
  const before = await messages();
  await tasks.ensure(chore);
  assert.equal(await messages(), before);
  await tasks.remove(id);
});

test('tasks and runs are listed page by page', async () => {
  const made: Task[] = [];
  for (let n = 0; n < 5; n++)
    made.push(await tasks.create({ kind: 'pages', schedule: { at: soon(3_600_000) } }));
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await tasks.list({ kind: 'pages', limit: 2, ...(after === undefined ? {} : { after }) });
    ids.push(...page.map(({ id }) => id));
    after = page.at(-1)?.id;
    if (page.length < 2) break;
  }
  assert.deepEqual(
    ids,
    made.map(({ id }) => id),
  );
  const [first] = made;
  assert.ok(first);
  for (let n = 0; n < 3; n++) await tasks.runNow(first.id);
  const runs = await endedRuns(tasks, first, 3);
  const newest = await tasks.runs(first.id, { limit: 2 });
  const rest = await tasks.runs(first.id, { limit: 2, before: newest[1]?.id ?? '' });
  assert.deepEqual([...newest, ...rest], runs);
  assert.deepEqual(await tasks.list({ kind: 'pages', state: 'done' }), []);
});

test('unknown tasks and invalid input are refused', async () => {
  const unknown = '01900000-0000-7000-8000-000000000000';
  assert.equal(await tasks.get('not an id'), null);
  for (const change of [tasks.pause, tasks.resume, tasks.remove, tasks.runNow])
    for (const id of [unknown, 'x']) await assert.rejects(change(id), isProblem('not-found'));
  const wrong = { kind: 'writes', schedule: FAR };
  for (const [task, at] of [
    [{ ...wrong, kind: 'No Kind' }, '/kind'],
    [{ ...wrong, name: '' }, '/name'],
    [{ ...wrong, retries: -1 }, '/retries'],
    [{ ...wrong, retries: 1.5 }, '/retries'],
    [{ ...wrong, payload: 'x\0' }, '/payload'],
    [{ ...wrong, payload: 'x'.repeat(70_000) }, '/payload'],
    [{ ...wrong, schedule: { cron: 'x', timeZone: 'UTC' } }, '/schedule/cron'],
  ] as const)
    await assert.rejects(tasks.create(task), isProblem('validation-failed', at));
  const { id } = await tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: 'over' });
  await inState(id, 'done');
  await assert.rejects(tasks.pause(id), isProblem('conflict'));
  await assert.rejects(tasks.resume(id), isProblem('conflict'));
});

test('kinds are listed by name, and a task is found by its name', async () => {
  const summary = 'Does nothing';
  tasks.register({ name: 'idles', summary, run: async () => undefined });
  assert.deepEqual(tasks.kinds().at(0), { name: 'idles', summary });
  assert.equal(tasks.kinds().length, 2);
  const task = await tasks.create({ name: 'found', kind: 'idles', schedule: FAR });
  assert.deepEqual(await tasks.findByName('found'), task);
  assert.equal(await tasks.findByName(task.id), null);
});

test('changes to a task in a transaction are rolled back with it', async () => {
  const task = await tasks.create({ kind: 'writes', schedule: FAR, payload: 'kept' });
  const attempt = database.transaction(async tx => {
    await tasks.editIn(tx, task.id, { payload: 'changed', schedule: { at: soon(0) } });
    await tasks.runNowIn(tx, task.id);
    await tasks.pauseIn(tx, task.id);
    await tasks.resumeIn(tx, task.id);
    await tasks.removeIn(tx, task.id);
    throw new Error('not after all');
  });
  await assert.rejects(attempt, /not after all/);
  assert.deepEqual(await tasks.get(task.id), task);
  assert.deepEqual(await tasks.runs(task.id), []);
});

test('an invalid message is logged and dropped without delaying tasks', async () => {
  await broker.publishMany(QUEUE, [{ body: 'junk' }, { body: { task: 'x' } }]);
  const task = await tasks.create({ kind: 'writes', schedule: { at: soon(0) }, payload: 'beside junk' });
  await endedRuns(tasks, task, 1);
  await eventually(() => {
    const reported = telemetry.lines.filter(({ msg }) => msg === 'task.invalid_message');
    assert.equal(reported.length, 2);
  });
});

async function inState(id: string, state: TaskState): Promise<void> {
  await eventually(async () => assert.equal((await tasks.get(id))?.state, state));
}

/** Waits until every message has come due and was handled. */
async function queueIsEmpty(): Promise<void> {
  await eventually(async () => {
    const queue = (await broker.queues()).find(({ name }) => name === QUEUE);
    assert.deepEqual([queue?.pending, queue?.delayed, queue?.inFlight], [0, 0, 0]);
  });
}

function isProblem(code: string, at?: string): (error: unknown) => boolean {
  return error =>
    error instanceof Problem && error.code === code && (at === undefined || error.faults[0]?.at === at);
}
