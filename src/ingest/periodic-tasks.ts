import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import { noteQuietSources } from './sources/problems.ts';
import { type RenewTools, renewSubscriptions } from './websub/renew.ts';

export function ingestTasks(deps: RenewTools): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.sources',
      summary: 'Flags sources that fell silent and renews WebSub subscriptions',
      cron: '* * * * *',
      run: async () => {
        await noteQuietSources(deps.database);
        await renewSubscriptions(deps);
      },
    },
  ];
}
