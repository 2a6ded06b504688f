import type { Database } from '../database/port.ts';
import { type Statement, sql } from '../database/sql.ts';

/**
 * Runs are kept for 90 days, the last of each task for as long as the task; a task that is over goes 90 days
 * after its last run. In small batches, each a transaction of its own.
 */
export async function forgetOldRuns(database: Database): Promise<{ runs: number; tasks: number }> {
  const runs = await deleteInBatches(database, oldRuns());
  const tasks = await deleteInBatches(database, oldTasks());
  return { runs, tasks };
}

function oldRuns(): Statement {
  return sql`
    delete from task_runs
    where id in (
      select task_runs.id from task_runs
      join tasks on tasks.id = task_id
      where ended_at < now() - ${KEPT}::interval and last_run_id is distinct from task_runs.id
      limit ${BATCH}
    )
  `;
}

function oldTasks(): Statement {
  return sql`
    delete from tasks
    where id in (
      select id from tasks
      where state in ('done', 'failed') and name is null and updated_at < now() - ${KEPT}::interval
      limit ${BATCH}
      for update skip locked
    )
  `;
}

async function deleteInBatches(database: Database, statement: Statement): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await database.execute(statement);
    total += deleted;
    if (deleted < BATCH) return total;
  }
}

const KEPT = '90 days';
const BATCH = 500;
