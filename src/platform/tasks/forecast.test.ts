import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { sql } from '../database/sql.ts';
import { exposeForecast } from './forecast.ts';
import { endedRuns, FAR, soon, testTasks } from './tasks.testing.ts';

const { tasks, database, telemetry } = await testTasks();

test('TASK-6: the forecast counts due tasks in each minute, including recurrences', async () => {
  assert.deepEqual((await dues()).slice(1), [0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await tasks.create({ kind: 'writes', schedule: { at: soon(-3_600_000) } });
  const near = await tasks.create({ kind: 'writes', schedule: { at: inMinute(3) } });
  const far = await tasks.create({ kind: 'writes', schedule: { at: inMinute(12) } });
  await tasks.create({ kind: 'writes', schedule: FAR });
  const every = await tasks.create({ kind: 'writes', schedule: { cron: '* * * * *', timeZone: 'UTC' } });
  const paused = await tasks.create({ kind: 'writes', schedule: { at: inMinute(5) } });
  await tasks.pause(paused.id);
  // Repeated when a minute ends between the statements.
  await eventually(async () => {
    for (const [{ id }, minute] of [
      [every, 1],
      [near, 3],
      [far, 12],
    ] as const)
      await database.execute(sql`update tasks set next_run_at = ${inMinute(minute)} where id = ${id}`);
    assert.deepEqual(await dues(), [1, 1, 1, 2, 1, 1, 1, 1, 1, 1]);
  });
  const { minutes } = await tasks.forecast();
  const first = minutes[0]?.at.getTime() ?? 0;
  assert.deepEqual(
    minutes.map(({ at }) => at.getTime()),
    Array.from({ length: 10 }, (_, minute) => first + minute * 60_000),
  );
});

test('TASK-6: the executor rate is given after enough runs, and forecast and rate are metrics', async () => {
  exposeForecast(database, telemetry);
  assert.equal((await tasks.forecast()).executorRatePerMinute, null);
  const executor = tasks.startExecutor();
  atEnd(() => executor.stop());
  const task = await tasks.create({ kind: 'writes', schedule: FAR, overlap: 'allow' });
  for (let n = 0; n < 12; n++) await tasks.runNow(task.id);
  await endedRuns(tasks, task, 12);
  await database.execute(
    sql`update task_runs set ended_at = date_trunc('minute', now()), started_at = ended_at`,
  );
  const rate = (await tasks.forecast()).executorRatePerMinute;
  assert.ok(rate !== null && rate >= 12);
  const { body } = await telemetry.metrics.expose();
  assert.match(body, /tasks_forecast\{minute="9"\} 1/);
  assert.match(body, new RegExp(`task_executor_rate ${rate}`));
});

async function dues(): Promise<number[]> {
  return (await tasks.forecast()).minutes.map(({ due }) => due);
}

/** The middle of a minute, counted from the current one. */
function inMinute(minute: number): Date {
  return new Date((Math.floor(Date.now() / 60_000) + minute) * 60_000 + 30_000);
}
