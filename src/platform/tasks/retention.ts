import type { Database } from '../database/port.ts';
import { type Statement, sql } from '../database/sql.ts';

/**
 * Deletes runs after 90 days, except the last run of each task, and finished tasks 90 days after their last run.
 * Works in small batches, one transaction each.
 */
export async function deleteExpiredRuns(database: Database): Promise<{ runs: number; tasks: number }> {
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
      where ended_at < now() - ${RETENTION}::interval and last_run_id is distinct from task_runs.id
      limit ${BATCH}
    )
  `;
}

function oldTasks(): Statement {
  return sql`
    delete from tasks
    where id in (
      select id from tasks
      where state in ('done', 'failed') and name is null and updated_at < now() - ${RETENTION}::interval
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

const RETENTION = '90 days';
const BATCH = 500;
