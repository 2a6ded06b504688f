import assert from 'node:assert/strict';
import { eventually } from '../../../test/harness/eventually.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Database } from '../database/port.ts';
import { float8, int8, row } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { startTasksProcess, type TasksProcess } from './processes.testing.ts';

/**
 * TASK-3: many tasks due at one moment, with one of two picker processes killed while it is picking. Reports the result
 * from the rows that the handlers wrote and the recorded runs.
 */
export async function storm(
  { database, url }: { database: Database; url: string },
  { count, dueInSeconds, executors }: { count: number; dueInSeconds: number; executors: number },
): Promise<StormReport> {
  const processes: TasksProcess[] = [];
  const start = async (name: string, part: 'picker' | 'executor') => {
    const started = await startTasksProcess(url, { name, parts: [part] });
    processes.push(started);
    return started;
  };
  try {
    for (let n = 1; n <= executors; n++) await start(`executor-${n}`, 'executor');
    await slowPicking(database);
    await createTasksDue(database, count, dueInSeconds);
    const victim = await start('victim', 'picker');
    await waitUntilPicking(database, 'victim');
    victim.child.kill('SIGKILL');
    assert.equal(await victim.exited, 'SIGKILL');
    await start('survivor', 'picker');
    await waitUntilEnded(database, count);
    return await report(database);
  } finally {
    for (const { end } of processes) await end();
  }
}

/** Makes a batch long enough for a signal to arrive in its middle. */
export async function slowPicking(database: Database): Promise<void> {
  await database.transaction(tx =>
    tx.script(`
      create function slow_down() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.0002);
        return new;
      end
      $$;
      create trigger slow_picking before update on tasks
        for each row when (old.state = 'waiting' and new.state = 'picked') execute function slow_down();
    `),
  );
}

/** Waits until the process with this name is picking. */
export function waitUntilPicking(database: Database, name: string): Promise<void> {
  return eventually(async () => {
    const busy = await database.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = ${name} and state = 'active'
        and query like '%for no key update skip locked%'
    `);
    assert.ok(busy > 0);
  }, 20_000);
}

/** Inserts rows directly, because `create` would pick tasks that are due soon. */
export async function createTasksDue(database: Database, count: number, inSeconds: number): Promise<void> {
  await database.execute(sql`
    insert into tasks (
      id, kind, run_at, payload, missed, overlap, retries, state, next_run_at, version, created_at, updated_at
    )
    select gen_random_uuid(), 'writes', due.at, to_jsonb(n), 'once', 'refuse', 0, 'waiting', due.at, 1, now(), now()
    from generate_series(1, ${count}::int) n,
      (select date_trunc('milliseconds', now()) + make_interval(secs => ${inSeconds}::float8) as at) due
  `);
}

/** Polls rarely: counting ten thousand rows is a load, too. */
export async function waitUntilEnded(database: Database, count: number): Promise<void> {
  const giveUpAt = performance.now() + 120_000;
  for (let ended = 0; ended < count; ) {
    await systemClock.sleep(250);
    ended = (await database.one(row({ ended: int8 }), ENDED)).ended;
    if (performance.now() > giveUpAt) throw new Error(`only ${ended} of ${count} tasks ran`);
  }
}

const ENDED = sql`select count(*) as ended from task_runs where outcome = 'succeeded'`;

export function report(database: Database): Promise<StormReport> {
  return database.one(
    ReportRow,
    sql`
      select
        (select count(*) from task_runs where outcome = 'succeeded') as ended,
        (select count(*) from task_runs where started_at < due_at) as early,
        (select count(*) from (select task_id from task_runs group by task_id, due_at having count(*) > 1) s)
          as started_twice,
        (select count(*) from (select what from effects group by what having count(*) > 1) e) as doubled,
        (select count(*) from tasks where not exists (select from effects where what = payload #>> '{}')) as lost,
        (select extract(epoch from max(started_at - due_at)) from task_runs)::float8 as slowest_seconds
    `,
  );
}

const ReportRow = row({
  ended: int8,
  early: int8,
  started_twice: int8,
  doubled: int8,
  lost: int8,
  slowest_seconds: float8,
});

export interface StormReport {
  readonly ended: number;
  readonly early: number;
  readonly startedTwice: number;
  readonly doubled: number;
  readonly lost: number;
  /** The longest delay from due time to start. */
  readonly slowestSeconds: number;
}
