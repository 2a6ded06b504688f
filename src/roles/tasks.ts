import { accountsHousekeeping } from '../accounts/index.ts';
import { finishErasures } from '../accounts/privacy/index.ts';
import { sendAlertMails } from '../app/alerts/alert-mails.ts';
import { type DigestTools, makeDigests } from '../app/digests/digest.ts';
import { publishToHub } from '../app/feeds/publish-to-hub.ts';
import { accountsOf, configuredOrigin, type Installation, recentSearchesOf } from '../context.ts';
import { noteQuietSources } from '../ingest/sources/problems.ts';
import { renewSubscriptions } from '../ingest/websub/index.ts';
import { systemClock } from '../lib/clock.ts';
import { tidyQueues } from '../platform/broker/index.ts';
import { maintainPartitions } from '../platform/database/partitions.ts';
import { maintainLog } from '../platform/log/streams.ts';
import { createSmtpMail } from '../platform/mail/smtp.ts';
import { exposeForecast } from '../platform/tasks/forecast.ts';
import type { TaskKind, TaskRun, Tasks } from '../platform/tasks/port.ts';
import { forgetOldRuns } from '../platform/tasks/retention.ts';
import { dropOldMatches } from '../search/alerts/matches.ts';
import { embeddingModel } from '../search/semantic/configured.ts';
import { embedArticles } from '../search/semantic/embed-articles.ts';
import { verifyCounts } from '../signals/counts/verify.ts';
import { recountHours } from '../signals/trending/hours/recount.ts';
import type { RunningRole } from './roles.ts';

/** The role `tasks`: picks and executes what is due, among it the program's own chores (TASK-7). */
export async function startTasksRole(installation: Installation): Promise<RunningRole> {
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
  const parts: { stop(): Promise<void> }[] = [tasks.startPicker(), tasks.startExecutor()];
  const { websubHub: hub, publicUrl } = installation.config;
  // Without the address that people use there is nothing that a hub could tell of.
  if (hub !== undefined && publicUrl !== undefined)
    parts.push(await publishToHub(installation, { hub, origin: configuredOrigin(installation.config) }));
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
  const { archive, clock, config, background: database, telemetry } = installation;
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
          database,
          log: installation.telemetry.log,
          origin: config.publicUrl,
        });
      },
    },
    {
      name: 'housekeeping.counts',
      summary:
        'Adds up again what readers did with the articles of the last day, and tells where the counts differ',
      cron: '47 * * * *',
      run: async () => {
        const now = new Date(clock.now());
        const storedAfter = new Date(now.getTime() - 86_400_000);
        const differences = await verifyCounts(database, { now, storedAfter });
        telemetry.metrics.gauge('signals_count_differences').set({}, differences.length);
        if (differences.length > 0)
          telemetry.log.error('counts differ from what was done', { first: differences.slice(0, 5) });
      },
    },
    {
      name: 'housekeeping.searches',
      summary: 'Mends lists of recent searches that were changed and not seen in memory, and drops old ones',
      cron: '* * * * *',
      run: async () => {
        await recentSearchesOf(installation).mend();
      },
    },
    {
      name: 'housekeeping.trending',
      summary:
        'Counts again what was shared and read in each hour of the last day, and keeps what was trending then',
      cron: '7 * * * *',
      run: async () => {
        const { hours } = await recountHours(installation);
        telemetry.log.info('trending was recounted', { hours });
      },
    },
    {
      name: 'feeds.daily-digests',
      summary:
        'Puts together and sends the digests of the day, and again those that a mail server did not take',
      cron: '5 6-9 * * *',
      run: async () => {
        await withMail(installation, tools => makeDigests(tools, 'daily'));
      },
    },
    {
      name: 'feeds.weekly-digests',
      summary: 'Puts together and sends the digests of the week, on Mondays',
      cron: '35 6-9 * * 1',
      run: async () => {
        await withMail(installation, tools => makeDigests(tools, 'weekly'));
      },
    },
    {
      name: 'search.alert-mails',
      summary: 'Sends what answered saved searches by mail, and drops matches that are three months old',
      cron: '* * * * *',
      run: async () => {
        await withMail(installation, sendAlertMails);
        await dropOldMatches(database, new Date(clock.now()));
      },
    },
    {
      name: 'search.embeddings',
      summary: 'Has the embedding model of the settings read articles that it has not read, newest first',
      cron: '* * * * *',
      run: async () => {
        const model = embeddingModel(config);
        if (model) await embedArticles({ database, clock, model });
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

/** FEED-11, SRCH-9: connections to the mail server last as long as there is something to send. */
async function withMail(
  installation: Installation,
  work: (tools: DigestTools) => Promise<unknown>,
): Promise<void> {
  const { smtpUrl: url, mailFrom: from, name: siteName } = installation.config;
  const origin = configuredOrigin(installation.config);
  const mail =
    url === undefined ? null : createSmtpMail({ url, from: from ?? `news@${new URL(origin).hostname}` });
  try {
    await work({ ...installation, origin, siteName, mail });
  } finally {
    mail?.close();
  }
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
