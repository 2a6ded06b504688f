import type { Database } from '../platform/database/port.ts';
import type { PeriodicTask } from '../platform/tasks/periodic.ts';
import type { Telemetry } from '../platform/telemetry/port.ts';
import { verifyCounts } from './counts/verify-counts.ts';
import { type RecountDeps, recountHours } from './trending/recount/recount-hours.ts';

export function signalsTasks(deps: SignalsTaskDeps): PeriodicTask[] {
  return [
    {
      name: 'housekeeping.counts',
      summary: 'Recounts signals on the articles of the last day and reports counts that differ',
      cron: '47 * * * *',
      run: () => reportCountDifferences(deps),
    },
    {
      name: 'housekeeping.trending',
      summary: 'Recounts shares and reads of each hour of the last day and stores its trending lists',
      cron: '7 * * * *',
      run: async () => {
        const { hours } = await recountHours(deps);
        deps.telemetry.log.info('trending.recounted', { hours });
      },
    },
  ];
}

async function reportCountDifferences({ database, clock, telemetry }: SignalsTaskDeps): Promise<void> {
  const now = new Date(clock.now());
  const differences = await verifyCounts(database, { now, storedAfter: new Date(now.getTime() - DAY_MS) });
  telemetry.metrics.gauge('signals_count_differences').set({}, differences.length);
  if (differences.length > 0)
    telemetry.log.error('counts.differ', {
      differences: differences.length,
      first: differences.slice(0, FIRST_SHOWN),
    });
}

const DAY_MS = 86_400_000;
const FIRST_SHOWN = 5;

interface SignalsTaskDeps extends RecountDeps {
  readonly database: Database;
  readonly telemetry: Telemetry;
}
