import { accountsHousekeeping } from './accounts/index.ts';
import { finishErasures } from './accounts/privacy/index.ts';
import { accountsOf, type Installation } from './context.ts';
import { noteQuietSources } from './ingest/sources/problems.ts';
import { renewSubscriptions } from './ingest/websub/index.ts';
import { systemClock } from './lib/clock.ts';
import { tidyQueues } from './platform/broker/index.ts';
import { maintainPartitions } from './platform/database/partitions.ts';
import { maintainLog } from './platform/log/streams.ts';
import { exposeForecast } from './platform/tasks/forecast.ts';
import type { TaskKind, TaskRun, Tasks } from './platform/tasks/port.ts';
import { forgetOldRuns } from './platform/tasks/retention.ts';
import type { RunningRole } from './roles.ts';

/** The role `tasks`: picks and executes what is due, among it the program's own chores (TASK-7). */
export async function startTasks(installation: Installation): Promise<RunningRole> {
  const { tasks, database, telemetry } = installation;
  for (const kind of taskKinds(installation)) tasks.register(kind);
  const chores: string[] = [];
  for (const { name, cron } of choresOf(installation)) {
    const chore = await tasks.ensure({
      name,
      kind: name,
      schedule: { cron, timeZone: 'UTC' },
      missed: 'once',
    });
    chores.push(chore.id);
  }
  exposeForecast(database, telemetry);
  const parts = [tasks.startPicker(), tasks.startExecutor()];
  return {
    drain: async () => {
      await Promise.all(chores.map(id => runToItsEnd(tasks, id)));
    },
    stop: async () => {
      await Promise.all(parts.map(part => part.stop()));
    },
  };
}

/** Every kind of task that there is. */
export function taskKinds(installation: Installation): TaskKind[] {
  return choresOf(installation).map(({ name, summary, run }) => ({ name, summary, run }));
}

/**
 * Chores work through the pool rather than in the transaction of their run: each takes many short ones, so that
 * nobody waits for its locks, and may be taken again from the start.
 */
function choresOf(installation: Installation): Chore[] {
  const { archive, clock, config, database } = installation;
  const accounts = accountsOf(installation);
  return [
    {
      name: 'housekeeping.partitions',
      summary: 'Makes partitions ahead and drops those whose time is over',
      cron: '17 * * * *',
      run: async () => {
        await maintainPartitions(database, new Date(clock.now()));
      },
    },
    {
      name: 'housekeeping.log',
      summary: 'Makes days of the log ahead and drops those past their retention',
      cron: '27 * * * *',
      run: async () => {
        await maintainLog(database);
      },
    },
    {
      name: 'housekeeping.queues',
      summary: 'Empties the oldest day of the queues and forgets old deduplication keys',
      cron: '37 * * * *',
      run: async () => {
        await tidyQueues(database);
      },
    },
    {
      name: 'housekeeping.accounts',
      summary: 'Deletes sessions, links and keys that have run out, and makes the signing key that is due',
      cron: '* * * * *',
      run: async () => {
        await accountsHousekeeping(accounts);
      },
    },
    {
      name: 'housekeeping.erasures',
      summary: 'Finishes the erasures that people asked for',
      cron: '* * * * *',
      run: async () => {
        await finishErasures(accounts);
      },
    },
    {
      name: 'housekeeping.sources',
      summary: 'Notes sources that fell silent and keeps subscriptions at hubs alive',
      cron: '* * * * *',
      run: async () => {
        await noteQuietSources(database);
        await renewSubscriptions({
          ...installation,
          log: installation.telemetry.log,
          origin: config.publicUrl,
        });
      },
    },
    {
      name: 'housekeeping.archive',
      summary: 'Deletes fetched documents that are older than the archive keeps',
      cron: '23 4 * * *',
      run: async () => {
        await archive.deleteOlderThan(new Date(clock.now() - config.archiveRetention));
      },
    },
    {
      name: 'housekeeping.task-runs',
      summary: 'Forgets runs of tasks that are older than 90 days',
      cron: '41 3 * * *',
      run: async () => {
        await forgetOldRuns(database);
      },
    },
  ];
}

/** One that is refused because the task runs at this moment would miss what has just been done: again, then. */
async function runToItsEnd(tasks: Tasks, id: string): Promise<void> {
  for (let outcome = 'refused'; outcome === 'refused'; )
    outcome = (await endOf(tasks, id, await tasks.runNow(id))).outcome;
}

async function endOf(tasks: Tasks, id: string, runId: string): Promise<TaskRun> {
  for (;;) {
    const run = (await tasks.runs(id, { most: 20 })).find(candidate => candidate.id === runId);
    if (run?.endedAt) return run;
    await systemClock.sleep(LOOK_EVERY_MS);
  }
}

const LOOK_EVERY_MS = 10;

interface Chore extends TaskKind {
  readonly cron: string;
}
