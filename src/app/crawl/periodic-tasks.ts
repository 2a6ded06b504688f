import { hurrySources } from '../../ingest/schedule/hurry.ts';
import type { Database } from '../../platform/database/port.ts';
import type { PeriodicTask } from '../../platform/tasks/periodic.ts';
import { sourcesOfBreaking } from '../../stories/queries/index.ts';
import { mailSourceProblems, type ProblemMailDeps } from './problem-mail.ts';

export function crawlTasks({ database, withMail }: CrawlTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'crawl.problem-mail',
      summary: 'Mails operators once a day which sources need attention',
      cron: '15 7 * * *',
      run: () => withMail(mailSourceProblems),
    },
    // SCHED-3: sources that report breaking news are fetched more often while it lasts.
    {
      name: 'crawl.breaking-sources',
      summary: 'Fetches the sources of breaking stories every five minutes',
      cron: '* * * * *',
      run: async () => {
        const sources = await sourcesOfBreaking(database);
        if (sources.length > 0) await hurrySources(database, sources);
      },
    },
  ];
}

interface CrawlTaskDeps {
  readonly database: Database;
  /** Opens the connection to the mail server while there are mails to send. */
  readonly withMail: (send: (deps: ProblemMailDeps) => Promise<unknown>) => Promise<void>;
}
