import { accountsTasks } from '../accounts/periodic-tasks.ts';
import { alertTasks } from '../app/alerts/periodic-tasks.ts';
import { crawlTasks } from '../app/crawl/periodic-tasks.ts';
import { digestTasks } from '../app/digests/periodic-tasks.ts';
import type { DigestDeps } from '../app/digests/send-digests.ts';
import { startAccountMails } from '../app/mail/send-account-mails.ts';
import { publishToHub } from '../app/publish/websub-hub.ts';
import { accountsOf, configuredOrigin, type Installation, recentSearchesOf } from '../context.ts';
import { ingestTasks } from '../ingest/periodic-tasks.ts';
import { systemClock } from '../lib/clock.ts';
import { platformTasks } from '../platform/periodic-tasks.ts';
import { exposeForecast } from '../platform/tasks/forecast.ts';
import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import type { TaskKind, TaskRun, Tasks } from '../platform/tasks/port.ts';
import { searchTasks } from '../search/periodic-tasks.ts';
import { embeddingModel } from '../search/semantic/configured-model.ts';
import { signalsTasks } from '../signals/periodic-tasks.ts';
import type { RunningRole } from './role.ts';

/** The role `tasks`: picks and executes due tasks, including the periodic tasks of the modules (TASK-7). */
export async function startTasksRole(installation: Installation): Promise<RunningRole> {
  const { tasks, database, telemetry } = installation;
  const taskIds = await registerPeriodicTasks(installation);
  exposeForecast(database, telemetry);
  const parts: { stop(): Promise<void> }[] = [tasks.startPicker(), tasks.startExecutor()];
  const { smtpUrl, websubHub: hub, publicUrl } = installation.config;
  if (smtpUrl !== undefined)
    parts.push(startAccountMails({ ...installation, accounts: accountsOf(installation) }));
  // Without a public address there are no feed addresses that a hub could use.
  if (hub !== undefined && publicUrl !== undefined)
    parts.push(await publishToHub(installation, { hub, origin: configuredOrigin(installation.config) }));
  return {
    drain: async () => {
      await Promise.all(taskIds.map(id => runToCompletion(tasks, id)));
    },
    stop: async () => {
      await Promise.all(parts.map(part => part.stop()));
    },
  };
}

/** Every kind of task that the program knows. */
export function taskKinds(installation: Installation): TaskKind[] {
  return periodicTasks(installation).map(({ name, summary, run }) => ({ name, summary, run }));
}

function periodicTasks(installation: Installation): PeriodicTask[] {
  const {
    background: database,
    archive,
    eventArchive,
    clock,
    config,
    keys,
    log,
    outbound,
    telemetry,
  } = installation;
  const withMail = (send: (deps: DigestDeps) => Promise<unknown>) => sendWithMail(installation, send);
  return [
    ...platformTasks({
      database,
      archive,
      eventArchive,
      clock,
      telemetry,
      archiveRetentionMs: config.archiveRetention,
    }),
    ...accountsTasks(accountsOf(installation), [
      { name: 'recent searches', erase: userId => recentSearchesOf(installation).clear(userId) },
    ]),
    ...ingestTasks({ database, outbound, keys, log: telemetry.log, origin: config.publicUrl }),
    ...crawlTasks({ database, withMail }),
    ...signalsTasks({ database, clock, log, telemetry }),
    ...searchTasks({
      database,
      clock,
      recentSearches: () => recentSearchesOf(installation),
      embeddings: embeddingModel(config),
    }),
    ...digestTasks(withMail),
    ...alertTasks({ database, clock, hasMail: config.smtpUrl !== undefined, withMail }),
  ];
}

async function registerPeriodicTasks(installation: Installation): Promise<string[]> {
  const { tasks } = installation;
  const ids: string[] = [];
  for (const kind of taskKinds(installation)) tasks.register(kind);
  for (const { name, cron } of periodicTasks(installation)) {
    const task = await tasks.ensure({
      name,
      kind: name,
      schedule: { cron, timeZone: 'UTC' },
      missed: 'once',
    });
    ids.push(task.id);
  }
  return ids;
}

/** FEED-11, SRCH-9: keeps the connection to the mail server open only while sending. */
async function sendWithMail(
  installation: Installation,
  send: (deps: DigestDeps) => Promise<unknown>,
): Promise<void> {
  const { config } = installation;
  const mail = installation.openMail();
  try {
    const { name: siteName, mailLimit: maxPerDay } = config;
    await send({ ...installation, origin: configuredOrigin(config), siteName, maxPerDay, mail });
  } finally {
    mail?.close();
  }
}

/** Retries a refused run: the run already in progress may miss the latest work. */
async function runToCompletion(tasks: Tasks, id: string): Promise<void> {
  for (let outcome = 'refused'; outcome === 'refused'; )
    outcome = (await finishedRun(tasks, id, await tasks.runNow(id))).outcome;
}

async function finishedRun(tasks: Tasks, id: string, runId: string): Promise<TaskRun> {
  for (;;) {
    const run = (await tasks.runs(id, { limit: 20 })).find(candidate => candidate.id === runId);
    if (run?.endedAt) return run;
    await systemClock.sleep(POLL_MS);
  }
}

const POLL_MS = 10;
