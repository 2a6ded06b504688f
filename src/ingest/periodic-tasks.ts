import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import { recordQuietSources } from './sources/problems.ts';
import { type RenewDeps, renewSubscriptions } from './websub/renew.ts';

export function ingestTasks(deps: RenewDeps): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.sources',
      summary: 'Flags sources that fell silent and renews WebSub subscriptions',
      cron: '4-59/5 * * * *',
      run: async () => {
        await recordQuietSources(deps.database);
        await renewSubscriptions(deps);
      },
    },
  ];
}
