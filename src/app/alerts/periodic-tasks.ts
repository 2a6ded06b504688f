import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../platform/database/port.ts';
import type { PeriodicTask } from '../../platform/tasks/periodic.ts';
import { dropOldMatches } from '../../search/alerts/matches.ts';
import { type AlertMailTools, sendAlertMails } from './alert-mails.ts';

/** SRCH-9. `withMail` opens the connection to the mail server for as long as there is something to send. */
export function alertTasks({ database, clock, withMail }: AlertTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'search.alert-mails',
      summary: 'Mails new matches of saved searches and deletes matches older than three months',
      cron: '* * * * *',
      run: async () => {
        await withMail(sendAlertMails);
        await dropOldMatches(database, new Date(clock.now()));
      },
    },
  ];
}

interface AlertTaskDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly withMail: (send: (deps: AlertMailTools) => Promise<unknown>) => Promise<void>;
}
