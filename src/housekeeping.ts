import { type AccountsContext, accountsHousekeeping } from './accounts/index.ts';
import { finishErasures } from './accounts/privacy/index.ts';
import { accountsOf, type Installation } from './context.ts';
import { maintainPartitions } from './platform/database/partitions.ts';
import type { RunningRole } from './roles.ts';

/** TASK-7: what the program does for its own sake, again and again: partitions, expiry, erasures, key rotation. */
export async function startHousekeeping(installation: Installation): Promise<RunningRole> {
  const { clock } = installation;
  const accounts = accountsOf(installation);
  const stopping = new AbortController();
  let round: Promise<void> = Promise.resolve();
  const runRound = () => {
    round = round.then(() => housekeepOnce(installation, accounts));
    return round;
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await runRound();
      await clock.sleep(EVERY_MS, stopping.signal).catch(() => undefined);
    }
  })();
  return {
    drain: runRound,
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

/** One chore that fails does not keep the others from being done; it is tried again next time. */
async function housekeepOnce(
  { database, clock, telemetry }: Installation,
  accounts: AccountsContext,
): Promise<void> {
  const chores: Record<string, () => Promise<unknown>> = {
    partitions: () => maintainPartitions(database, new Date(clock.now())),
    accounts: () => accountsHousekeeping(accounts),
    erasures: () => finishErasures(accounts),
  };
  for (const [chore, run] of Object.entries(chores)) {
    await run().catch(error => telemetry.log.warn('housekeeping chore failed', { chore, error }));
  }
}

const EVERY_MS = 60_000;
