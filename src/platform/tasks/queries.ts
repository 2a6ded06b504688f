import { isUuid } from '../../lib/ids.ts';
import type { Database } from '../database/port.ts';
import { sql } from '../database/sql.ts';
import type { Task, TaskRun, Tasks } from './port.ts';
import { RUN_COLUMNS, RunRow, selectTasks, TaskRow, toTask } from './rows.ts';

export async function getTask(database: Database, id: string): Promise<Task | null> {
  if (!isUuid(id)) return null;
  const found = await database.maybe(TaskRow, selectTasks(sql`where tasks.id = ${id}`));
  return found && toTask(found);
}

export async function findTaskByName(database: Database, name: string): Promise<Task | null> {
  const found = await database.maybe(TaskRow, selectTasks(sql`where name = ${name}`));
  return found && toTask(found);
}

/** Oldest first; `after` is the last id of the previous page. */
export async function listTasks(database: Database, options: TaskListOptions = {}): Promise<Task[]> {
  const { state, kind, after, limit = PAGE } = options;
  const found = await database.many(
    TaskRow,
    selectTasks(sql`
      where true
        ${state === undefined ? sql`` : sql`and state = ${state}`}
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
        ${after === undefined ? sql`` : sql`and tasks.id > ${after}`}
      order by tasks.id
      limit ${limit}
    `),
  );
  return found.map(toTask);
}

/** Newest first; `before` is the last id of the previous page. */
export function listRuns(
  database: Database,
  taskId: string,
  { before, limit = PAGE }: { before?: string; limit?: number } = {},
): Promise<TaskRun[]> {
  return database.many(
    RunRow,
    sql`
      select ${RUN_COLUMNS} from task_runs
      where task_id = ${taskId}
        ${
          before === undefined
            ? sql``
            : sql`and (started_at, id) < (select started_at, id from task_runs where id = ${before})`
        }
      order by started_at desc, id desc
      limit ${limit}
    `,
  );
}

const PAGE = 100;

type TaskListOptions = NonNullable<Parameters<Tasks['list']>[0]>;
