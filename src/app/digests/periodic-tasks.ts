import type { PeriodicTask } from '../../platform/tasks/periodic.ts';
import { type DigestDeps, sendDigests } from './send-digests.ts';

/** FEED-11. `withMail` opens the connection to the mail server while there are digests to send. */
export function digestTasks(withMail: WithMail): PeriodicTask[] {
  return [
    {
      name: 'feeds.daily-digests',
      summary: 'Builds and sends daily digests, and retries those that the mail server refused',
      cron: '5 6-9 * * *',
      run: () => withMail(deps => sendDigests(deps, 'daily')),
    },
    {
      name: 'feeds.weekly-digests',
      summary: 'Builds and sends weekly digests on Mondays',
      cron: '35 6-9 * * 1',
      run: () => withMail(deps => sendDigests(deps, 'weekly')),
    },
  ];
}

export type WithMail = (send: (deps: DigestDeps) => Promise<unknown>) => Promise<void>;
