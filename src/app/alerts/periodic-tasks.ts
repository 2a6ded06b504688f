import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { PeriodicTask } from '../../platform/tasks/periodic.ts';
import { deleteOldMatches } from '../../search/alerts/matches.ts';
import { type AlertMailDeps, sendAlertMails } from './alert-mails.ts';

/** SRCH-9. `withMail` opens the connection to the mail server while there are mails to send. */
export function alertTasks({ database, clock, hasMail, withMail }: AlertTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'search.alert-mails',
      summary: 'Mails new matches of saved searches and deletes matches older than three months',
      cron: hasMail ? '* * * * *' : '51 * * * *',
      run: async () => {
        await withMail(sendAlertMails);
        await deleteOldMatches(database, new Date(clock.now()));
      },
    },
  ];
}

interface AlertTaskDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether a mail server is configured. */
  readonly hasMail: boolean;
  readonly withMail: (send: (deps: AlertMailDeps) => Promise<unknown>) => Promise<void>;
}
