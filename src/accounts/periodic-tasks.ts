import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import type { AccountsContext } from './context.ts';
import { accountsHousekeeping } from './housekeeping.ts';
import { type ErasableStore, finishErasures } from './privacy/finish-erasures.ts';

/** `stores` are those outside the database that an erasure has to clear. */
export function accountsTasks(accounts: AccountsContext, stores: readonly ErasableStore[]): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.accounts',
      summary: 'Deletes expired sessions, links and keys, and creates the signing key that is due',
      cron: '2-59/5 * * * *',
      run: async () => {
        await accountsHousekeeping(accounts);
      },
    },
    {
      name: 'housekeeping.erasures',
      summary: 'Finishes erasures that people requested',
      cron: '3-59/5 * * * *',
      run: async () => {
        await finishErasures(accounts, stores);
      },
    },
  ];
}
