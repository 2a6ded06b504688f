import type { Database } from '../database/port.ts';
import { int8, nullable, type RowOf, row, text, timestamptz } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import type { Telemetry } from '../telemetry/port.ts';
import { runsBetween } from './cron.ts';
import type { Forecast } from './port.ts';
import { databaseNow } from './run-times.ts';

/**
 * TASK-6: the tasks due in each of the next ten minutes, overdue ones in the first, and the executors' capacity: the runs
 * of their busiest minute of the last ten. An average would measure the demand instead.
 */
export async function forecast(database: Database): Promise<Forecast> {
  const now = await databaseNow(database);
  const first = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const due = Array.from({ length: MINUTES }, () => 0);
  const until = new Date(first + MINUTES * MINUTE_MS);
  const count = (at: Date, by: number) => {
    const minute = Math.max(0, Math.floor((at.getTime() - first) / MINUTE_MS));
    if (minute < MINUTES) due[minute] = (due[minute] ?? 0) + by;
  };
  for (const group of await dueBefore(database, until)) {
    if (group.nextRunAt) count(group.nextRunAt, group.tasks);
    for (const again of recurrences(group, now, until)) count(again, group.tasks);
  }
  return {
    minutes: due.map((tasks, minute) => ({ at: new Date(first + minute * MINUTE_MS), due: tasks })),
    executorRatePerMinute: await busiestMinute(database),
  };
}

/** The forecast as metrics, computed at each scrape. */
export function exposeForecast(database: Database, { metrics }: Telemetry): void {
  metrics.onScrape(async () => {
    const { minutes, executorRatePerMinute } = await forecast(database);
    minutes.forEach(({ due }, minute) => {
      metrics.gauge('tasks_forecast').set({ minute: String(minute) }, due);
    });
    const rate = metrics.gauge('task_executor_rate');
    if (executorRatePerMinute === null) rate.clear();
    else rate.set({}, executorRatePerMinute);
  });
}

/** The database counts tasks with the same schedule and next time. */
function dueBefore(database: Database, until: Date): Promise<DueGroup[]> {
  return database.many(
    GroupRow,
    sql`
      select next_run_at, cron, time_zone, count(*) as tasks
      from tasks
      where state = 'waiting' and next_run_at < ${until}
      group by next_run_at, cron, time_zone
      union all
      select next_run_at, cron, time_zone, count(*)
      from tasks
      where state = 'picked' and next_run_at < ${until}
      group by next_run_at, cron, time_zone
      union all
      select null, cron, time_zone, count(*)
      from (select distinct task_id from task_runs where ended_at is null) under_way
      join tasks on tasks.id = task_id
      where state = 'running' and cron is not null
      group by cron, time_zone
    `,
  );
}

function recurrences({ cron, timeZone, nextRunAt }: DueGroup, now: Date, until: Date): Iterable<Date> {
  if (cron === null || timeZone === null) return [];
  // An overdue task is armed from the end of its run, not from its due time.
  const after = nextRunAt && nextRunAt > now ? nextRunAt : now;
  return runsBetween({ cron, timeZone }, after, until);
}

async function busiestMinute(database: Database): Promise<number | null> {
  const { runs, busiest } = await database.one(
    row({ runs: nullable(int8), busiest: nullable(int8) }),
    sql`
      select sum(ended)::bigint as runs, max(ended) as busiest
      from (
        select count(*) as ended
        from task_runs
        where ended_at > now() - ${`${MINUTES} minutes`}::interval and outcome in ('succeeded', 'failed')
        group by date_trunc('minute', ended_at)
      ) by_minute
    `,
  );
  return runs === null || runs < MIN_RUNS ? null : busiest;
}

const MINUTES = 10;
const MINUTE_MS = 60_000;
/** With fewer runs the busiest minute says nothing about the capacity. */
const MIN_RUNS = 10;

const GroupRow = row({
  next_run_at: nullable(timestamptz),
  cron: nullable(text),
  time_zone: nullable(text),
  tasks: int8,
});

type DueGroup = RowOf<typeof GroupRow>;
