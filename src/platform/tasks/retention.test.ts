import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { sql } from '../database/sql.ts';
import { deleteExpiredRuns } from './retention.ts';
import { endedRuns, FAR, soon, testTasks } from './tasks.testing.ts';

test('runs are deleted after 90 days, except the last of each task, and so are finished tasks', async () => {
  const { tasks, database } = await testTasks();
  const executor = tasks.startExecutor();
  atEnd(() => executor.stop());
  const often = await tasks.create({ kind: 'writes', schedule: FAR, overlap: 'allow' });
  const over = await tasks.create({ kind: 'writes', schedule: { at: soon(0) } });
  for (let n = 0; n < 3; n++) await tasks.runNow(often.id);
  await endedRuns(tasks, often, 3);
  await endedRuns(tasks, over, 1);
  assert.deepEqual(await deleteExpiredRuns(database), { runs: 0, tasks: 0 });
  await database.execute(sql`update task_runs set ended_at = ended_at - interval '91 days'`);
  await database.execute(sql`update tasks set updated_at = updated_at - interval '91 days'`);
  assert.deepEqual(await deleteExpiredRuns(database), { runs: 2, tasks: 1 });
  assert.deepEqual(
    (await tasks.runs(often.id)).map(({ id }) => id),
    [(await tasks.get(often.id))?.lastRun?.id],
  );
  assert.equal(await tasks.get(over.id), null);
});
