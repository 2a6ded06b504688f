import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import type { AccountsContext } from './context.ts';
import { accountsHousekeeping } from './housekeeping.ts';
import { finishErasures } from './privacy/finish-erasures.ts';

export function accountsTasks(accounts: AccountsContext): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.accounts',
      summary: 'Deletes expired sessions, links and keys, and creates the signing key that is due',
      cron: '* * * * *',
      run: async () => {
        await accountsHousekeeping(accounts);
      },
    },
    {
      name: 'housekeeping.erasures',
      summary: 'Finishes erasures that people requested',
      cron: '* * * * *',
      run: async () => {
        await finishErasures(accounts);
      },
    },
  ];
}
