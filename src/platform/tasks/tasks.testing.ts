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

/** The scheduler on a database of its own. Effects of the kinds are rows, one for each run that took effect. */
export async function testTasks(options: Partial<TasksOptions> = {}): Promise<TestTasks> {
  const { database, url } = await testDatabase();
  await database.execute(EFFECTS_TABLE);
  const telemetry = createMemoryTelemetry();
  const clock = options.clock ?? systemClock;
  const newId = createIdSource(clock, systemRandom);
  const tools = { database, telemetry, clock, random: systemRandom };
  const broker = createBroker(tools);
  atEnd(() => broker.close());
  const tasks = createTasks({ ...tools, broker, newId, ...options });
  tasks.register(WRITES);
  return { tasks, database, url, broker, telemetry };
}

export async function effects(database: Database): Promise<string[]> {
  const found = await database.many(row({ what: text }), sql`select what from effects order by what`);
  return found.map(({ what }) => what);
}

/** Makes a waiting task due at another time than its schedule says, as if that much time had passed. */
export async function becomeDue(database: Database, { id }: Task, ago: string): Promise<void> {
  const changed = await database.execute(sql`
    update tasks set next_run_at = date_trunc('minute', now()) - ${ago}::interval
    where id = ${id} and state = 'waiting'
  `);
  assert.equal(changed, 1);
}

/** Waits until the task has as many ended runs, and answers them, newest first. */
export function endedRuns(tasks: Tasks, { id }: Task, count: number): Promise<TaskRun[]> {
  return eventually(async () => {
    const runs = (await tasks.runs(id)).filter(({ endedAt }) => endedAt !== null);
    assert.equal(runs.length, count, JSON.stringify(runs));
    return runs;
  });
}

/** A door that a handler waits at until the test opens it. */
export function door(): { readonly opened: Promise<void>; open(): void } {
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
