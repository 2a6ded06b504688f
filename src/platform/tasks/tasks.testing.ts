import assert from 'node:assert/strict';
import { atEnd } from '../../../test/harness/cleanup.ts';
import { testDatabase } from '../../../test/harness/database.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { systemClock } from '../../lib/clock.ts';
import { createIdSource } from '../../lib/ids.ts';
import { systemRandom } from '../../lib/random.ts';
import { createBroker } from '../broker/index.ts';
import type { Broker } from '../broker/port.ts';
import type { Database } from '../database/port.ts';
import { row, text } from '../database/rows.ts';
import { sql } from '../database/sql.ts';
import { createMemoryTelemetry, type MemoryTelemetry } from '../telemetry/memory/memory.ts';
import { EFFECTS_TABLE, WRITES } from './kinds.testing.ts';
import type { Task, TaskRun, Tasks } from './port.ts';
import { createTasks, type TasksOptions } from './tasks.ts';

/** The scheduler on a new database. Each run that takes effect inserts a row into `effects`. */
export async function testTasks(options: Partial<TasksOptions> = {}): Promise<TestTasks> {
  const { database, url } = await testDatabase();
  await database.execute(EFFECTS_TABLE);
  const telemetry = createMemoryTelemetry();
  const clock = options.clock ?? systemClock;
  const newId = createIdSource(clock, systemRandom);
  const deps = { database, telemetry, clock, random: systemRandom };
  const broker = createBroker(deps);
  atEnd(() => broker.close());
  const tasks = createTasks({ ...deps, broker, newId, ...options });
  tasks.register(WRITES);
  return { tasks, database, url, broker, telemetry };
}

export async function effects(database: Database): Promise<string[]> {
  const found = await database.many(row({ what: text }), sql`select what from effects order by what`);
  return found.map(({ what }) => what);
}

/** Makes a waiting task overdue by that time. */
export async function becomeDue(database: Database, { id }: Task, ago: string): Promise<void> {
  const changed = await database.execute(sql`
    update tasks set next_run_at = date_trunc('minute', now()) - ${ago}::interval
    where id = ${id} and state = 'waiting'
  `);
  assert.equal(changed, 1);
}

/** Waits until the task has that many ended runs, and returns them, newest first. */
export function endedRuns(tasks: Tasks, { id }: Task, count: number): Promise<TaskRun[]> {
  return eventually(async () => {
    const runs = (await tasks.runs(id)).filter(({ endedAt }) => endedAt !== null);
    assert.equal(runs.length, count, JSON.stringify(runs));
    return runs;
  });
}

/** Lets a handler wait until the test opens the gate. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
}

export function soon(ms: number): Date {
  return new Date(Date.now() + ms);
}

/** Half a year away, whenever the test runs. */
export const FAR = { cron: `0 0 1 ${((new Date().getUTCMonth() + 6) % 12) + 1} *`, timeZone: 'UTC' };

export interface TestTasks {
  readonly tasks: Tasks;
  readonly database: Database;
  readonly url: string;
  readonly broker: Broker;
  readonly telemetry: MemoryTelemetry;
}
