import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { testStream } from '../../../test/harness/stream.ts';
import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createBroker } from '../../platform/broker/index.ts';
import { maintainPartitions } from '../../platform/database/partitions.ts';
import { row, text } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { createLog } from '../../platform/log/log.ts';
import { createTasks } from '../../platform/tasks/tasks.ts';
import { createMemoryTelemetry } from '../../platform/telemetry/memory/memory.ts';
import { CONSOLE } from './audited.ts';
import { replayGroup, retryDeadLetter } from './log.ts';
import { changeQueue, purgeQueue, redriveQueue } from './queues.ts';
import { createTask, editTask, pauseTask, removeTask, resumeTask, runTask } from './tasks.ts';

/** AUTH-5: an action and its entry in the audit log are committed together or not at all. */
const { database } = await testDatabase();
await maintainPartitions(database, new Date(systemClock.now()));
const deps = { database, telemetry: createMemoryTelemetry(), clock: systemClock, random: systemRandom };
const newId = createIdSource(systemClock, systemRandom);
const broker = createBroker(deps);
const log = createLog({ ...deps, retryDelay: { firstMs: 1, maxMs: 2 } });
atEnd(async () => {
  await log.close();
  await broker.close();
});
const tasks = createTasks({ ...deps, broker, newId });
const context = { ...deps, newId, broker, log, tasks };

await log.declare({ name: 'facts', partitions: 1, retentionDays: 1 });
const consumer = await log.consume({ group: 'readers', stream: testStream('facts') }, async () => {
  throw new Error('never');
});
await database.transaction(async tx => log.append(tx, testStream('facts'), [{ key: 'k', value: 1 }]));
await consumer.drained();
const [letter] = await log.deadLetters();
const schedule = { cron: '0 0 1 1 *', timeZone: 'UTC' };
const task = await tasks.create({ kind: 'chore', schedule });
const paused = await tasks.create({ kind: 'chore', schedule });
await tasks.pause(paused.id);
await broker.declare('tasks');
await broker.publishMany('letters', [{ body: 1 }, { body: 2 }]);
const [first] = await broker.receive('letters', { max: 1 });
await broker.deadLetter(first?.receipt ?? '', 'no');

const ACTIONS: readonly (readonly [action: string, run: () => Promise<unknown>])[] = [
  ['queue.changed', () => changeQueue(context, CONSOLE, 'letters', { paused: true })],
  ['queue.redriven', () => redriveQueue(context, CONSOLE, 'letters')],
  ['queue.purged', () => purgeQueue(context, CONSOLE, 'letters')],
  ['log.replayed', () => replayGroup(context, CONSOLE, 'readers', new Date(0))],
  ['log.dead-letter-retried', () => retryDeadLetter(context, CONSOLE, letter?.id ?? '')],
  ['task.created', () => createTask(context, CONSOLE, { kind: 'chore', schedule })],
  ['task.changed', () => editTask(context, CONSOLE, task.id, { retries: 3 })],
  ['task.run', () => runTask(context, CONSOLE, task.id)],
  ['task.paused', () => pauseTask(context, CONSOLE, task.id)],
  ['task.resumed', () => resumeTask(context, CONSOLE, paused.id)],
  ['task.removed', () => removeTask(context, CONSOLE, paused.id)],
];

test('AUTH-5: an action whose audit entry cannot be written is rolled back', async () => {
  await database.execute(
    sql`alter table audit_log add constraint full_up check (at < '2000-01-01') not valid`,
  );
  const before = await readState();
  for (const [action, run] of ACTIONS) {
    await assert.rejects(run(), /full_up/, action);
    assert.deepEqual(await readState(), before, action);
  }
  await database.execute(sql`alter table audit_log drop constraint full_up`);
});

test('AUTH-5: each action writes one audit entry with its name', async () => {
  for (const [, run] of ACTIONS) await run();
  const entries = await database.many(
    row({ action: text }),
    sql`select action from audit_log order by at, id`,
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ACTIONS.map(([action]) => action),
  );
});

/** All state that the actions could change, without what changes on its own. */
async function readState(): Promise<unknown> {
  const [queues, waiting, groups, letters, list] = await Promise.all([
    broker.queues(),
    broker.peek('letters'),
    log.groups(),
    log.deadLetters(),
    tasks.list(),
  ]);
  return {
    queues: queues.map(({ name, settings, pending }) => ({ name, settings, pending })),
    waiting,
    positions: groups.map(({ position }) => position),
    letters,
    list,
  };
}
